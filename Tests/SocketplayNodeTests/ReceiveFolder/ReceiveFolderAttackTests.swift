import Foundation
import SessionCore
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("The receive folder under attack")
struct ReceiveFolderAttackTests {
  let temporary: TemporaryDirectory
  let outside: TemporaryDirectory
  let path: String
  let canary: [String]

  init() throws {
    temporary = try TemporaryDirectory()
    outside = try TemporaryDirectory()
    path = temporary.file("in")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try WholeFile.replace(outside.file("canary"), with: Array("alive".utf8), mode: 0o640)
    canary = try outside.snapshot()
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  @Test(
    "a planted link, FIFO or directory at the target is left as it is, and the file gets a number",
    arguments: ["link", "dangling", "fifo", "directory"], [1, nil] as [Int64?])
  func target(kind: String, size: Int64?) throws {
    var folder = try ReceiveFolder(path: path)
    switch kind {
    case "link": try link("song.mp3", to: outside.file("canary"))
    case "dangling": try link("song.mp3", to: outside.file("new"))
    case "fifo": #expect(mkfifo(path + "/song.mp3", 0o600) == 0)
    default: try FileManager.default.createDirectory(atPath: path + "/song.mp3", withIntermediateDirectories: false)
    }
    let before = try Path.status(path + "/song.mp3", followLink: false)
    let file = try folder.begin(["song.mp3"], id: "1", size: size)
    try file.write(Array("alive".utf8), at: 0)
    #expect(try folder.store(file, modified: nil).name == "song (2).mp3")
    #expect(try Path.status(path + "/song.mp3", followLink: false)?.inode == before?.inode)
    #expect(try Path.status(path + "/song (2).mp3", followLink: false)?.kind == .regular)
    #expect(try outside.snapshot() == canary)
  }

  @Test(
    "a planted link, hard link, FIFO or directory in place of a part is neither followed nor removed",
    arguments: ["link", "hard", "dangling", "fifo", "directory"])
  func part(kind: String) throws {
    let part = path + "/.song.mp3.1.part"
    switch kind {
    case "link": try link(".song.mp3.1.part", to: outside.file("canary"))
    case "hard": try FileManager.default.linkItem(atPath: outside.file("canary"), toPath: part)
    case "dangling": try link(".song.mp3.1.part", to: outside.file("new"))
    case "fifo": #expect(mkfifo(part, 0o600) == 0)
    default: try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: false)
    }
    let before = try Path.status(part, followLink: false)
    var folder = try ReceiveFolder(path: path)
    #expect(throws: ReceiveError.self) { _ = try folder.begin(["song.mp3"], id: "1", size: nil) }
    #expect(try Path.status(part, followLink: false) == before)
    #expect(try outside.snapshot() == canary)
  }

  @Test(
    "a planted link, file or FIFO in place of a folder is refused", arguments: ["link", "file", "fifo", "dangling"])
  func folder(kind: String) throws {
    switch kind {
    case "link": try link("album", to: outside.path)
    case "dangling": try link("album", to: outside.file("new"))
    case "fifo": #expect(mkfifo(path + "/album", 0o600) == 0)
    default: try WholeFile.replace(path + "/album", with: [1], mode: 0o600)
    }
    var folder = try ReceiveFolder(path: path)
    #expect(throws: ReceiveError.blocked("album")) { _ = try folder.begin(["album", "song.mp3"], id: "1", size: 1) }
    #expect(throws: ReceiveError.blocked("album")) { _ = try folder.folder(["album", "below"]) }
    #expect(try outside.snapshot() == canary)
  }

  @Test(
    "a folder swapped for a link in the middle gets nothing: the one that was opened does",
    arguments: [1, nil] as [Int64?])
  func swapped(size: Int64?) throws {
    var folder = try ReceiveFolder(path: path)
    let top = try folder.begin(["song.mp3"], id: "1", size: size)
    let inner = try folder.begin(["album", "song.mp3"], id: "2", size: size)
    try top.write([1], at: 0)
    try FileManager.default.moveItem(atPath: path, toPath: temporary.file("moved"))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside.path)
    try FileManager.default.moveItem(atPath: temporary.file("moved/album"), toPath: temporary.file("moved/kept"))
    try FileManager.default.createSymbolicLink(atPath: temporary.file("moved/album"), withDestinationPath: outside.path)
    try inner.write([2], at: 0)
    let moved = try Path.resolve(temporary.path) + "/moved"
    #expect(try folder.store(top, modified: nil).path == moved + "/song.mp3")
    #expect(try folder.store(inner, modified: nil).path == moved + "/kept/song.mp3")
    _ = try folder.savePreferences([1])
    #expect(try WholeFile.read(moved + "/kept/song.mp3", maximumSize: 10) == [2])
    #expect(try outside.snapshot() == canary)
  }

  @Test("a link in place of prefer.plist is replaced, what it points at is not touched")
  func preferences() throws {
    try link("prefer.plist", to: outside.file("canary"))
    _ = try ReceiveFolder(path: path).savePreferences([1])
    #expect(try Path.status(path + "/prefer.plist", followLink: false)?.kind == .regular)
    #expect(try outside.snapshot() == canary)
  }

  @Test(
    "names that got past every rule above still do not leave the folder (000-29)",
    arguments: ["..", ".", "", "../x", "/tmp/x", "a/b", "a\0b"])
  func secondGuard(name: String) throws {
    var folder = try ReceiveFolder(path: path)
    for size in [1, nil] as [Int64?] {
      let stored = try? folder.store(folder.begin([name], id: "1", size: size), modified: nil)
      #expect(stored == nil)
    }
    let inside = try? folder.store(folder.begin([name, "x"], id: "1", size: 1), modified: nil)
    #expect(inside == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == ["in"])
    #expect(try outside.snapshot() == canary)
  }

  @Test(
    "a disk that fills up is an error that says so, before or in the middle, and what was stored stays",
    .enabled(if: SmallFileSystem.isPossible, "a small file system takes root and mount namespaces"))
  func full() throws {
    let small = try SmallFileSystem(size: "1m")
    var folder = try ReceiveFolder(path: small.path)
    let kept = try folder.begin(["kept"], id: "1", size: 3)
    try kept.write([1, 2, 3], at: 0)
    _ = try folder.store(kept, modified: nil)
    #expect {
      _ = try folder.begin(["large"], id: "2", size: 2 << 20)
    } throws: { error in
      guard case .noSpace(.some) = error as? ReceiveError else { return false }
      return true
    }
    let endless = try folder.begin(["endless"], id: "3", size: nil)
    #expect(throws: ReceiveError.noSpace(available: nil)) {
      for offset in 0..<32 { try endless.write([UInt8](repeating: 1, count: 65_536), at: Int64(offset) * 65_536) }
    }
    #expect(throws: ReceiveError.self) { _ = try folder.savePreferences([UInt8](repeating: 1, count: 10_000)) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: small.path).sorted() == [".endless.3.part", "kept"])
    try folder.discard(endless)
    #expect(try FileManager.default.contentsOfDirectory(atPath: small.path) == ["kept"])
    #expect(try WholeFile.read(small.path + "/kept", maximumSize: 10) == [1, 2, 3])
  }
}
