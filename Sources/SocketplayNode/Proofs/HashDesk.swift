import Dispatch

/// Runs checks of files on a queue of its own, a slice of each in turn: ten gigabytes to read keep neither the peer's
/// socket waiting nor the check of a smaller file.
final class HashDesk: Sendable {
  private let queue = DispatchQueue(label: "socketplay.hash", qos: .utility)

  /// Runs a check; `then` is called on the desk's queue with what it came to.
  func run(_ check: PrefixCheck, then: @escaping @Sendable (PrefixCheck.Outcome) -> Void) {
    queue.async {
      if let outcome = check.advance() { then(outcome) } else { self.run(check, then: then) }
    }
  }
}
