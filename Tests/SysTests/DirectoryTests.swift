import Foundation
import Sys
import TestSupport
import Testing

@Suite("Directories")
struct DirectoryTests {
  @Test(
    "a name that is not one component is refused by every method",
    arguments: ["", ".", "..", "a/b", "/a", "a/", "../a", "a\0b"])
  func oneComponent(name: String) throws {
    let temporary = try TemporaryDirectory()
    let folder = try Directory(path: temporary.path)
    _ = try folder.createFile("here", mode: 0o600)
    let before = try temporary.snapshot()
    #expect(throws: SystemError.self) { _ = try folder.createFile(name, mode: 0o600) }
    #expect(throws: SystemError.self) { _ = try folder.openForReading(name) }
    #expect(throws: SystemError.self) { _ = try folder.openForWriting(name) }
    #expect(throws: SystemError.self) { _ = try folder.openOrCreateFile(name, mode: 0o600) }
    #expect(throws: SystemError.self) { _ = try folder.openDirectory(name) }
    #expect(throws: SystemError.self) { try folder.makeDirectory(name, mode: 0o700) }
    #expect(throws: SystemError.self) { try folder.rename("here", to: name) }
    #expect(throws: SystemError.self) { try folder.renameWithoutReplacing("here", to: name, in: folder) }
    #expect(throws: SystemError.self) { try folder.link(folder.createNamelessFile(mode: 0o600), as: name) }
    #expect(throws: SystemError.self) { try folder.unlink(name) }
    #expect(throws: SystemError.self) { try folder.removeDirectory(name) }
    #expect(throws: SystemError.self) { _ = try folder.status(name) }
    #expect(try temporary.snapshot() == before)
  }

