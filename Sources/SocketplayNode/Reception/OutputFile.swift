import Dispatch
import SessionCore
import Synchronization
import Sys

/// The descriptor that a session's one file is written to as it comes (`--receive-to -`), on a queue of its own: who reads
/// it may be slow, and keeps nobody else waiting.
///
/// What waits for it is bounded by the sender's credit, which is given for written bytes only.
final class OutputFile: Sendable {
  private enum Phase {
    case free
    case taken
    case over(Result<Void, Failure>)
  }

  /// What is written in one go: as much as a pipe holds.
  private static let step = 64 << 10
  /// How long a reader that takes nothing is waited for before it is looked whether that is still wanted.
  private static let patience: Int32 = 200

  private let descriptor: FileDescriptor
  private let queue = DispatchQueue(label: "socketplay.output")
  private let phase = Mutex(Phase.free)
  private let onEnd: @Sendable () -> Void

  /// An output to `descriptor`; `onEnd` is called once, when the file is through or given up.
  init(_ descriptor: consuming FileDescriptor, onEnd: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.onEnd = onEnd
  }

  /// Takes it for a file: true once.
  func take() -> Bool {
    phase.withLock { phase in
      guard case .free = phase else { return false }
      phase = .taken
      return true
    }
  }

  /// Writes a copy of the bytes behind those before; `then` is told on the output's queue when they are through.
  func write(_ bytes: UnsafeRawBufferPointer, then: @escaping @Sendable (Result<Void, Failure>) -> Void) {
    let copy = Array(bytes)
    queue.async {
      then(copy.withUnsafeBytes { self.writeAll($0) })
    }
  }

  /// How it went, for good; the first word counts.
  func end(_ result: Result<Void, Failure>) {
    let isFirst = phase.withLock { phase in
      if case .over = phase { return false }
      phase = .over(result)
      return true
    }
    if isFirst { onEnd() }
  }

  /// Why the file did not come through; nil where it did, or none came.
  var failure: Failure? {
    phase.withLock { phase in
      switch phase {
      case .over(.failure(let failure)): failure
      case .free, .taken, .over(.success): nil
      }
    }
  }

  private var isOver: Bool { phase.withLock { if case .over = $0 { true } else { false } } }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Result<Void, Failure> {
    var rest = bytes
    do throws(SystemError) {
      while !rest.isEmpty {
        if isOver { return .failure(Failure(.interrupted)) }
        guard try descriptor.waitWritable(milliseconds: Self.patience) else { continue }
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.step))
        let count = try descriptor.write(piece) ?? 0
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
      return .success(())
    } catch {
      return .failure(Failure(.unwritable, "-", detail: error.message))
    }
  }
}
