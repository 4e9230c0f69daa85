import Framing
import KeyedArchive

/// What the packets of both directions have in common.
enum RoomWire {
  static func package(_ message: (verb: String, fields: PropertyListDictionary)) -> Package {
    // Every value of a packet is one that a property list carries, so writing it cannot fail.
    let data = (try? PropertyList.dictionary(message.fields).binary()) ?? []
    return Package(kind: .control, intent: .none, word: message.verb, data: data)
  }

  static func fields(_ data: UnsafeRawBufferPointer) -> PropertyListDictionary? {
    (try? PropertyList(binary: data, limits: ControlMessage.limits))?.dictionaryValue
  }

  /// A dictionary of those that have a value.
  static func present(_ pairs: [(String, PropertyList?)]) -> PropertyListDictionary {
    PropertyListDictionary(pairs.compactMap { key, value in value.map { (key, $0) } })
  }
}

extension PropertyListDictionary {
  func with(_ key: String, _ value: PropertyList) -> PropertyListDictionary {
    var copy = self
    copy[key] = value
    return copy
  }
}

extension FieldReader {
  /// A count: from 0 to 2^63 - 1.
  func counter(_ key: String) throws(FieldMissing) -> UInt64 {
    guard let number = UInt64(exactly: try int(key)) else { throw FieldMissing() }
    return number
  }

  func data(_ key: String) throws(FieldMissing) -> [UInt8] {
    guard let bytes = fields[key]?.dataValue else { throw FieldMissing() }
    return bytes
  }

  /// The 32 bits of a ping.
  func token() throws(FieldMissing) -> UInt32 {
    guard let token = UInt32(exactly: try int("token")) else { throw FieldMissing() }
    return token
  }
}

extension StrokePart {
  var fields: PropertyListDictionary {
    [
      "part": .number(part), "last": .bool(isLast), "width": .real(width), "color": .number(color),
      "screenW": .real(screen.width), "screenH": .real(screen.height), "erase": .bool(erases), "points": .data(points),
    ]
  }

  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      part: try read.int("part"), isLast: try read.bool("last"), width: try read.double("width"),
      color: try read.int("color"),
      screen: Stroke.Screen(width: try read.double("screenW"), height: try read.double("screenH")),
      erases: try read.bool("erase"), points: try read.data("points"))
  }
}

extension FilePart {
  var fields: PropertyListDictionary {
    [
      "kind": .string(kind.rawValue), "size": .number(size), "offset": .number(offset), "data": .data(data),
    ]
  }

  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      kind: try read.word("kind", as: RoomFile.Kind.self), size: try read.int64("size"),
      offset: try read.int64("offset"), data: try read.data("data"))
    guard size >= 0, offset >= 0, data.count <= Self.byteLimit, offset <= size - Int64(data.count) else {
      throw FieldMissing()
    }
  }
}
