import Documents
import Foundation
import KeyedArchive
import SessionCore
import Stores
import Testing

/// A folder of its own for one test, gone with it.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
  func bytes(_ name: String) throws -> [UInt8] { try Array(Data(contentsOf: url.appending(path: name))) }
  func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: url.appending(path: name)) }
  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
  func attributes(_ name: String) throws -> [FileAttributeKey: Any] {
    try FileManager.default.attributesOfItem(atPath: path(name))
  }
}

@Suite("A plist file as a store")
struct PlistFileTests {
  let folder: Folder
  let store: PlistFile
  static let limits = PropertyListLimits(
    maximumSize: 1 << 16, maximumObjects: 1 << 12, maximumDepth: 32, maximumNodes: 1 << 12)

  init() throws {
    folder = try Folder()
    store = PlistFile(path: folder.path("store.plist"), limits: Self.limits)
  }

  @Test("a file that is not there is empty, and made as XML for its owner alone")
  func missing() throws {
    #expect(try store.load().keys.isEmpty)
    #expect(try store.apply(["age": .integer(80)]) == [KeyChange(key: "age", from: nil, to: .integer(80))])
    #expect(try folder.bytes("store.plist") == PropertyList.dictionary(["age": .integer(80)]).xml())
    #expect(try folder.attributes("store.plist")[.posixPermissions] as? Int == 0o600)
    #expect(try folder.names == ["store.plist"])
  }

  @Test("each key is set by itself: others stay, and equal ones are neither told nor written (000-8)")
  func keys() throws {
    _ = try store.apply(["age": .integer(80), "name": .string("a"), "vip": .bool(true)])
    let changes = try store.apply(["vip": .bool(true), "new": .data([1]), "age": .integer(81)])
    #expect(
      changes == [
        KeyChange(key: "new", from: nil, to: .data([1])),
        KeyChange(key: "age", from: .integer(80), to: .integer(81)),
      ])
    #expect(
      try store.load().keys == ["age": .integer(81), "name": .string("a"), "vip": .bool(true), "new": .data([1])])
    let before = try folder.attributes("store.plist")[.systemFileNumber] as? Int
    #expect(try store.apply(["vip": .bool(true)]).isEmpty)
    #expect(try folder.attributes("store.plist")[.systemFileNumber] as? Int == before)
  }

  @Test("1, true and 1.0 are three values")
  func types() throws {
    _ = try store.apply(["a": .integer(1)])
    #expect(try store.apply(["a": .bool(true)]).count == 1)
    #expect(try store.apply(["a": .real(1)]).count == 1)
    #expect(try store.apply(["a": .real(1)]).isEmpty)
  }

  @Test("a file keeps its form", arguments: [PropertyListDocument.Format.binary, .xml])
  func form(_ format: PropertyListDocument.Format) throws {
    try folder.write(PropertyListDocument(.dictionary(["a": .integer(1)]), format: format).bytes(), "store.plist")
    _ = try store.apply(["b": .date(0.5)])
    let document = try PropertyListDocument(folder.bytes("store.plist"), limits: Self.limits)
    #expect(document.format == format)
    #expect(document.value.dictionaryValue?["b"] == .date(format == .binary ? 0.5 : 0))
    #expect(try store.apply(["b": .date(0.5)]).isEmpty)
  }

  @Test("a link is followed, not replaced")
  func link() throws {
    try folder.write(PropertyList.dictionary([:]).xml(), "real.plist")
    try FileManager.default.createSymbolicLink(atPath: folder.path("store.plist"), withDestinationPath: "real.plist")
    _ = try store.apply(["a": .integer(1)])
    #expect(
      try PropertyListDocument(folder.bytes("real.plist"), limits: Self.limits).value == .dictionary(["a": .integer(1)])
    )
    #expect(try folder.attributes("store.plist")[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("a damaged file, or one that holds no dictionary, is an error and stays as it is")
  func damage() throws {
    let array = try PropertyList.array([]).xml()
    for (bytes, error) in [
      (Array("garbage".utf8), StoreError.malformed(.unknownFormat)), ([], .malformed(.unknownFormat)),
      (array, .notADictionary),
    ] {
      try folder.write(bytes, "store.plist")
      #expect(throws: error) { try store.load() }
      #expect(throws: error) { try store.apply(["a": .integer(1)]) }
      #expect(try folder.bytes("store.plist") == bytes)
    }
  }

  @Test("what the form cannot hold, or the limits could not read again, leaves the file as it is")
  func refused() throws {
    _ = try store.apply(["a": .integer(1)])
    let before = try folder.bytes("store.plist")
    #expect(throws: StoreError.unwritable(.xml(.kind))) { try store.apply(["b": .integer(2), "c": .uid(1)]) }
    #expect(throws: StoreError.outgrown(limit: 1 << 16)) {
      try store.apply(["b": .data([UInt8](repeating: 0, count: 1 << 16))])
    }
    #expect(try folder.bytes("store.plist") == before)
    #expect(try folder.names == ["store.plist"])
  }

  @Test("a link is refused, and what it points at neither read nor changed, where none is to be followed")
  func plantedLink() throws {
    _ = try PlistFile(path: folder.path("other.plist"), limits: Self.limits).apply(["secret": .integer(1)])
    let before = try folder.bytes("other.plist")
    try FileManager.default.createSymbolicLink(atPath: folder.path("store.plist"), withDestinationPath: "other.plist")
    let careful = PlistFile(path: folder.path("store.plist"), limits: Self.limits, followsLink: false)
    #expect(throws: StoreError.self) { try careful.load() }
    #expect(throws: StoreError.self) { try careful.apply(["secret": .integer(2)]) }
    #expect(try folder.bytes("other.plist") == before)
    try FileManager.default.removeItem(atPath: folder.path("store.plist"))
    _ = try careful.apply(["a": .integer(1)])
    #expect(try careful.load().keys["a"] == .integer(1))
  }

  @Test("a folder in its place, or no folder around it, is the system's error")
  func places() throws {
    try FileManager.default.createDirectory(atPath: folder.path("store.plist"), withIntermediateDirectories: false)
    #expect(throws: StoreError.self) { try store.apply(["a": .integer(1)]) }
    let homeless = PlistFile(path: folder.path("none/store.plist"), limits: Self.limits)
    #expect(try homeless.load().keys.isEmpty)
    #expect(throws: StoreError.self) { try homeless.apply(["a": .integer(1)]) }
    #expect(try folder.names == ["store.plist"])
  }

  @Test("writers at the same time lose none of each other's keys")
  func concurrent() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for key in 0..<25 { _ = try store.apply(["\(writer)-\(key)": .integer(Int128(key))]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.load().keys.count == 100)
  }
}
