import Dispatch
import Sys

/// The way out: packets and chunks, as the socket takes them.
extension Connection {
  /// Takes a packet to send before the next chunk; false where too many wait, and the connection should end.
  public func enqueue(_ frame: [UInt8]) -> Bool {
    frame.withUnsafeBytes { outbox.append($0) }
  }

  /// The count of sent bytes at which all that is queued now has gone.
  public var queuedUpTo: Int64 {
    sent + Int64(outbox.count) + Int64((bulk?.count ?? 0) - (bulk == nil ? 0 : bulkWritten))
  }

  /// Writes what waits, and then chunks for as long as `next` gives them and the socket takes them.
  ///
  /// `next` fills the chunk buffer it is given and describes the frame around it, or returns nil.
  public func flush(_ next: (UnsafeMutableRawBufferPointer) -> BulkFrame?) -> FlushOutcome {
    guard !isClosed else { return .drained }
    let outcome: FlushOutcome
    do throws(SystemError) {
      outcome = try write(next) ? .drained : .blocked
    } catch {
      outcome = .lost(error)
    }
    // `next` may have closed the connection.
    guard !isClosed else { return outcome }
    switch outcome {
    case .blocked where writeSourceIsSuspended:
      writeSourceIsSuspended = false
      writeSource.resume()
    case .drained where !writeSourceIsSuspended, .lost where !writeSourceIsSuspended:
      writeSourceIsSuspended = true
      writeSource.suspend()
    default:
      break
    }
    return outcome
  }

  /// Tells the other end that nothing more follows; what waits must have been flushed.
  public func finishSending() {
    if !isClosed { try? socket.descriptor.shutdownWriting() }
  }

  /// True where everything was written, false where the socket or the budget stopped it.
  private func write(_ next: (UnsafeMutableRawBufferPointer) -> BulkFrame?) throws(SystemError) -> Bool {
    var left = Self.budget
    while left > 0 {
      if let frame = bulk, bulkWritten > 0 || outbox.isEmpty {
        // A chunk that was begun must end before anything else.
        guard let count = try send(frame) else {
          if isWorthWaiting(Self.budget - left), try socket.descriptor.waitWritable(milliseconds: 1) { continue }
          return false
        }
        left -= count
      } else if bulk != nil || outbox.count >= Self.smallChunk {
        guard try drainOutbox(&left) else { return false }
      } else if let frame = next(chunk) {
        if frame.payloadCount > Self.smallChunk || !appendSmall(frame) {
          bulk = frame
          bulkWritten = 0
        }
      } else if isClosed || outbox.isEmpty {
        return true
      } else {
        guard try drainOutbox(&left) else { return false }
      }
    }
    return false
  }

  private func appendSmall(_ frame: BulkFrame) -> Bool {
    frame.prefix.withUnsafeBytes { prefix in
      frame.suffix.withUnsafeBytes { suffix in
        outbox.append(prefix, UnsafeRawBufferPointer(rebasing: chunk[..<frame.payloadCount]), suffix)
      }
    }
  }

  private func drainOutbox(_ left: inout Int) throws(SystemError) -> Bool {
    while !outbox.isEmpty {
      var taken = 0
      var isBlocked = false
      try outbox.drain { (bytes) throws(SystemError) in
        let count = try self.socket.descriptor.send(bytes)
        isBlocked = count == nil
        taken = count ?? 0
        return taken
      }
      if isBlocked { return false }
      sent += Int64(taken)
      left -= taken
    }
    return true
  }

  /// Writes on with the chunk that was begun; nil where the socket takes no more.
  private func send(_ frame: BulkFrame) throws(SystemError) -> Int? {
    let (written, payload) = (bulkWritten, UnsafeRawBufferPointer(rebasing: chunk[..<frame.payloadCount]))
    let result: Result<Int?, SystemError> = frame.prefix.withUnsafeBytes { prefix in
      frame.suffix.withUnsafeBytes { suffix in
        do throws(SystemError) {
          return .success(
            try socket.descriptor.send(
              prefix.dropping(written), payload.dropping(written - prefix.count),
              suffix.dropping(written - prefix.count - payload.count)))
        } catch {
          return .failure(error)
        }
      }
    }
    guard let count = try result.get() else { return nil }
    sent += Int64(count)
    bulkWritten += count
    if bulkWritten == frame.count { bulk = nil }
    return count
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes behind the first `count`; all of them for a negative count, none for one past the end.
  fileprivate func dropping(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Swift.min(Swift.max(count, 0), self.count)...])
  }
}
