import TestSupport
import Testing

@testable import KeyedArchive

/// Inputs that kill or stop other readers; bounded work is asserted as visited nodes, never as time.
@Suite struct HostileTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 10_000, maximumDepth: 64, maximumNodes: 20_000)

  /// What the property list reader says; nil where the file is a legal property list.
  static let propertyListErrors: [String: PropertyListError?] = [
    "badtable.plist": .badTrailer, "badtop.plist": .badTrailer, "crash-ka-1.bin": nil, "crash-ka-2.bin": nil,
    "crash-ka-3.bin": .badString(offset: 434), "crash-plist.bin": nil, "crash2-ka.bin": .badString(offset: 267),
    "cycle.plist": .cycle(object: 0), "cycle2.plist": .cycle(object: 0), "deep500.plist": .tooDeep(limit: 64),
    "deep5000.plist": .tooDeep(limit: 64), "dictcycle.plist": .cycle(object: 0),
    "hugecount.plist": .pastEnd(offset: 8), "hugedata.plist": .pastEnd(offset: 8),
    "hugeobjs.plist": .tooManyObjects(1 << 60, limit: 10_000), "ka16.plist": nil, "ka20.plist": nil,
    "ka28.plist": nil, "kaclass.plist": nil, "kacycle.plist": nil, "kadeep2000.plist": nil, "kauid.plist": nil,
    "laughs.plist": .tooManyNodes(limit: 20_000), "laughs10.plist": .tooManyNodes(limit: 20_000),
    "laughs14.plist": .tooManyNodes(limit: 20_000), "laughs16.plist": .tooManyNodes(limit: 20_000),
    "laughs18.plist": .tooManyNodes(limit: 20_000), "laughs20.plist": .tooManyNodes(limit: 20_000),
    "openstep.plist": .notBinary, "set.plist": nil, "xmldeep500.plist": .notBinary,
    "xmldeep5000.plist": .notBinary, "xmlent.plist": .notBinary,
  ]

  /// What the archive reader says of those that are legal property lists; nil where one is a legal archive.
  static let archiveErrors: [String: KeyedArchiveError?] = [
    "crash-ka-1.bin": nil, "crash-ka-2.bin": .missingClass(9), "crash-plist.bin": .notAnArchive,
    "ka16.plist": .malformed(.tooManyNodes(limit: 20_000)), "ka20.plist": .malformed(.tooManyNodes(limit: 20_000)),
    "ka28.plist": .malformed(.tooManyNodes(limit: 20_000)), "kaclass.plist": .foreignClass("NSConcreteNothing"),
    "kacycle.plist": .cycle(1), "kadeep2000.plist": .malformed(.tooDeep(limit: 64)),
    "kauid.plist": .missingObject(4_000_000), "set.plist": .notAnArchive,
  ]

  @Test("every hostile file is in the table")
  func tableIsComplete() {
    #expect(Fixtures.names(in: "hostile") == Self.propertyListErrors.keys.sorted())
    let legal = Self.propertyListErrors.filter { $0.value == nil }.keys
    #expect(legal.sorted() == Self.archiveErrors.keys.sorted())
  }

  @Test(
    "a hostile property list gives its error after no more than the allowed nodes (000-28)",
    arguments: propertyListErrors.keys.sorted())
  func propertyList(name: String) throws {
    let bytes = try Fixtures.bytes("hostile/" + name)
    let expected = try #require(Self.propertyListErrors[name])
    var nodes = 0
    let error = error { () throws(PropertyListError) in
      try bytes.withUnsafeBufferPointer { (buffer) throws(PropertyListError) in
        let view = try PropertyListView(UnsafeRawBufferPointer(buffer), limits: Self.limits)
        var checker = PropertyListChecker(view: view, limits: Self.limits)
        defer { nodes = checker.nodes }
        try checker.check()
      }
    }
    #expect(error == expected)
    #expect(nodes <= Self.limits.maximumNodes)
  }

  @Test("a hostile archive gives its error", arguments: archiveErrors.keys.sorted())
  func archive(name: String) throws {
    let bytes = try Fixtures.bytes("hostile/" + name)
    let expected = try #require(Self.archiveErrors[name])
    let error = error { () throws(KeyedArchiveError) in
      _ = try KeyedArchiveReader(bytes, limits: Self.limits).rootValue()
    }
    #expect(error == expected)
  }

  @Test("many objects on the same bytes do not multiply them")
  func overlap() {
    // 1,000 entries of the offset table, all pointing to one string of 2,000 bytes.
    var bytes = Array("bplist00".utf8)
    BinaryEncoding.append(marker: 0xa0, count: 1000, to: &bytes)
    for number in 1...1000 { BinaryEncoding.append(UInt64(number), width: 2, to: &bytes) }
    let string = bytes.count
    BinaryEncoding.append(string: String(repeating: "x", count: 2000), to: &bytes)
    BinaryEncoding.appendTable(
      offsets: [8] + Array(repeating: string, count: 1000), referenceSize: 2, tableOffset: bytes.count, to: &bytes)
    #expect(throws: PropertyListError.overlappingObjects) {
      try PropertyList(binary: bytes, limits: Self.limits)
    }
  }

  @Test("a long string that is referred to often counts by its length")
  func repetition() throws {
    let long = PropertyList.string(String(repeating: "x", count: 1600))
    let value = PropertyList.array(Array(repeating: long, count: 1000))
    let bytes = try value.binary()
    #expect(bytes.count < 4000)
    #expect(throws: PropertyListError.tooManyNodes(limit: 20_000)) {
      try PropertyList(binary: bytes, limits: Self.limits)
    }
    var generous = Self.limits
    generous.maximumNodes = 200_000
    #expect(try PropertyList(binary: bytes, limits: generous) == value)
  }
}

/// The error with which `body` fails; nil where it does not.
func error<Failure: Error>(of body: () throws(Failure) -> Void) -> Failure? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
