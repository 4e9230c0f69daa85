import SessionCore
import Synchronization

/// What the editor's screen waits for.
enum EditorInput: Sendable {
  /// Bytes that were typed; nil at their end.
  case typed([UInt8]?)
  /// The terminal has another size, or is this program's again.
  case terminal
  /// The other side's store was changed.
  case heard(PreferencesReceived)
  /// The whole store was read.
  case read(Result<PreferencesAnswer, Failure>)
  /// The store's revision was asked for.
  case revision(Int64)
  /// What became of edits.
  case sent(PreferenceEdits, Result<PreferencesAnswer, Failure>)
  /// Nothing is heard of changes any more.
  case lost(Failure)
  /// Changes are likely to be heard of again.
  case watching
  /// Time has passed.
  case tick
}

/// Collects input for one reader, who takes all that is there at once.
final class EditorMailbox: Sendable {
  /// The most changes that wait: of more, the store is read instead.
  private static let maximumWaiting = 1_000

  private let waiting = Mutex<[EditorInput]>([])
  private let bell: AsyncStream<Void>.Continuation
  /// Rings when something has come; rings that nobody heard become one.
  let rings: AsyncStream<Void>

  init() {
    (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds something.
  func post(_ input: EditorInput) {
    waiting.withLock { waiting in
      if case .heard = input, waiting.count >= Self.maximumWaiting {
        // A change of nothing known makes the editor read the store.
        waiting.removeAll { if case .heard = $0 { true } else { false } }
        waiting.append(.heard(PreferencesReceived(peer: "", bytes: 0, keys: -1, path: "", applied: nil)))
      } else {
        waiting.append(input)
      }
    }
    bell.yield()
  }

  /// Takes everything.
  func take() -> [EditorInput] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
