import Dispatch
import Synchronization

/// Tells work that blocks a thread to stop, when the task that waits for it is cancelled.
///
/// The work looks at it a few times a second: nothing reaches into a thread that waits for a descriptor.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  /// Whether the work is to stop.
  var isSet: Bool { flag.load(ordering: .relaxed) }

  /// Has the work stop.
  func set() { flag.store(true, ordering: .relaxed) }
}

/// Runs work that waits for descriptors on a thread of its own, so that no thread of the tasks' pool is held up.
func blocking<Value: Sendable>(
  _ label: String, _ work: @escaping @Sendable (StopFlag) -> Value
) async -> Value {
  let stop = StopFlag()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: label).async { continuation.resume(returning: work(stop)) }
    }
  } onCancel: {
    stop.set()
  }
}
