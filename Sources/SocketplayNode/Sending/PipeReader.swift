import Dispatch
import SessionCore
import Synchronization
import Sys

/// Reads a descriptor that may make one wait (standard input: a pipe, a terminal, a file) on a queue of its own, ahead
/// of the sender by at most four chunks.
final class PipeReader: Sendable {
  /// What may be read ahead, in bytes.
  static let ahead = 4 * ChunkSizer.largest

  private struct State {
    var bytes: [UInt8] = []
    var start = 0
    var isAtEnd = false
    var isStopped = false
    var failure: Failure?
    var count: Int { bytes.count - start }
  }

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "socketplay.input")
  private let descriptor: FileDescriptor

  /// A reader of `descriptor`, which it closes when it is let go of.
  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  /// Starts to read; `onReady` is called whenever bytes, the end or a failure came.
  func start(onReady: @escaping @Sendable () -> Void) {
    queue.async { self.run(onReady) }
  }

  /// Ends reading soon: within a fifth of a second where nothing comes.
  func stop() {
    state.withLock { $0.isStopped = true }
    room.signal()
  }

  /// Hands over what has come.
  func take(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> OutgoingFile.Piece {
    let result: Result<OutgoingFile.Piece, Failure> = state.withLock { state in
      let count = min(buffer.count, state.count)
      guard count > 0 else {
        if let failure = state.failure { return .failure(failure) }
        return .success(state.isAtEnd ? .bytes(0, isLast: true) : .notReady)
      }
      state.bytes.withUnsafeBytes { bytes in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.start..<(state.start + count)]))
      }
      state.start += count
      if state.count == 0 {
        state.bytes.removeAll(keepingCapacity: true)
        state.start = 0
      }
      return .success(.bytes(count, isLast: state.isAtEnd && state.count == 0))
    }
    room.signal()
    return try result.get()
  }

  private func run(_ onReady: @Sendable () -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let (count, isStopped) = state.withLock { ($0.count, $0.isStopped) }
      if isStopped { return }
      if count >= Self.ahead {
        room.wait()
        continue
      }
      let isOver = readOnce(into: buffer)
      if let isOver { onReady(); if isOver { return } }
    }
  }

  /// True at the end, false with bytes, nil where nothing came for a while.
  private func readOnce(into buffer: UnsafeMutableRawBufferPointer) -> Bool? {
    do throws(SystemError) {
      guard try descriptor.waitReadable(milliseconds: 200), let count = try descriptor.read(into: buffer)
      else { return nil }
      state.withLock { state in
        if state.start > 0 {
          state.bytes.removeFirst(state.start)
          state.start = 0
        }
        state.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        state.isAtEnd = count == 0
      }
      return count == 0
    } catch {
      state.withLock { $0.failure = Failure(.unreadable, "-", detail: error.message) }
      return true
    }
  }
}
