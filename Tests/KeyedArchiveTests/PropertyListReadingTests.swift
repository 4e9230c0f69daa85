import TestSupport
import Testing

@testable import KeyedArchive

@Suite struct PropertyListReadingTests {
  /// A property list whose only object is `object`.
  static func file(_ object: [UInt8]) -> [UInt8] {
    var bytes = Array("bplist00".utf8) + object
    BinaryEncoding.appendTable(offsets: [8], referenceSize: 1, tableOffset: bytes.count, to: &bytes)
    return bytes
  }

  static func read(_ object: [UInt8]) throws(PropertyListError) -> PropertyList {
    try PropertyList(binary: file(object), limits: RoundTripTests.limits)
  }

  @Test(
    "a scalar is read by its width",
    arguments: [
      ([0x00], .null), ([0x08], .bool(false)), ([0x09], .bool(true)),
      ([0x10, 0xff], .integer(255)), ([0x11, 0xff, 0xff], .integer(65535)),
      ([0x12, 0xff, 0xff, 0xff, 0xff], .integer(4_294_967_295)),
      ([0x13] + [UInt8](repeating: 0xff, count: 8), .integer(-1)),
      ([0x14] + [UInt8](repeating: 0xff, count: 16), .integer(-1)),
      ([0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xff, count: 8), .integer(Int128(UInt64.max))),
      ([0x22, 0x3f, 0xc0, 0, 0], .real32(1.5)), ([0x23, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0], .real(1.5)),
      ([0x33, 0xbf, 0xf0, 0, 0, 0, 0, 0, 0], .date(-1)),
      ([0x40], .data([])), ([0x41, 7], .data([7])), ([0x4f, 0x10, 1, 7], .data([7])),
      ([0x50], .string("")), ([0x52, 0x68, 0x69], .string("hi")), ([0x61, 0x55, 0xef], .string("嗯")),
      ([0x62, 0xd8, 0x3c, 0xdf, 0xb5], .string("🎵")), ([0x62, 0xdb, 0xff, 0xdf, 0xff], .string("\u{10ffff}")),
      ([0x62, 0xd8, 0x00, 0xdc, 0x00], .string("\u{10000}")), ([0x61, 0xff, 0xff], .string("\u{ffff}")),
      ([0x62, 0x07, 0xff, 0x08, 0x00], .string("\u{7ff}\u{800}")),
      ([0x62, 0x00, 0x7f, 0x00, 0x80], .string("\u{7f}\u{80}")),
      ([0x80, 5], .uid(5)), ([0x87] + [UInt8](repeating: 0xff, count: 8), .uid(.max)),
      ([0x8f] + [UInt8](repeating: 0, count: 15) + [9], .uid(9)),
      ([0xa0], .array([])), ([0xc0], .set([])), ([0xd0], .dictionary([:])),
    ] as [([UInt8], PropertyList)])
  func scalar(bytes: [UInt8], value: PropertyList) throws {
    #expect(try Self.read(bytes) == value)
  }

