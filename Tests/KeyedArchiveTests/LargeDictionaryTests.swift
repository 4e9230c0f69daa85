import TestSupport
import Testing

@testable import KeyedArchive

/// A dictionary so large that it stays in the bytes it was read from must be like any other.
@Suite("A large dictionary, left in its bytes") struct LargeDictionaryTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 24, maximumObjects: 1 << 18, maximumDepth: 64, maximumNodes: 1 << 20)

  /// One of every type under keys of both encodings, and some that hold others.
  static func value(_ number: Int) -> PropertyList {
    switch number % 12 {
    case 0: .integer(Int128(number) << (number % 90))
    case 1: .real(Double(number) / 3)
    case 2: .real32(Float(number))
    case 3: .bool(number.isMultiple(of: 2))
    case 4: .date(Double(number) + 0.25)
    case 5: .data(Array(repeating: UInt8(truncatingIfNeeded: number), count: number % 40))
    case 6: .string(String(repeating: "嗯🎵", count: number % 9))
    case 7: .array([.integer(Int128(number)), .dictionary(["in": .string("array")])])
    case 8: .dictionary(["nested": .dictionary(["deep": .integer(Int128(number))])])
    case 9: .string("")
    case 10: .real(.nan)
    default: .string(String(repeating: "text ", count: number % 50))
    }
  }

  static func key(_ number: Int) -> String { number.isMultiple(of: 5) ? "schlüssel-\(number)" : "key-\(number)" }

  static func held(_ count: Int) -> PropertyListDictionary {
    PropertyListDictionary((0..<count).map { (key($0), value($0)) })
  }

  static func read(_ dictionary: PropertyListDictionary) throws -> PropertyListDictionary {
    let value = try PropertyList(binary: PropertyList.dictionary(dictionary).binary(), limits: limits)
    return try #require(value.dictionaryValue)
  }

  static func isLeft(_ dictionary: PropertyListDictionary) -> Bool {
    if case .encoded = dictionary.storage { true } else { false }
  }

  @Test("it is left from 256 entries on, and has the same entries in the same order", arguments: [255, 256, 3000])
  func entries(count: Int) throws {
    let held = Self.held(count)
    let left = try Self.read(held)
    #expect(Self.isLeft(left) == (count >= 256))
    #expect(left.count == count && left.entries == held.entries && Array(left) == held.entries)
    #expect(left == held && held == left && left.hashValue == held.hashValue)
    for number in 0..<count { #expect(left[Self.key(number)] == Self.value(number)) }
    #expect(left["key-\(count)"] == nil && left["schlu\u{308}ssel-0"] == nil && left[.integer(1)] == nil)
  }

  @Test("edits are as those of one in memory, whatever is set, removed and set again, few and many")
  func edits() throws {
    var generator = SeededGenerator(seed: 5)
    for (count, edits) in [(300, 40), (300, 400), (6000, 9000)] {
      var held = Self.held(count)
      var left = try Self.read(held)
      for round in 0..<edits {
        let key = Self.key(Int.random(in: 0..<(count + 30), using: &generator))
        let value = round.isMultiple(of: 3) ? nil : Self.value(round)
        held[key] = value
        left[key] = value
      }
      #expect(left.count == held.count && left.entries == held.entries && left == held)
      #expect(left.names == held.entries.compactMap(\.key.stringValue) && held.names == left.names)
      #expect(try Self.read(left) == held && Self.read(left).entries.map(\.key) == held.entries.map(\.key))
    }
  }

  @Test("a few edits leave it in its bytes; what was removed is gone from what is written")
  func overlay() throws {
    var left = try Self.read(Self.held(1000))
    left["key-1"] = nil
    left["key-2"] = .string("new")
    left["added"] = .dictionary(["a": .data([1])])
    #expect(Self.isLeft(left) && left.count == 1000)
    let bytes = try PropertyList.dictionary(left).binary()
    let back = try #require(PropertyList(binary: bytes, limits: Self.limits).dictionaryValue)
    #expect(back == left && back["key-1"] == nil && back["key-2"] == .string("new"))
    left["key-1"] = .bool(true)
    #expect(left.entries.last?.key == .string("key-1"))
  }

  @Test(
    "what differs is told in the order of the older one, then what is added; bytes that are written otherwise do not")
  func differences() throws {
    let old = Self.held(700)
    var new = old
    new["key-3"] = nil
    new["key-7"] = .dictionary([:])
    new["z"] = .integer(1)
    new["y"] = .integer(2)
    let expected: [PropertyListDictionary.Difference] = [
      .init(key: .string("key-3"), old: Self.value(3), new: nil),
      .init(key: .string("key-7"), old: Self.value(7), new: .dictionary([:])),
      .init(key: .string("z"), old: nil, new: .integer(1)), .init(key: .string("y"), old: nil, new: .integer(2)),
    ]
    for older in [old, try Self.read(old)] {
      for newer in [new, try Self.read(new)] {
        #expect(newer.differences(from: older) == expected)
        #expect(older.differences(from: older).isEmpty && older != newer && newer != older)
      }
    }
    var edited = try Self.read(old)
    for difference in expected { edited[difference.key] = difference.new }
    #expect(edited.differences(from: try Self.read(old)) == expected)
    #expect(try Self.read(old).differences(from: edited).count == 4 && edited == Self.read(new))
  }

  @Test("one text may be written in ASCII here and in UTF-16 there: it is the same key and the same value")
  func encodings() throws {
    func file(wide: Bool) throws -> PropertyListDictionary {
      var bytes = Array("bplist00".utf8)
      var offsets = [8]
      BinaryEncoding.append(marker: 0xd0, count: 300, to: &bytes)
      for number in 1...600 { BinaryEncoding.append(UInt64(number), width: 2, to: &bytes) }
      for number in 0..<600 {
        offsets.append(bytes.count)
        let text = "text \(number)"
        if wide {
          BinaryEncoding.append(marker: 0x60, count: text.utf16.count, to: &bytes)
          for unit in text.utf16 { BinaryEncoding.append(UInt64(unit), width: 2, to: &bytes) }
        } else {
          BinaryEncoding.append(string: text, to: &bytes)
        }
      }
      BinaryEncoding.appendTable(offsets: offsets, referenceSize: 2, tableOffset: bytes.count, to: &bytes)
      return try #require(PropertyList(binary: bytes, limits: Self.limits).dictionaryValue)
    }
    let (narrow, wide) = (try file(wide: false), try file(wide: true))
    #expect(Self.isLeft(narrow) && narrow == wide && wide == narrow && wide.differences(from: narrow).isEmpty)
    #expect(wide["text 7"] == .string("text 307"))
  }

  @Test("a key that is there twice is found among thousands; the reader shares nothing with what it read")
  func duplicates() throws {
    var bytes = Array("bplist00".utf8)
    BinaryEncoding.append(marker: 0xd0, count: 1000, to: &bytes)
    for number in 1...1000 { BinaryEncoding.append(UInt64(number), width: 2, to: &bytes) }
    for _ in 1...1000 { BinaryEncoding.append(1001, width: 2, to: &bytes) }
    var offsets = [8]
    for number in 0..<1000 {
      offsets.append(bytes.count)
      BinaryEncoding.append(string: number == 999 ? "12" : String(number), to: &bytes)
    }
    offsets.append(bytes.count)
    BinaryEncoding.append(integer: 5, to: &bytes)
    BinaryEncoding.appendTable(offsets: offsets, referenceSize: 2, tableOffset: bytes.count, to: &bytes)
    #expect(throws: PropertyListError.duplicateKey(object: 0)) { try PropertyList(binary: bytes, limits: Self.limits) }
  }

  @Test("keys of every type are found, those that are containers too, and one that is there twice is none")
  func keysOfEveryType() throws {
    var held = Self.held(300)
    let keys: [PropertyList] = [
      .array([.integer(1), .string("one")]), .integer(7), .real(7), .bool(true), .data([1, 2]),
      .dictionary(["in": .integer(1)]),
    ]
    for (number, key) in keys.enumerated() { held[key] = .integer(Int128(number)) }
    let left = try Self.read(held)
    #expect(Self.isLeft(left) && left == held)
    for (number, key) in keys.enumerated() { #expect(left[key] == .integer(Int128(number))) }
    // The same array once more, as an object of its own.
    var bytes = Array("bplist00".utf8)
    BinaryEncoding.append(marker: 0xd0, count: 300, to: &bytes)
    for number in 1...600 { BinaryEncoding.append(UInt64(min(number, 301)), width: 2, to: &bytes) }
    var offsets = [8]
    for number in 1...301 {
      offsets.append(bytes.count)
      if number == 2 || number == 300 {
        bytes += [0xa1]
        BinaryEncoding.append(301, width: 2, to: &bytes)
      } else {
        BinaryEncoding.append(string: "text \(number)", to: &bytes)
      }
    }
    BinaryEncoding.appendTable(offsets: offsets, referenceSize: 2, tableOffset: bytes.count, to: &bytes)
    #expect(throws: PropertyListError.duplicateKey(object: 0)) { try PropertyList(binary: bytes, limits: Self.limits) }
  }

  @Test("within others it is left too, and in bytes of its own once it is compacted")
  func nested() throws {
    let large = PropertyList.dictionary(Self.held(400))
    let value = PropertyList.dictionary(["small": .integer(1), "large": large, "list": .array([large, large])])
    let read = try PropertyList(binary: value.binary(), limits: Self.limits)
    let inner = try #require(read.dictionaryValue?["large"]?.dictionaryValue)
    #expect(Self.isLeft(inner) && read == value)
    let own = try #require(PropertyList.dictionary(inner).compacted.dictionaryValue)
    guard case .encoded(let whole) = inner.storage, case .encoded(let alone) = own.storage else {
      Issue.record("they are not left in bytes")
      return
    }
    #expect(own == inner && alone.read.source.bytes.count < whole.read.source.bytes.count)
  }
}
