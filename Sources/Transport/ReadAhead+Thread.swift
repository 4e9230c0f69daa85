import Synchronization
import Sys

/// The thread that reads ahead.
extension ReadAhead {
  /// The most that is read at once: a full chunk with its archive fits.
  private static let longestRead = 256 << 10
  /// Milliseconds without a byte after which the thread ends.
  private static let patience: Int32 = 20
  /// So many reads in a row, together less than `leastBytes`, and the thread ends: what is as slow needs no second one.
  private static let judgedReads = 64
  private static let leastBytes = judgedReads * (16 << 10)

  /// Reads until it is of no use, or is to end.
  func run() {
    do throws(SystemError) {
      try readOn()
      notify { $0.hasEnded = true }
    } catch {
      notify { ($0.hasEnded, $0.failure) = (true, error) }
    }
  }

  private func readOn() throws(SystemError) {
    var (reads, sum) = (0, 0)
    while let free = waitForRoom() {
      guard let count = try socket.descriptor.receive(into: free) else {
        if try socket.descriptor.waitReadable(milliseconds: Self.patience) { continue }
        return
      }
      // The stream's end is there to be read again.
      if count == 0 { return }
      notify { $0.read += count }
      (reads, sum) = (reads + 1, sum + count)
      guard reads == Self.judgedReads else { continue }
      if sum < Self.leastBytes { return }
      (reads, sum) = (0, 0)
    }
  }

  /// Where the next bytes go; nil where none are wanted any more.
  private func waitForRoom() -> UnsafeMutableRawBufferPointer? {
    var least = Self.longestRead
    while true {
      let (isToEnd, waits, read) = state.withLock { state in
        state.threadWaits = !state.isToEnd && state.free < least
        return (state.isToEnd, state.threadWaits, state.read)
      }
      if isToEnd { return nil }
      if !waits { return memory.bytes(at: read, count: Self.longestRead) }
      least = Self.capacity / 2
      room.wait()
    }
  }

  private func notify(_ change: (inout State) -> Void) {
    let (wakes, tells) = state.withLock { state in
      change(&state)
      defer { (state.takerWaits, state.tells) = (false, false) }
      return (state.takerWaits, state.tells)
    }
    if wakes { bytes.signal() }
    if tells { tell() }
  }
}
