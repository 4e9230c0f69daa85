import KeyedArchive

/// The archive of a package, object by object as the original's archiver numbers them, around a payload left out.
///
/// Only the class name is shared; equal texts are written twice. All numbers of objects fit in one byte.
struct PackageLayout {
  /// What goes before the payload, the frame's header included; all of the frame where there is none.
  private(set) var prefix: [UInt8]
  /// What goes behind the payload.
  private(set) var suffix: [UInt8] = []

  init(
    kind: Package.Kind, intent: Package.Intent, word: String?, name: String?, isLast: Bool, payloadCount: Int?,
    className: String
  ) {
    let fields: UInt8 = (payloadCount == nil ? 0 : 1) + (word == nil ? 0 : 1) + (name == nil ? 0 : 1)
    let texts = (word?.utf8.count ?? 0) + (name?.utf8.count ?? 0) + className.utf8.count
    var objects = Self.heads[Int(fields)]
    objects.reserveCapacity(bytes: Self.typicalSize + 2 * texts, objects: Self.maximumObjects)

    // The root's values: numbers in place, the rest by its position in `$objects`, where 0 is nil and 1 the root.
    var position: UInt64 = 2
    objects.append(uid: payloadCount == nil ? 0 : position.next())
    objects.append(integer: intent.rawValue)
    objects.append(uid: word == nil ? 0 : position.next())
    objects.append(uid: name == nil ? 0 : position.next())
    objects.append(bool: isLast)
    objects.append(integer: kind.rawValue)
    objects.append(uid: position)

    var beforePayload: [UInt8]?
    if let payloadCount { beforePayload = objects.appendPayload(count: payloadCount) }
    if let word { objects.append(string: word) }
    if let name { objects.append(string: name) }
    objects.append(class: className, number: Self.fixedObjects + fields)
    objects.appendTable()

    if let beforePayload {
      (prefix, suffix) = (beforePayload, objects.bytes)
    } else {
      prefix = objects.bytes
    }
    let length = UInt64(objects.end)
    for position in 0..<FrameDecoder.headerLength {
      prefix[position] = UInt8(truncatingIfNeeded: length >> UInt64(8 * position))
    }
  }

  /// The objects up to the root's fields, whose number does not depend on the package.
  private static let fixedObjects: UInt8 = 27
  /// The objects of a package with all its fields.
  private static let maximumObjects = 36
  /// The bytes of a frame without its texts and payload, offsets of 8 bytes included.
  private static let typicalSize = 600

  /// What every package begins with, by how many objects its fields are.
  ///
  /// Room for the header, the archive's own dictionaries, and the root's keys: made once.
  private static let heads: [PackageObjects] = (0...3 as ClosedRange<UInt8>).map { fields in
    var objects = PackageObjects(header: FrameDecoder.headerLength)
    objects.append(raw: [0xd4, 1, 2, 3, 4, 5, 6, 7, 10])
    for key in ["$version", "$archiver", "$top", "$objects"] { objects.append(string: key) }
    objects.append(integer: 100_000)
    objects.append(string: "NSKeyedArchiver")
    objects.append(raw: [0xd1, 8, 9])
    objects.append(string: "root")
    objects.append(uid: 1)
    // `$objects`: nil, the root, its fields, and its class.
    objects.append(raw: [0xa3 + fields, 11, 12] + (fixedObjects...(fixedObjects + fields)))
    objects.append(string: "$null")
    objects.append(raw: [0xd7] + (13...26))
    for key in ["data", "type", "word", "name", "toTheEnd", "kind", "$class"] { objects.append(string: key) }
    return objects
  }
}

extension UInt64 {
  /// This number, which then is one more.
  fileprivate mutating func next() -> UInt64 {
    defer { self += 1 }
    return self
  }
}
