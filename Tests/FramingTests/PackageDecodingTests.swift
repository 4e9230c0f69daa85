import Framing
import KeyedArchive
import TestSupport
import Testing

/// What other archivers do differently, and what no archiver should do.
@Suite struct PackageDecodingTests {
  /// The body of an archive whose root has these fields, and `$class` of the given name.
  static func body(
    _ fields: PropertyListDictionary, className: String = "socketG.Package", ancestors: [String] = ["NSObject"],
    _ prepare: (inout KeyedArchiveWriter) throws -> PropertyListDictionary = { _ in [:] }
  ) throws -> [UInt8] {
    var writer = KeyedArchiveWriter()
    var all = fields
    for entry in try prepare(&writer).entries { all[entry.key] = entry.value }
    let root = writer.add(className: className, ancestors: ancestors, fields: all)
    return try writer.binary(root: root)
  }

  static func package(_ arrival: Arrival) throws -> Package {
    var package: Package?
    if case .package(let arrived, _) = arrival { package = arrived }
    return try #require(package, "\(arrival)")
  }

  @Test("missing numbers are 0, a missing boolean is false, missing objects are nil")
  func missing() throws {
    #expect(
      PackageStream.arrival(try Self.body([:]))
        == .package(Package(kind: .init(rawValue: 0), intent: .data), className: "socketG.Package"))
  }

  @Test("keys that nobody knows are passed over, whatever they hold")
  func unknownKeys() throws {
    let body = try Self.body([
      "later": .uid(9999), "kind": .integer(2), "more": .array([.integer(1)]), "type": .integer(-1), "嗯": .null,
    ])
    #expect(try Self.package(PackageStream.arrival(body)) == Package(kind: .text, intent: .none))
  }

  @Test("strings and data may be objects of their mutable classes")
  func mutable() throws {
    let body = try Self.body(["kind": .integer(3)]) { writer in
      let inner = try writer.add(.data([4, 5]))
      let word = writer.add(className: "NSMutableString", fields: ["NS.string": .string("嗯")])
      let name = writer.add(className: "NSString", ancestors: [], fields: ["NS.string": .string("a.mp3")])
      let data = writer.add(className: "NSMutableData", ancestors: ["NSData"], fields: ["NS.data": .uid(inner)])
      return ["word": .uid(word), "name": .uid(name), "data": .uid(data)]
    }
    #expect(
      try Self.package(PackageStream.arrival(body))
        == Package(kind: .file, intent: .data, word: "嗯", name: "a.mp3", data: [4, 5]))
  }

  @Test("data may be in an NSData object, which holds it in place")
  func wrapped() throws {
    let body = try Self.body([:]) { writer in
      ["data": .uid(writer.add(className: "NSData", fields: ["NS.data": .data([6])]))]
    }
    #expect(try Self.package(PackageStream.arrival(body)).data == [6])
  }

  @Test("the payload is a place in the body, not a copy")
  func place() throws {
    let payload = [UInt8](repeating: 0xab, count: 5000)
    let body = Array(Package(kind: .file, intent: .data, name: "a", data: payload).frame()[8...])
    let received = try body.withUnsafeBytes { try Package.decode(body: $0, limits: ProductLimits.package) }
    let place = try #require(received.data)
    #expect(Array(body[place]) == payload)
    #expect(body[place.lowerBound - 1] != 0xab && body[place.upperBound] != 0xab)
  }

  @Test(
    "a package of any module is taken (000-19)",
    arguments: ["Package", "socketG.Package", "socketD.Package", "长连玩具.Package", "App.Models.Package"])
  func classNames(name: String) throws {
    for ancestors in [["NSObject"], []] {
      let body = try Self.body(["kind": .integer(2)], className: name, ancestors: ancestors)
      #expect(
        PackageStream.arrival(body) == .package(Package(kind: .text, intent: .data), className: name))
    }
  }

  @Test("the game demo on the same service is told from other strangers", arguments: ["PacketH", "socketG.PacketH"])
  func gameDemo(name: String) throws {
    let body = try Self.body(["type": .integer(0), "action": .integer(0), "data": .integer(3)], className: name)
    #expect(PackageStream.arrival(body) == .error(.gameDemo))
  }

  @Test(
    "any other class is named in the error (000-19, 000-28)",
    arguments: ["", ".Package", "socketGPackage", "Package.Other", "package", "NSDictionary", "socketG.Package "])
  func foreignClasses(name: String) throws {
    #expect(PackageStream.arrival(try Self.body([:], className: name)) == .error(.foreignClass(name)))
  }

  @Test(
    "a field of a type that it cannot have is named (000-28)",
    arguments: [
      ("kind", .string("3"), .kind), ("kind", .real(3), .kind), ("kind", .integer(1 << 63), .kind),
      ("type", .data([]), .type), ("type", .array([]), .type), ("toTheEnd", .string("yes"), .toTheEnd),
      ("word", .integer(1), .word), ("word", .data([1]), .word), ("name", .bool(true), .name),
      ("name", .dictionary([:]), .name), ("data", .string("x"), .data), ("data", .integer(0), .data),
      ("data", .array([.data([])]), .data), ("data", .dictionary(["NS.data": .data([])]), .data),
    ] as [(String, PropertyList, PackageField)])
  func wrongTypes(key: String, value: PropertyList, field: PackageField) throws {
    #expect(PackageStream.arrival(try Self.body([.init(key): value])) == .error(.wrongType(field)))
    let referred = try Self.body([:]) { [key: .uid(try $0.add(value))] }
    #expect(PackageStream.arrival(referred) == .error(.wrongType(field)))
  }

  @Test("a text beyond the limit is refused, one within it is taken")
  func longText() throws {
    let limits = PackageLimits(maximumSize: 1 << 20, maximumObjects: 100, maximumText: 100)
    for (key, field) in [("word", PackageField.word), ("name", .name)] {
      for (count, isFine) in [(100, true), (101, false)] {
        let body = try Self.body([:]) { [key: .uid(try $0.add(.string(String(repeating: "x", count: count))))] }
        let arrival = PackageStream.arrival(body, limits: limits)
        #expect((arrival == .error(.textTooLong(field, limit: 100))) == !isFine)
      }
    }
    let body = try Self.body([:], className: String(repeating: "x", count: 101))
    #expect(PackageStream.arrival(body, limits: limits) == .error(.textTooLong(.class, limit: 100)))
  }

  @Test("an archive without its parts says which")
  func parts() throws {
    func arrival(_ value: PropertyList) throws -> Arrival { PackageStream.arrival(try value.binary()) }
    func archive(_ objects: [PropertyList], root: PropertyList = .uid(1)) -> PropertyList {
      .dictionary(["$top": .dictionary(["root": root]), "$objects": .array([.string("$null")] + objects)])
    }
    #expect(try arrival(.dictionary([:])) == .error(.notAnArchive))
    #expect(try arrival(.string("x")) == .error(.notAnArchive))
    #expect(try arrival(.dictionary(["$top": .dictionary([:]), "$objects": .array([])])) == .error(.notAnArchive))
    #expect(try arrival(archive([], root: .integer(1))) == .error(.notAnArchive))
    #expect(try arrival(archive([])) == .error(.missingObject))
    #expect(try arrival(archive([.string("x")])) == .error(.missingClass))
    #expect(try arrival(archive([.dictionary([:])])) == .error(.missingClass))
    #expect(try arrival(archive([.dictionary(["$class": .uid(5)])])) == .error(.missingObject))
    #expect(try arrival(archive([.dictionary(["$class": .uid(0)])])) == .error(.missingClass))
    #expect(try arrival(archive([.dictionary(["$class": .uid(1)])])) == .error(.missingClass))
    #expect(try arrival(archive([.dictionary(["$class": .string("Package")])])) == .error(.missingClass))
    let unnamed = PropertyList.dictionary(["$classname": .integer(1)])
    #expect(try arrival(archive([.dictionary(["$class": .uid(2)]), unnamed])) == .error(.missingClass))
    #expect(PackageStream.arrival([]) == .error(.malformed(.notBinary)))
  }

  @Test("an archive of more objects than allowed is refused before they are looked at")
  func manyObjects() throws {
    let many = PropertyListDictionary((0..<200).map { ("key \($0)", .integer($0)) })
    let limits = PackageLimits(maximumSize: 1 << 20, maximumObjects: 100, maximumText: 100)
    guard
      case .error(.malformed(.tooManyObjects(_, limit: 100))) = PackageStream.arrival(
        try Self.body(many), limits: limits)
    else {
      Issue.record("taken")
      return
    }
  }

  /// The error of each hostile file where a frame's body is expected.
  static let hostile: [String: PackageError] = [
    "badtable.plist": .malformed(.badTrailer), "badtop.plist": .malformed(.badTrailer),
    "crash-ka-1.bin": .foreignClass("NSObject"), "crash-ka-2.bin": .foreignClass("NSDictionary"),
    "crash-ka-3.bin": .foreignClass("NSDictionary"), "crash-plist.bin": .notAnArchive,
    "crash2-ka.bin": .foreignClass("NSDictionary"), "cycle.plist": .notAnArchive, "cycle2.plist": .notAnArchive,
    "deep500.plist": .notAnArchive, "deep5000.plist": .malformed(.tooManyObjects(5001, limit: 4096)),
    "dictcycle.plist": .notAnArchive, "hugecount.plist": .malformed(.pastEnd(offset: 8)),
    "hugedata.plist": .malformed(.pastEnd(offset: 8)),
    "hugeobjs.plist": .malformed(.tooManyObjects(1 << 60, limit: 4096)), "ka16.plist": .foreignClass("NSArray"),
    "ka20.plist": .foreignClass("NSArray"), "ka28.plist": .foreignClass("NSArray"),
    "kaclass.plist": .foreignClass("NSConcreteNothing"), "kacycle.plist": .foreignClass("NSArray"),
    "kadeep2000.plist": .malformed(.tooManyObjects(8021, limit: 4096)), "kauid.plist": .missingObject,
    "laughs.plist": .notAnArchive, "laughs10.plist": .notAnArchive, "laughs14.plist": .notAnArchive,
    "laughs16.plist": .notAnArchive, "laughs18.plist": .notAnArchive, "laughs20.plist": .notAnArchive,
    "openstep.plist": .malformed(.notBinary), "set.plist": .notAnArchive,
    "xmldeep500.plist": .malformed(.notBinary), "xmldeep5000.plist": .malformed(.notBinary),
    "xmlent.plist": .malformed(.notBinary),
  ]

  @Test("a hostile body gives one error, and the packet behind it is read (000-28)", arguments: hostile.keys.sorted())
  func hostileBody(name: String) throws {
    let body = try Fixtures.bytes("hostile/" + name)
    let expected = try #require(Self.hostile[name])
    let good = Package(kind: .text, intent: .data, word: "hi")
    let stream = FrameDecoderTests.frame(body) + good.frame()
    #expect(
      try PackageStream.arrivals(stream) == [.error(expected), .package(good, className: "socketG.Package")])
  }

  @Test("every hostile file is in the table")
  func tableIsComplete() {
    #expect(Fixtures.names(in: "hostile") == Self.hostile.keys.sorted())
  }
}