  @Test(
    "an object that makes no sense gives its error",
    arguments: [
      ([0x01], .unknownType(0x01, offset: 8)), ([0x0f], .unknownType(0x0f, offset: 8)),
      ([0x15], .unknownType(0x15, offset: 8)), ([0x21, 0, 0], .unknownType(0x21, offset: 8)),
      ([0x70], .unknownType(0x70, offset: 8)), ([0x90], .unknownType(0x90, offset: 8)),
      ([0xb0], .unknownType(0xb0, offset: 8)), ([0xf0], .unknownType(0xf0, offset: 8)),
      ([0x13, 0, 0], .pastEnd(offset: 8)), ([0x14, 0, 0, 0, 0, 0, 0, 0, 0], .pastEnd(offset: 16)),
      ([0x23, 0], .pastEnd(offset: 8)), ([0x33], .pastEnd(offset: 8)), ([0x81, 0], .pastEnd(offset: 8)),
      ([0x88, 1, 0, 0, 0, 0, 0, 0, 0, 0], .badNumber(offset: 8)),
      ([0x41], .pastEnd(offset: 8)), ([0x4f], .pastEnd(offset: 8)), ([0x4f, 0x10], .pastEnd(offset: 9)),
      ([0x4f, 0x50], .unknownType(0x50, offset: 9)),
      ([0x4f, 0x13] + [UInt8](repeating: 0xff, count: 8), .badNumber(offset: 9)),
      ([0x4f, 0x14, 0x7f] + [UInt8](repeating: 0xff, count: 15), .badNumber(offset: 9)),
      ([0x4f, 0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7), .pastEnd(offset: 8)),
      ([0x6f, 0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7), .pastEnd(offset: 8)),
      ([0xdf, 0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7), .pastEnd(offset: 8)),
      ([0x51, 0x80], .badString(offset: 9)), ([0x61, 0xd8, 0x00], .badString(offset: 9)),
      ([0x61, 0xdc, 0x00], .badString(offset: 9)), ([0x62, 0xd8, 0x00, 0x00, 0x61], .badString(offset: 9)),
      ([0x62, 0xd8, 0x00, 0xd8, 0x00], .badString(offset: 9)), ([0x62, 0xdc, 0x00, 0xd8, 0x00], .badString(offset: 9)),

      ([0x61, 0x55], .pastEnd(offset: 8)), ([0xa1], .pastEnd(offset: 8)), ([0xa1, 0], .cycle(object: 0)),
      ([0xa1, 1], .badReference(1)), ([0xd1, 0], .pastEnd(offset: 8)), ([0xd1, 0, 0], .cycle(object: 0)),
    ] as [([UInt8], PropertyListError)])
  func invalid(bytes: [UInt8], expected: PropertyListError) {
    #expect(error { () throws(PropertyListError) in _ = try Self.read(bytes) } == expected)
  }

  @Test("a key that is there twice is an error, a key that is only similar is not")
  func keys() throws {
    let twice: [UInt8] = [0xd2, 1, 1, 1, 1]
    var bytes = Array("bplist00".utf8) + twice + [0x51, 0x61]
    BinaryEncoding.appendTable(offsets: [8, 13], referenceSize: 1, tableOffset: bytes.count, to: &bytes)
    #expect(throws: PropertyListError.duplicateKey(object: 0)) {
      try PropertyList(binary: bytes, limits: RoundTripTests.limits)
    }
    var similar = PropertyListDictionary()
    similar["\u{e9}"] = .integer(1)
    similar["e\u{301}"] = .integer(2)
    #expect(similar.count == 2)
    let value = PropertyList.dictionary(similar)
    #expect(try PropertyList(binary: value.binary(), limits: RoundTripTests.limits) == value)
  }

  @Test("keys may be of any type")
  func anyKey() throws {
    var dictionary = PropertyListDictionary()
    dictionary[.integer(1)] = .string("one")
    dictionary[.array([.bool(true)])] = .string("array")
    dictionary[.dictionary(["a": .null])] = .data([1])
    let value = PropertyList.dictionary(dictionary)
    #expect(try PropertyList(binary: value.binary(), limits: RoundTripTests.limits) == value)
  }

  @Test("each limit is kept: what is just within is read, what is just beyond is not")
  func limits() throws {
    let value = PropertyList.array([.array([.integer(1), .integer(2)])])
    let bytes = try value.binary()
    let exact = PropertyListLimits(
      maximumSize: bytes.count, maximumObjects: 4, maximumDepth: 3, maximumNodes: 4)
    #expect(try PropertyList(binary: bytes, limits: exact) == value)
    let cases: [(WritableKeyPath<PropertyListLimits, Int>, PropertyListError)] = [
      (\.maximumSize, .tooLarge(bytes.count, limit: bytes.count - 1)),
      (\.maximumObjects, .tooManyObjects(4, limit: 3)),
      (\.maximumDepth, .tooDeep(limit: 2)),
      (\.maximumNodes, .tooManyNodes(limit: 3)),
    ]
    for (limit, expected) in cases {
      var tight = exact
      tight[keyPath: limit] -= 1
      #expect(throws: expected) { try PropertyList(binary: bytes, limits: tight) }
    }
  }

  @Test("a property list cut anywhere is an error")
  func cut() throws {
    let bytes = try RoundTripTests.everything.binary()
    for count in 0..<bytes.count {
      #expect(throws: PropertyListError.self) {
        try PropertyList(binary: Array(bytes[..<count]), limits: RoundTripTests.limits)
      }
    }
  }
}
