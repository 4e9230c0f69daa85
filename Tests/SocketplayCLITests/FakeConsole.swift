import SocketplayNode
import Synchronization

@testable import SocketplayCLI

/// A world without a terminal: what was written, and a clock that stands until it is set.
final class FakeConsole: Sendable {
  private struct State {
    var out: [UInt8] = []
    var talk: [UInt8] = []
    var now = 100.0
    var written = Console.Written.done
    var typed: [TypedLine] = []
    /// Whether what was typed before a question is dropped, as a terminal does it.
    var drops = false
  }

  private let state = Mutex(State())

  var out: String { state.withLock { String(decoding: $0.out, as: UTF8.self) } }
  var talk: String { state.withLock { String(decoding: $0.talk, as: UTF8.self) } }

  func set(now: Double) { state.withLock { $0.now = now } }
  /// From now on stdout answers so.
  func set(written: Console.Written) { state.withLock { $0.written = written } }
  func dropsWhatWasTyped() { state.withLock { $0.drops = true } }
  func type(_ lines: [String]) { type(lines.map { .line($0) }) }
  func type(_ lines: [TypedLine]) { state.withLock { $0.typed += lines } }

  func console(
    environment: [String: String] = [:], home: String? = "/home/空 格", terminal: Bool = false,
    kinds: [String: Console.Kind] = [:], files: [String: String] = [:], unreadable: Set<String> = []
  ) -> Console {
    Console(
      environment: { environment[$0] }, home: home, user: 1000, workingDirectory: "/home/me/here",
      inputIsTerminal: terminal, outputIsTerminal: terminal, talkIsTerminal: terminal, columns: { 80 },
      write: { bytes in
        self.state.withLock { state in
          if state.written == .done { state.out += bytes }
          return state.written
        }
      },
      talk: { bytes in self.state.withLock { $0.talk += bytes } },
      readLine: { self.state.withLock { $0.typed.isEmpty ? nil : $0.typed.removeFirst() } },
      dropTyped: { self.state.withLock { if $0.drops { $0.typed = [] } } },
      now: { self.state.withLock { $0.now } }, clock: { 1_800_000_000 },
      kind: { .success(kinds[$0] ?? .missing) },
      canRead: { unreadable.contains($0) ? SystemFailure(message: "permission denied") : nil },
      readFile: { path, limit in files[path].map { Array($0.utf8) }.flatMap { $0.count <= limit ? $0 : nil } })
  }
}
