import Documents
import KeyedArchive
import SessionCore
import Testing

@testable import Stores

@Suite("dconf's dumps, and the way to others")
struct DconfTests {
  private static let dump = """
    [/]
    count=uint32 7
    map={'a': <byte 0x01>}

    [window]
    title='x=[y]'
    width=640

    [window/inner]
    deep=true

    """

  private func dumped() throws -> DconfDump { try #require(DconfDump(Array(Self.dump.utf8))) }

  private func plan(_ edit: (inout PropertyListDictionary) throws -> Void) throws -> DconfPlan? {
    var keys = try dumped().keys
    try edit(&keys)
    return DconfPlan(from: try dumped(), to: keys)
  }

  private func edit(_ path: String, _ value: PropertyList?) throws -> PreferenceEdit {
    PreferenceEdit(try #require(PreferencePath(text: path)), to: value)
  }

  @Test("Folders are dictionaries, and values are what GVariant says")
  func reads() throws {
    #expect(
      try dumped().keys == [
        "count": .integer(7), "map": .dictionary(["a": .integer(1)]),
        "window": .dictionary([
          "title": .string("x=[y]"), "width": .integer(640), "inner": .dictionary(["deep": .bool(true)]),
        ]),
      ])
    #expect(DconfDump([])?.keys == [:])
    for bad in ["x", "a=", "[/]\na=[", "a=1\n[b"] { #expect(DconfDump(Array(bad.utf8)) == nil, "\(bad)") }
  }

  @Test("Only what differs is written, with the type that is there (000-32)")
  func writes() throws {
    let nothing = try #require(try plan { _ in })
    #expect(nothing.writes.isEmpty && nothing.resets.isEmpty)
    let some = try #require(
      try plan { keys in
        _ = try keys.apply([
          edit("count", .integer(8)), edit("map.b", .bool(true)), edit("window.inner.deep", nil),
          edit("new.folder.key", .real(1)),
        ])
      })
    #expect(some.writes.map { $0.path.joined(separator: "/") } == ["count", "map", "new/folder/key"])
    #expect(some.writes.map(\.value.text) == ["@u 8", "@a{sv} {'a': <@y 1>, 'b': <@b true>}", "@d 1.0"])
    #expect(some.resets == [["window", "inner", "deep"]])
    let file = String(decoding: DconfDump.keyFile(of: some.writes), as: UTF8.self)
    #expect(file.contains("[/]\ncount=@u 8\n") && file.contains("[new/folder]\nkey=@d 1.0\n"))
  }

  @Test("A value in a folder's place, and a folder in a value's")
  func replaced() throws {
    let value = try #require(try plan { keys in _ = try keys.apply([edit("window", .integer(1))]) })
    #expect(value.writes.map(\.path) == [["window"]])
    #expect(value.resets == [["window", "title"], ["window", "width"], ["window", "inner", "deep"]])
    let folder = try #require(try plan { keys in _ = try keys.apply([edit("count", .dictionary(["a": .integer(1)]))]) })
    // The key stays a key.
    #expect(folder.writes.map(\.value.text) == ["@a{sv} {'a': <@i 1>}"])
    #expect(folder.resets.isEmpty)
  }

  @Test("A key that a folder of its name hides stays as it is, until it is set")
  func hidden() throws {
    let dump = try #require(DconfDump(Array("[/]\na=5\nb=1\n\n[a]\nx=2\n".utf8)))
    #expect(dump.keys == ["a": .dictionary(["x": .integer(2)]), "b": .integer(1)])
    func plan(_ path: String, _ value: PropertyList?) throws -> DconfPlan {
      var keys = dump.keys
      _ = try keys.apply([edit(path, value)])
      return try #require(DconfPlan(from: dump, to: keys))
    }
    let beside = try plan("b", .integer(2))
    #expect(beside.writes.map(\.path) == [["b"]] && beside.resets.isEmpty)
    #expect(beside.result(on: dump).keys == ["a": .dictionary(["x": .integer(2)]), "b": .integer(2)])
    let inside = try plan("a.x", .integer(3))
    #expect(inside.writes.map(\.path) == [["a", "x"]] && inside.resets.isEmpty)
    let gone = try plan("a", nil)
    #expect(gone.writes.isEmpty && gone.resets == [["a", "x"]])
    #expect(gone.result(on: dump).keys == ["a": .integer(5), "b": .integer(1)])
    let set = try plan("a", .integer(7))
    #expect(set.writes.map(\.path) == [["a"]] && set.resets == [["a", "x"]])
    #expect(set.result(on: dump).keys == ["a": .integer(7), "b": .integer(1)])
  }

  @Test("What a plan leads to is what its steps leave")
  func result() throws {
    var keys = try dumped().keys
    _ = try keys.apply([edit("count", .integer(8)), edit("new.key", .real(1)), edit("window.title", nil)])
    let plan = try #require(DconfPlan(from: try dumped(), to: keys))
    #expect(plan.result(on: try dumped()).keys == keys)
  }

  @Test("What dconf cannot name or hold is refused, whatever else is edited")
  func refused() throws {
    for key in ["", "a=b", "a/b", "[a]", " a", "a ", "a\nb"] {
      #expect(try plan { $0[key] = .integer(1) } == nil, "\(key)")
    }
    #expect(try plan { $0["when"] = .date(0) } == nil)
    #expect(try plan { $0["count"] = .integer(-1) } == nil)
    // In a value such keys have a form.
    let inside = try #require(try plan { $0["new"] = .dictionary(["a=b": .integer(1)]) })
    #expect(inside.writes.map(\.value.text) == ["@a{sv} {'a=b': <@i 1>}"])
  }
}
