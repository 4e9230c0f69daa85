import Sys
import TestSupport
import Testing

@testable import SocketplayCLI

@Suite("An editor that removes what it is to edit")
struct EditorRemovalTests {
  /// What `prefs edit` says with such an editor, and its status; then nothing may be left in the folder of edits.
  private func edit(_ editor: String) async throws -> (status: Int32, talk: String, left: [String]) {
    let folder = try TemporaryDirectory()
    let world = FakeConsole()
    let store = folder.file("store.json")
    try WholeFile.replace(store, with: Array(#"{"age": 80}"#.utf8), mode: 0o600)
    let console = world.console(
      environment: [
        "EDITOR": editor, "SOCKETPLAY_STATE": folder.file("state"), "SOCKETPLAY_HOME": folder.file("home"),
        "SOCKETPLAY_RUNTIME": folder.file("run"), "SOCKETPLAY_DIR": folder.file("in"),
      ], terminal: true)
    world.type(["y", "n"])
    let runner = Runner(console: console, interruption: Interruption { _ in })
    let status = await runner.run(["prefs", "edit", "--file", store])
    return (status, world.talk, try folder.snapshot().filter { $0.contains("/edits/") })
  }

  @Test(
    "It is told, nothing is said to be kept, nobody is asked to edit it again, and no base is left (000-9)",
    arguments: ["rm", "sh -c 'rm \"$0\"; exit 1'", "sh -c 'rm -r \"${0%/*}\"'"])
  func removed(editor: String) async throws {
    let (status, talk, left) = try await edit(editor)
    #expect(status == 6)
    #expect(talk.contains("error: the editor removed "))
    #expect(talk.contains("nothing of what was edited is kept"))
    #expect(!talk.contains("is kept in") && !talk.contains("edit it again"))
    #expect(left.isEmpty)
  }

  @Test("An editor that fails and leaves what was edited is not said to have removed it")
  func failed() async throws {
    let (status, talk, left) = try await edit("sh -c 'echo more >> \"$0\"; exit 1'")
    #expect(status == 1)
    #expect(talk.contains("what was edited is kept in") && !talk.contains("removed"))
    #expect(left.count == 2)
  }
}
