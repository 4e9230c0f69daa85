import KeyedArchive
import Testing

@Suite struct KeyedArchiveTests {
  static let limits = RoundTripTests.limits

  static let plain = PropertyList.dictionary([
    "title": .string("嗯嗯"), "rating": .integer(5), "liked": .bool(true), "length": .real(3.5), "when": .date(100),
    "cover": .data([1, 2]), "tags": .array([.string("a"), .string("a"), .array([])]), "set": .set([.integer(1)]),
  ])

  @Test("a plain value goes into an archive and comes out")
  func plainValue() throws {
    var writer = KeyedArchiveWriter()
    let root = try writer.add(Self.plain)
    let bytes = try writer.binary(root: root)
    #expect(try KeyedArchiveReader(bytes, limits: Self.limits).rootValue() == Self.plain)
  }

  @Test("an object of any class goes into an archive and comes out, field by field")
  func object() throws {
    var writer = KeyedArchiveWriter()
    let name = try writer.add(.string("a.mp3"))
    let cover = try writer.add(.data([9]))
    let artist = writer.add(className: "App.Artist", fields: ["rank": .integer(1)])
    let song = writer.add(
      className: "App.Song", ancestors: ["App.Media", "NSObject"],
      fields: [
        "name": .uid(name), "cover": .uid(cover), "artist": .uid(artist), "nothing": .uid(0), "rating": .integer(-1),
        "liked": .bool(true), "length": .real32(0.5),
      ])
    let root = try KeyedArchiveReader(writer.binary(root: song), limits: Self.limits).root()
    #expect(root.className == "App.Song")
    #expect(root.classNames == ["App.Song", "App.Media", "NSObject"])
    #expect(try root.string("name") == "a.mp3")
    #expect(try root.data("cover") == [9])
    #expect(try root.integer("rating") == -1)
    #expect(try root.bool("liked") == true)
    #expect(try root.real("length") == 0.5)
    #expect(try root.string("nothing") == nil)
    #expect(try root.object("nothing")?.uid == nil)
    #expect(try root.string("missing") == nil)
    #expect(try root.object("artist")?.integer("rank") == 1)
    #expect(throws: KeyedArchiveError.wrongType(key: "rating")) { try root.string("rating") }
    #expect(throws: KeyedArchiveError.foreignClass("App.Artist")) { try root.value("artist") }
  }

  @Test("equal strings become one object, and the same calls give the same bytes")
  func sharing() throws {
    func make() throws -> PropertyList {
      var writer = KeyedArchiveWriter()
      let first = try writer.add(.string("same"))
      #expect(try writer.add(.string("same")) == first)
      let root = try writer.add(.array([.string("same"), .string("same")]))
      return writer.propertyList(root: root)
    }
    let archive = try make()
    #expect(try archive.binary() == make().binary())
    let objects = try #require(archive.dictionaryValue?["$objects"]?.arrayValue)
    #expect(objects.count { $0 == .string("same") } == 1)
  }

  @Test("mutable and derived classes of Foundation have plain values")
  func mutable() throws {
    var writer = KeyedArchiveWriter()
    let text = writer.add(
      className: "NSMutableString", ancestors: ["NSString", "NSObject"], fields: ["NS.string": .string("x")])
    let data = writer.add(className: "NSMutableData", ancestors: [], fields: ["NS.data": .data([1])])
    let null = writer.add(className: "NSNull", fields: [:])
    let list = writer.add(
      className: "App.List", ancestors: ["NSMutableArray", "NSArray", "NSObject"],
      fields: ["NS.objects": .array([.uid(text), .uid(data), .uid(null), .uid(text)])])
    let reader = try KeyedArchiveReader(writer.binary(root: list), limits: Self.limits)
    #expect(try reader.rootValue() == .array([.string("x"), .data([1]), .null, .string("x")]))
  }

  @Test("what is not an archive, or lacks its parts, gives its error")
  func errors() throws {
    #expect(throws: KeyedArchiveError.notAnArchive) { try KeyedArchiveReader(.dictionary([:]), limits: Self.limits) }
    #expect(throws: KeyedArchiveError.malformed(.notBinary)) { try KeyedArchiveReader([1], limits: Self.limits) }
    let empty = try KeyedArchiveReader(
      .dictionary(["$top": .dictionary(["root": .uid(7)]), "$objects": .array([])]), limits: Self.limits)
    #expect(throws: KeyedArchiveError.missingObject(7)) { try empty.root() }
    #expect(throws: KeyedArchiveError.missingRoot("other")) { try empty.root(named: "other") }
    #expect(throws: KeyedArchiveError.wrongType(key: "uid")) {
      var writer = KeyedArchiveWriter()
      _ = try writer.add(.uid(1))
    }
  }
}
