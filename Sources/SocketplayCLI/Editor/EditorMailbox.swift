import KeyedArchive
import SessionCore
import Synchronization

/// Collects input for one reader, who takes all that is there at once.
final class EditorMailbox: Sendable {
  /// The most changes that wait, and about as many bytes of them: of more, the store is read instead.
  static let maximumChanges = 1_000
  static let maximumChangeSize = 4 << 20
  /// The most typed bytes that wait: a pasted book, while the screen is busy.
  static let maximumTyped = 1 << 20

  private struct Waiting {
    var inputs: [EditorInput] = []
    var changes = 0
    var changeSize = 0
    var typed = 0
    /// Whether some of what was typed is lost.
    var isOverrun = false
  }

  private let waiting = Mutex(Waiting())
  private let bell: AsyncStream<Void>.Continuation
  /// Rings when something has come; rings that nobody heard become one.
  let rings: AsyncStream<Void>

  init() {
    (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds something.
  func post(_ input: EditorInput) {
    let size = Self.size(of: input)
    waiting.withLock { waiting in
      switch input {
      case .heard:
        waiting.changes += 1
        waiting.changeSize += size
        if waiting.changes > Self.maximumChanges || waiting.changeSize > Self.maximumChangeSize {
          return Self.forgetChanges(&waiting)
        }
      case .typed(.some):
        if waiting.isOverrun { return }
        waiting.typed += size
        if waiting.typed > Self.maximumTyped {
          waiting.isOverrun = true
          return waiting.inputs.append(.overrun)
        }
      case .typed(nil), .overrun, .terminal, .watching, .read, .sent, .lost, .tick: break
      }
      waiting.inputs.append(input)
    }
    bell.yield()
  }

  /// A change of nothing known makes the editor read the store.
  private static func forgetChanges(_ waiting: inout Waiting) {
    waiting.inputs.removeAll { if case .heard = $0 { true } else { false } }
    waiting.inputs.append(.heard(PreferencesReceived(peer: "", bytes: 0, keys: -1, path: "", applied: nil)))
    waiting.changes = 1
    waiting.changeSize = 0
  }

  /// Takes everything.
  func take() -> [EditorInput] {
    waiting.withLock { waiting in
      defer { waiting = Waiting() }
      return waiting.inputs
    }
  }

  private static func size(of input: EditorInput) -> Int {
    switch input {
    case .typed(let bytes): bytes?.count ?? 0
    case .heard(let received):
      (received.applied ?? []).reduce(0) { sum, change in
        if sum > maximumChangeSize { return sum }
        return sum + change.key.utf8.count + (change.from?.roughSize ?? 0) + (change.to?.roughSize ?? 0)
      }
    case .overrun, .terminal, .watching, .read, .sent, .lost, .tick: 0
    }
  }
}

extension PropertyList {
  /// About how many bytes the value takes.
  ///
  /// Recursion is bounded by the depth that a peer's values may have.
  fileprivate var roughSize: Int {
    switch self {
    case .string(let text): 16 + text.utf8.count
    case .data(let bytes): 16 + bytes.count
    case .array(let elements), .set(let elements): elements.reduce(16) { $0 + $1.roughSize }
    case .dictionary(let dictionary):
      dictionary.reduce(16) { $0 + $1.key.roughSize + $1.value.roughSize }
    case .null, .bool, .integer, .real32, .real, .date, .uid: 16
    }
  }
}
