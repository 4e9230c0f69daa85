import Sys
import Testing

@testable import SocketplayCLI

@Suite("Help and completion")
struct HelpTests {
  @Test(
    "every verb has a page with its flags and a worked example, no line wider than 80", arguments: Verb.all.map(\.name))
  func pages(name: String) throws {
    let verb = try #require(Verb.named(name))
    let page = HelpText.page(verb)
    for flag in verb.allFlags { #expect(page.contains(flag.spelling)) }
    #expect(page.contains("example") && page.contains("socketplay \(name)"))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(HelpText.overview.contains("\n  \(name)"))
  }

  @Test("the page of trust names what --may takes, and nothing else")
  func rights() {
    guard case .required(_, .words(let words)) = Flag.may.value else {
      Issue.record("--may completes no words")
      return
    }
    let page = HelpText.page(.trust).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words == ["prefs,files", "prefs", "files", "none"])
    #expect(page.contains("prefs,files (default), prefs, files or none") && !page.contains("both ("))
  }

  @Test("the page of browse")
  func browse() throws {
    #expect(
      HelpText.page(.browse) == """
        usage: socketplay browse [--flags]

        List the hosts on the local network.

        Listens for 3 seconds (--timeout S: that long); with --watch until it is
        interrupted.

        flags:
              --watch      go on, and tell which hosts appear and disappear
              --timeout S  give up after S seconds
              --json       print one JSON object a line on stdout
          -q, --quiet      no talk on stderr: errors only
          -v, --verbose    more talk on stderr
          -h, --help       show this help

        examples:
          socketplay browse --watch
          # + studio
          # - studio

        """)
  }

  @Test("a shell that is here takes its script", arguments: [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")])
  func syntax(shell: String, check: String) throws {
    let script = try #require(Completion.script(shell))
    for verb in Verb.all { #expect(script.contains(verb.name)) }
    guard let program = Program.find(shell) else {
      print("no \(shell) here: its script is not checked")
      return
    }
    let folder = try TemporaryFile(Array(script.utf8))
    let child = try ChildProcess(
      program, arguments: [check, folder.path], input: .nothing, output: .inherited, error: .inherited)
    #expect(try child.waitBlocking() == .exited(0))
  }

  @Test(
    "bash completes verbs, flags and words",
    arguments: [
      ("socketplay|h", "host help "), ("socketplay|host|--pe", "--peers "),
      ("socketplay|--json|st", "start status stop "),
      ("socketplay|completion|", "bash zsh fish "), ("socketplay|help|bro", "browse "),
      ("socketplay|help|room|", "host join "), ("socketplay|help|prefs|un", "unset undo "),
      ("socketplay|help|host|", ""), ("socketplay|version|--js", "--json "), ("socketplay|host|--port|", ""),
    ])
  func bash(words: String, expected: String) throws {
    let program = try #require(Program.find("bash"))
    let typed = words.split(separator: "|", omittingEmptySubsequences: false).map { "'\($0)'" }
    let driver = """
      \(Completion.bash)
      COMP_WORDS=(\(typed.joined(separator: " "))); COMP_CWORD=\(typed.count - 1); _socketplay
      for word in "${COMPREPLY[@]}"; do printf '%s ' "$word"; done
      """
    let script = try TemporaryFile(Array(driver.utf8))
    let result = try TemporaryFile([])
    let sink = try Directory(path: result.folder).openForWriting(result.name)
    let child = try ChildProcess(
      program, arguments: [script.path], input: .nothing, output: .descriptor(sink.unowned), error: .inherited)
    #expect(try child.waitBlocking() == .exited(0))
    #expect(try WholeFile.read(result.path, maximumSize: 4096) == Array(expected.utf8))
  }
}

/// A file under /tmp that goes with this value.
final class TemporaryFile {
  let folder = "/tmp"
  let name = "socketplay-test-\(Random.hexadecimal(bytes: 8))"
  var path: String { "\(folder)/\(name)" }

  init(_ bytes: [UInt8]) throws {
    try WholeFile.replace(path, with: bytes, mode: 0o600)
  }

  deinit {
    if let directory = try? Directory(path: folder) { try? directory.unlink(name) }
  }
}
