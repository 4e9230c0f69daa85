import SocketplayNode
import Synchronization
import Sys

/// Lines that are typed at a room of one's own: what is said there, unless a question stands that a line answers.
final class SpokenLines: Sendable {
  /// Seconds in which a question is read: a line that comes sooner is no answer to it.
  private static let reading = 0.5

  private struct Question {
    let askedAt: Double
    let turn = Turnstile()
    var answer: Bool?
  }

  private struct State {
    var question: Question?
    var isOver = false
  }

  private let console: Console
  private let state = Mutex(State())

  init(_ console: Console) { self.console = console }

  /// Whether a question stands.
  var isAsking: Bool { state.withLock { $0.question != nil } }

  /// The next line that is said; nil at the end of input.
  func next() -> TypedLine? {
    while let line = console.readLine() {
      if !isAnswer(line) { return line }
    }
    state.withLock { state in
      state.isOver = true
      // An answer that was just given stands, though nobody may have taken it yet.
      guard let question = state.question, question.answer == nil else { return }
      state.question?.answer = false
      question.turn.signal()
    }
    return nil
  }

  /// The answer to a question that stands on the terminal; nil where it is withdrawn first.
  ///
  /// One question at a time. Blocks the thread until then: lines are read all the while by whoever says them.
  func answer(to open: OpenQuestion) -> Bool? {
    let question = Question(askedAt: console.now())
    let isOver = state.withLock { state in
      if !state.isOver { state.question = question }
      return state.isOver
    }
    if isOver { return false }
    open.onWithdrawal { question.turn.signal() }
    question.turn.wait()
    return state.withLock { state in
      defer { state.question = nil }
      return state.question?.answer
    }
  }

  /// Whether the line answers the question that stands: yes, no, or nothing, which is a no; whatever else is said.
  private func isAnswer(_ typed: TypedLine) -> Bool {
    guard case .line(let line) = typed else { return false }
    let word = line.lowercased().filter { !$0.isWhitespace }
    guard ["y", "yes", "n", "no", ""].contains(word) else { return false }
    return state.withLock { state in
      guard let question = state.question, question.answer == nil, console.now() - question.askedAt >= Self.reading
      else { return false }
      state.question?.answer = word.hasPrefix("y")
      question.turn.signal()
      return true
    }
  }
}
