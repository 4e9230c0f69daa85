import Foundation
import SessionCore
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("The receive folder")
struct ReceiveFolderTests {
  let temporary: TemporaryDirectory
  let path: String

  init() throws {
    temporary = try TemporaryDirectory()
    path = temporary.file("Downloads/空 格/socketPlay")
  }

  @Test("it is made where it is not there, parents too, and opened where it is")
  func made() throws {
    for _ in 1...2 {
      #expect(try ReceiveFolder(path: path).path() == Path.resolve(temporary.path) + "/Downloads/空 格/socketPlay")
    }
    try WholeFile.replace(temporary.file("file"), with: [], mode: 0o600)
    #expect(throws: ReceiveError.self) { _ = try ReceiveFolder(path: temporary.file("file")) }
  }

  @Test(
    "a file is readable by all once stored, and has no name, or that of its part, before",
    arguments: [3, nil] as [Int64?])
  func stores(size: Int64?) throws {
    var folder = try ReceiveFolder(path: path)
    let file = try folder.begin(["song.mp3"], id: "7", size: size)
    #expect(try contents() == (size == nil ? [".song.mp3.7.part"] : []))
    try file.write([2, 3], at: 1)
    try file.write([1], at: 0)
    let stored = try folder.store(file, modified: 1_000_000_000_500_000_000)
    #expect(try stored == self.stored("song.mp3", alreadyThere: false, folder))
    #expect(try contents() == ["song.mp3"])
    #expect(try bytes("song.mp3") == [1, 2, 3])
    let status = try #require(try Path.status(path + "/song.mp3"))
    #expect(status.mode == 0o644)
    #expect(status.modified == 1_000_000_000_500_000_000)
  }

  @Test("the same bytes again are recognised, other bytes get a number, nothing is doubled or replaced (000-30)")
  func again() throws {
    var folder = try ReceiveFolder(path: path)
    let large = [UInt8](repeating: 7, count: 300_000)
    var other = large
    other[299_999] = 8
    for bytes in [[1, 2, 3], large] as [[UInt8]] {
      let name = "song\(bytes.count).mp3"
      #expect(try store(bytes, name, &folder).name == name)
      #expect(try store(bytes, name, &folder) == stored(name, alreadyThere: true, folder))
    }
    #expect(try store(other, "song300000.mp3", &folder) == stored("song300000 (2).mp3", alreadyThere: false, folder))
    #expect(try store(other, "song300000.mp3", &folder) == stored("song300000 (2).mp3", alreadyThere: true, folder))
    #expect(try store([], "song300000.mp3", &folder).name == "song300000 (3).mp3")
    #expect(try store([], "song300000.mp3", &folder).alreadyThere)
    #expect(try bytes("song300000.mp3") == large)
    #expect(try bytes("song300000 (2).mp3") == other)
    #expect(try contents().count == 4)
  }

  @Test("a name in another normal form is the same name: no twin, the number comes first")
  func twins() throws {
    let decomposed = "e\u{301}te\u{301}.mp3"
    let composed = "été.mp3"
    var folder = try ReceiveFolder(path: path)
    #expect(try store([1], decomposed, &folder).alreadyThere == false)
    let same = try store([1], composed, &folder)
    #expect(same.alreadyThere)
    #expect(Array(same.name.utf8) == Array(decomposed.utf8))
    #expect(try store([2], composed, &folder).name == "été (2).mp3")
    #expect(try store([2], "e\u{301}te\u{301}.mp3", &folder).alreadyThere)
    // And in a folder that was there before it was opened.
    var reopened = try ReceiveFolder(path: path)
    #expect(try store([1], composed, &reopened).alreadyThere)
    #expect(try store([1], "é/x", &reopened).folder == "é")
    #expect(try store([1], "e\u{301}/x", &reopened).alreadyThere)
    #expect(try contents().filter { !$0.contains(".mp3") && !$0.contains("/") }.count == 1)
  }

