import KeyedArchive

/// Objects of an archive written one behind the other, and where each begins.
struct PackageObjects: Sendable {
  /// What was written since the payload, or all of it where there is none.
  private(set) var bytes: [UInt8]
  /// Where each object begins in the archive.
  private var offsets: [Int] = []
  /// Where `bytes` begin in the archive; negative by the header's length at first.
  private var base: Int

  /// An archive's first bytes, behind room for a frame's header.
  init(header: Int) {
    bytes = Array(repeating: 0, count: header) + Array("bplist00".utf8)
    base = -header
  }

  /// The length of the archive so far, the payload counted.
  var end: Int { base + bytes.count }

  mutating func reserveCapacity(bytes count: Int, objects: Int) {
    bytes.reserveCapacity(count)
    offsets.reserveCapacity(objects)
  }

  mutating func append(raw object: [UInt8]) {
    offsets.append(end)
    bytes.append(contentsOf: object)
  }

  mutating func append(uid: UInt64) {
    offsets.append(end)
    BinaryEncoding.append(uid: uid, to: &bytes)
  }

  mutating func append(bool: Bool) {
    offsets.append(end)
    bytes.append(bool ? 0x09 : 0x08)
  }

  mutating func append(integer: Int64) {
    offsets.append(end)
    BinaryEncoding.append(integer: Int128(integer), to: &bytes)
  }

  mutating func append(string: String) {
    offsets.append(end)
    BinaryEncoding.append(string: string, to: &bytes)
  }

  /// The description of a class, five objects of which the first has this number; the name is shared by two of them.
  mutating func append(class name: String, number: UInt8) {
    append(raw: [0xd2, number + 1, number + 2, number + 3, number + 4])
    append(string: "$classname")
    append(string: "$classes")
    append(string: name)
    append(raw: [0xa2, number + 3, number + 5])
    append(string: "NSObject")
  }

  /// Leaves out a data object's `count` bytes; gives what was written before them.
  mutating func appendPayload(count: Int) -> [UInt8] {
    offsets.append(end)
    BinaryEncoding.append(marker: 0x40, count: count, to: &bytes)
    base = end + count
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.capacity - bytes.count)
    swap(&rest, &bytes)
    return rest
  }

  mutating func appendTable() {
    BinaryEncoding.appendTable(offsets: offsets, referenceSize: 1, tableOffset: end, to: &bytes)
  }
}
