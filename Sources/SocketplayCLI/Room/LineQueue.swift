import Synchronization
import Sys

/// Lines on their way from a screen to a reader that waits for them on a thread of its own.
final class LineQueue: Sendable {
  /// Lines that may wait: more than anybody types ahead.
  private static let limit = 1_024

  private struct State {
    var lines: [String] = []
    var isOver = false
  }

  private let state = Mutex(State())
  private let count = Turnstile()

  /// Adds a line; false where too many wait.
  func add(_ line: String) -> Bool {
    let isTaken = state.withLock { state in
      guard state.lines.count < Self.limit else { return false }
      state.lines.append(line)
      return true
    }
    if isTaken { count.signal() }
    return isTaken
  }

  /// Nothing more will come.
  func end() {
    state.withLock { $0.isOver = true }
    count.signal()
  }

  /// The next line, waited for; nil once nothing more will come.
  func next() -> String? {
    while true {
      let (line, isOver) = state.withLock { state in
        (state.lines.isEmpty ? nil : state.lines.removeFirst(), state.isOver)
      }
      if let line { return line }
      if isOver { return nil }
      count.wait()
    }
  }
}