  @Test("trees are made on demand, and merged into what is there (000-34)")
  func trees() throws {
    var folder = try ReceiveFolder(path: path)
    let first = try folder.begin(["one", "a", "song.mp3"], id: "1", size: nil)
    let second = try folder.begin(["two", "a", "song.mp3"], id: "2", size: nil)
    try first.write([1], at: 0)
    try second.write([2], at: 0)
    let stored = try folder.store(second, modified: nil)
    #expect(stored.folder == "two/a")
    #expect(stored.path == (try folder.path()) + "/two/a/song.mp3")
    _ = try folder.store(first, modified: nil)
    #expect(try bytes("one/a/song.mp3") == [1])
    #expect(try bytes("two/a/song.mp3") == [2])
    _ = try folder.folder(["empty", "below"])
    #expect(
      try contents() == ["empty", "empty/below", "one", "one/a", "one/a/song.mp3", "two", "two/a", "two/a/song.mp3"])
    // More folders than are held open at once.
    for number in 0..<(ReceiveFolder.openFolderLimit * 2) {
      #expect(try store([1], "many/\(number % 97)/f\(number)", &folder).alreadyThere == false)
    }
    #expect(try contents().filter { $0.hasPrefix("many/") }.count == 97 + ReceiveFolder.openFolderLimit * 2)
  }

  @Test("a part that is dropped is gone, one that is let go of stays, and its next run starts anew")
  func parts() throws {
    var folder = try ReceiveFolder(path: path)
    try folder.discard(folder.begin(["a"], id: "1", size: nil))
    #expect(try contents() == [])
    let dropped = try folder.begin(["a"], id: "1", size: 1)
    try folder.discard(dropped)
    do { try folder.begin(["a"], id: "1", size: nil).write([1, 2, 3], at: 0) }
    #expect(try contents() == [".a.1.part"])
    #expect(try Path.status(path + "/.a.1.part")?.mode == 0o600)
    let again = try folder.begin(["a"], id: "1", size: nil)
    try again.write([9], at: 0)
    #expect(try folder.store(again, modified: nil).name == "a")
    #expect(try bytes("a") == [9])
    #expect(try contents() == ["a"])
  }

  @Test("preferences are saved in one step, for the user alone")
  func preferences() throws {
    let folder = try ReceiveFolder(path: path)
    for bytes in [[1, 2], [3]] as [[UInt8]] {
      #expect(try folder.savePreferences(bytes) == (try folder.path()) + "/prefer.plist")
      #expect(try self.bytes("prefer.plist") == bytes)
    }
    #expect(try Path.status(path + "/prefer.plist")?.mode == 0o600)
    #expect(try contents() == ["prefer.plist"])
  }

  @Test("names of every legal length are stored, numbered and as parts")
  func lengths() throws {
    var folder = try ReceiveFolder(path: path)
    let name = try NameRules.top("-" + String(repeating: "é", count: 99) + "x", longNames: .refused)
    #expect(name.utf8.count == 201)
    for bytes in [[1], [2]] as [[UInt8]] {
      let file = try folder.begin([name], id: String(repeating: "9", count: 32), size: nil)
      try file.write(bytes, at: 0)
      _ = try folder.store(file, modified: nil)
    }
    #expect(try contents().sorted() == [name, name + " (2)"].sorted())
  }

  // MARK: Helpers

  func store(_ bytes: [UInt8], _ name: String, _ folder: inout ReceiveFolder) throws -> StoredFile {
    let path = try NameRules.path(name, maximumDepth: ReceiveFolder.maximumDepth, longNames: .refused)
    let file = try folder.begin(path, id: "1", size: Int64(bytes.count))
    try file.write(bytes, at: 0)
    return try folder.store(file, modified: nil)
  }

  func stored(_ name: String, alreadyThere: Bool, _ folder: borrowing ReceiveFolder) throws -> StoredFile {
    let status = try #require(try Path.status(path + "/" + name))
    return StoredFile(
      name: name, folder: nil, path: try folder.path() + "/" + name, number: name.contains("(2)") ? 2 : 1,
      inode: status.inode, modified: status.modified, alreadyThere: alreadyThere)
  }

  func contents() throws -> [String] { try FileManager.default.subpathsOfDirectory(atPath: path).sorted() }
  func bytes(_ name: String) throws -> [UInt8] { try WholeFile.read(path + "/" + name, maximumSize: 1 << 20) }
}