  @Test("a path is made with everything that is missing above it, and made again without harm")
  func makePath() throws {
    let temporary = try TemporaryDirectory()
    for _ in 1...2 {
      let made = try Directory(makingPath: temporary.file("空 格/b//c/"), mode: 0o755)
      #expect(try made.path() == Path.resolve(temporary.path) + "/空 格/b/c")
    }
    _ = try Directory(path: temporary.path).createFile("file", mode: 0o600)
    let error = #expect(throws: SystemError.self) {
      _ = try Directory(makingPath: temporary.file("file/below"), mode: 0o755)
    }
    #expect(error?.isNotADirectory == true)
  }

  @Test("no link is followed at the name itself, to a file or to a directory")
  func links() throws {
    let temporary = try TemporaryDirectory()
    let outside = try TemporaryDirectory()
    try WholeFile.replace(outside.file("canary"), with: Array("alive".utf8), mode: 0o600)
    try FileManager.default.createSymbolicLink(atPath: temporary.file("f"), withDestinationPath: outside.file("canary"))
    try FileManager.default.createSymbolicLink(atPath: temporary.file("d"), withDestinationPath: outside.path)
    let before = try outside.snapshot()
    let folder = try Directory(path: temporary.path)
    #expect(throws: SystemError.self) { _ = try folder.openForReading("f") }
    #expect(throws: SystemError.self) { _ = try folder.openForWriting("f") }
    #expect(throws: SystemError.self) { _ = try folder.openOrCreateFile("f", mode: 0o600) }
    #expect(throws: SystemError.self) { _ = try folder.createFile("f", mode: 0o600) }
    #expect(throws: SystemError.self) { _ = try folder.openDirectory("d") }
    #expect(throws: SystemError.self) { _ = try WholeFile.read("f", in: folder, maximumSize: 100) }
    #expect(try folder.status("f")?.kind == .link)
    #expect(try folder.status("f", followLink: true)?.kind == .regular)
    try WholeFile.replace("f", in: folder, with: [1], mode: 0o600)
    #expect(try folder.status("f")?.kind == .regular)
    #expect(try outside.snapshot() == before)
  }

  @Test("a nameless file gets a name only where that is free")
  func nameless() throws {
    let temporary = try TemporaryDirectory()
    let folder = try Directory(path: temporary.path)
    let first = try folder.createNamelessFile(mode: 0o600)
    try first.writeAll([1])
    try folder.link(first, as: "name")
    let second = try folder.createNamelessFile(mode: 0o600)
    let error = #expect(throws: SystemError.self) { try folder.link(second, as: "name") }
    #expect(error?.isAlreadyThere == true)
    #expect(try WholeFile.read("name", in: folder, maximumSize: 10) == [1])
  }

  @Test("renaming without replacing replaces nothing, renaming does")
  func rename() throws {
    let temporary = try TemporaryDirectory()
    let folder = try Directory(path: temporary.path)
    try WholeFile.replace("a", in: folder, with: [1], mode: 0o600)
    try WholeFile.replace("b", in: folder, with: [2], mode: 0o600)
    let error = #expect(throws: SystemError.self) { try folder.renameWithoutReplacing("a", to: "b", in: folder) }
    #expect(error?.isAlreadyThere == true)
    try folder.makeDirectory("sub", mode: 0o700)
    let sub = try folder.openDirectory("sub")
    try folder.renameWithoutReplacing("a", to: "a", in: sub)
    #expect(try WholeFile.read("a", in: sub, maximumSize: 10) == [1])
    try WholeFile.replace("c", in: folder, with: [3], mode: 0o600)
    try folder.rename("c", to: "b")
    #expect(try WholeFile.read("b", in: folder, maximumSize: 10) == [3])
    #expect(try folder.status("a") == nil)
  }

  @Test("a directory lists every name with its kind, and the same again")
  func listing() throws {
    let temporary = try TemporaryDirectory()
    let folder = try Directory(path: temporary.path)
    for number in 1...300 { _ = try folder.createFile("file \(number) 🎵", mode: 0o600) }
    try folder.makeDirectory(".hidden", mode: 0o700)
    for _ in 1...2 {
      let entries = try folder.entries()
      #expect(Set(entries.map(\.name)) == Set((1...300).map { "file \($0) 🎵" } + [".hidden"]))
      #expect(entries.allSatisfy { $0.isValidName && ($0.kind == ($0.name == ".hidden" ? .directory : .regular)) })
    }
    try folder.removeDirectory(".hidden")
    var count = 0
    try folder.forEachEntry { _ in
      count += 1
      return count < 7
    }
    #expect(count == 7)
  }

  @Test("a whole file is put in place with its mode, and nothing else is left there")
  func replace() throws {
    let temporary = try TemporaryDirectory()
    try WholeFile.replace(temporary.file("f"), with: [1, 2], mode: 0o644)
    try WholeFile.replace(temporary.file("f"), with: [3], mode: 0o600)
    #expect(try WholeFile.read(temporary.file("f"), maximumSize: 1) == [3])
    #expect(try Path.status(temporary.file("f"))?.mode == 0o600)
    try FileManager.default.createDirectory(atPath: temporary.file("d"), withIntermediateDirectories: false)
    #expect(throws: SystemError.self) { try WholeFile.replace(temporary.file("d"), with: [3], mode: 0o600) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).sorted() == ["d", "f"])
  }

  @Test("a file above its limit, a directory and a FIFO are not read, and /proc is")
  func wholeFileLimits() throws {
    let temporary = try TemporaryDirectory()
    try WholeFile.replace(temporary.file("f"), with: [1, 2, 3], mode: 0o644)
    let error = #expect(throws: SystemError.self) { try WholeFile.read(temporary.file("f"), maximumSize: 2) }
    #expect(error?.isTooLarge == true)
    #expect(throws: SystemError.self) { try WholeFile.read(temporary.path, maximumSize: 2) }
    #expect(mkfifo(temporary.file("fifo"), 0o600) == 0)
    #expect(throws: SystemError.self) { try WholeFile.read(temporary.file("fifo"), maximumSize: 2) }
    #expect(try WholeFile.read("/proc/self/status", maximumSize: 100_000).isEmpty == false)
    #expect(throws: SystemError.self) { try WholeFile.read("/proc/self/status", maximumSize: 20) }
  }

  @Test(
    "a path is split into its parent and its name",
    arguments: [
      ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b c", "a", "b c"), ("/空/格", "/空", "格"),
    ])
  func split(path: String, parent: String, name: String) {
    #expect(Path.split(path) == (parent, name))
  }
}
