import Dispatch

extension SignalWatcher {
  /// Watches `signals` on a queue of its own, for callers that have no other use for queues.
  public convenience init(_ signals: [Int32], handler: @escaping @Sendable (Int32) -> Void) {
    self.init(signals, queue: DispatchQueue(label: "signals"), handler: handler)
  }
}
