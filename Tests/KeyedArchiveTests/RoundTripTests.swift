import KeyedArchive
import Testing

@Suite struct RoundTripTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 10_000, maximumDepth: 64, maximumNodes: 100_000)

  static let integers: [Int128] = [
    0, 255, 256, 65_536, 1 << 32, -1, Int128(Int64.min), 1 << 63, Int128.max, Int128.min,
  ]

  static let everything = PropertyList.dictionary([
    "null": .null, "yes": .bool(true), "no": .bool(false), "integers": .array(integers.map { .integer($0) }),
    "real32": .real32(1.5), "real": .real(-0.0), "zero": .real(0), "date": .date(0.25), "data": .data([1, 2, 3]),
    "empty": .string(""), "ascii": .string("say"), "text": .string("嗯嗯 🎵"), "uid": .uid(300),
    "set": .set([.integer(1)]), "nested": .dictionary(["array": .array([])]),
  ])

  @Test("a value of every type comes back as it was")
  func everyType() throws {
    #expect(try PropertyList(binary: Self.everything.binary(), limits: Self.limits) == Self.everything)
  }

  @Test("the same value gives the same bytes, and what was read is written as it was")
  func stable() throws {
    let bytes = try Self.everything.binary()
    #expect(try Self.everything.binary() == bytes)
    #expect(try PropertyList(binary: bytes, limits: Self.limits).binary() == bytes)
  }

  @Test(
    "an integer takes the fewest bytes, a negative one 8, one beyond 64 bits 16",
    arguments: [
      (0, [0x10, 0]), (255, [0x10, 0xff]), (256, [0x11, 1, 0]), (65_535, [0x11, 0xff, 0xff]),
      (65_536, [0x12, 0, 1, 0, 0]), (1 << 32, [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
      (-1, [0x13] + [UInt8](repeating: 0xff, count: 8)),
      (Int128(Int64.max), [0x13, 0x7f] + [UInt8](repeating: 0xff, count: 7)),
      (1 << 63, [0x14] + [UInt8](repeating: 0, count: 8) + [0x80] + [UInt8](repeating: 0, count: 7)),
    ] as [(Int128, [UInt8])])
  func integer(value: Int128, object: [UInt8]) throws {
    let bytes = try PropertyList.integer(value).binary()
    #expect(Array(bytes[8..<(8 + object.count)]) == object)
    #expect(bytes.count == 8 + object.count + 1 + 32)
  }

  @Test("more than 255 objects are referred to by two bytes, more than 65,535 by four")
  func references() throws {
    var limits = Self.limits
    limits.maximumObjects = 100_000
    for (count, width) in [(255, 1), (256, 2), (65_535, 2), (65_536, 4)] {
      let value = PropertyList.array((0..<count).map { .integer(Int128($0)) })
      let bytes = try value.binary()
      #expect(bytes[bytes.count - 32 + 7] == width)
      #expect(try PropertyList(binary: bytes, limits: limits) == value)
    }
  }

  @Test("composed and decomposed characters are kept apart")
  func unicode() throws {
    let value = PropertyList.array([.string("\u{e9}"), .string("e\u{301}")])
    let back = try PropertyList(binary: value.binary(), limits: Self.limits)
    #expect(back == value)
    let lengths = back.arrayValue?.map { $0.stringValue?.unicodeScalars.count }
    #expect(lengths == [1, 2])
    #expect(PropertyList.string("\u{e9}") != .string("e\u{301}"))
  }

  @Test("zeros of both signs and a value that is no number are kept")
  func reals() throws {
    let value = PropertyList.array([.real(0), .real(-0.0), .real(.nan), .real32(-0.0), .real32(0), .date(-0.0)])
    #expect(try PropertyList(binary: value.binary(), limits: Self.limits) == value)
  }

  @Test("what is nested deeper than other readers follow is not written")
  func depth() throws {
    func nested(_ depth: Int) -> PropertyList { (1..<depth).reduce(.array([])) { inner, _ in .array([inner]) } }
    var limits = Self.limits
    limits.maximumDepth = 512
    let deepest = nested(PropertyList.maximumWrittenDepth)
    #expect(try PropertyList(binary: deepest.binary(), limits: limits) == deepest)
    #expect(throws: PropertyListError.tooDeep(limit: 512)) {
      try nested(PropertyList.maximumWrittenDepth + 1).binary()
    }
  }
}
