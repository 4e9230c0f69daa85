import Synchronization

/// Carries something that cannot be copied through a place that copies: a continuation, a stream, an array.
///
/// Whoever takes it first has it. What nobody takes is let go of with the box: a descriptor closes.
public final class Handover<Value: ~Copyable & Sendable>: Sendable {
  private let value: Mutex<Value?>

  /// A box with something in it.
  public init(_ value: consuming sending Value) {
    self.value = Mutex(consume value)
  }

  /// What is in it, the first time; nil ever after.
  public func take() -> Value? {
    value.withLock { value in
      var taken: Value?
      swap(&taken, &value)
      return taken
    }
  }
}
