public import Dispatch

/// Runs an actor on a serial Dispatch queue, so that event handlers of sources on that queue are already inside it.
///
/// Such a handler calls `assumeIsolated` on the actor: no hop, no lock, and the compiler still guards the state.
public final class QueueExecutor: SerialExecutor {
  /// The queue; serial.
  public let queue: DispatchQueue

  /// An executor on a queue of its own.
  public init(label: String, qos: DispatchQoS = .userInitiated) {
    queue = DispatchQueue(label: label, qos: qos)
  }

  /// Runs a job of the actor on the queue (`SerialExecutor`).
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Stops the program where the caller is not on the queue (`SerialExecutor`).
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
