import Sys
import TestSupport
import Testing

@Suite("Watching a folder")
struct FolderWatchTests {
  @Test("names that are written, moved and removed are told, and nothing is over")
  func names() throws {
    let directory = try TemporaryDirectory()
    let watch = try FolderWatch(path: directory.path)
    let folder = try Directory(path: directory.path)
    _ = try folder.createFile("a", mode: 0o600)
    try folder.rename("a", to: "b")
    try folder.unlink("b")
    let news = try watch.take()
    #expect(news == .init(names: ["a", "b"], isOver: false))
    let nothing = try watch.take()
    #expect(nothing == .init(names: [], isOver: false))
  }

  @Test("a folder that is removed, or moved away, is said to be over", arguments: [true, false])
  func over(isRemoved: Bool) throws {
    let directory = try TemporaryDirectory()
    let parent = try Directory(path: directory.path)
    try parent.makeDirectory("folder", mode: 0o700)
    let watch = try FolderWatch(path: directory.file("folder"))
    if isRemoved { try parent.removeDirectory("folder") } else { try parent.rename("folder", to: "elsewhere") }
    let news = try watch.take()
    #expect(news.isOver)
  }
}
