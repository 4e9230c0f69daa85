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
    if readingIsHeld, socket.isWritable(within: 0) { releaseReading() }
    let outcome: FlushOutcome
    var stop = Stop.full
    do throws(StreamError) {
      stop = try write(next)
      outcome = stop == .drained && finish() ? .drained : .blocked
    } catch {
      outcome = .lost(error)
    }
    spareBuffers()
    // `next` may have closed the connection.
    guard !isClosed else { return outcome }
    if stop == .turn { takeNextTurn() }
    // Where TLS first wants to hear something, being able to write would be told for ever.
    if readingIsHeld || outcome == .blocked && stop != .turn && !wire.writeWaitsForReading {
      resumeWriteSource()
    } else {
      suspendWriteSource()
    }
    return outcome
  }

  /// Tells the other end that nothing more follows; what waits must have been flushed.
  public func finishSending() {
    guard !isClosed, !isFinishing else { return }
    isFinishing = true
    if !finish() { resumeWriteSource() }
  }

  /// Whether the goodbye that is to be said, if one is, has been.
  private func finish() -> Bool { !isFinishing || wire.finishWriting() }

  func resumeWriteSource() {
    guard writeSourceIsSuspended else { return }
    writeSourceIsSuspended = false
    writeSource.resume()
  }

  private func suspendWriteSource() {
    guard !writeSourceIsSuspended else { return }
    writeSourceIsSuspended = true
    writeSource.suspend()
  }

  /// The room for the next chunk.
  private var openedChunk: UnsafeMutableRawBufferPointer {
    openChunk()
    return chunk
  }

  /// Why writing stopped.
  private enum Stop {
    /// Everything was written.
    case drained
    /// The socket takes no more.
    case full
    /// It takes more, but others have their turn.
    case turn
  }

  private func write(_ next: (UnsafeMutableRawBufferPointer) -> BulkFrame?) throws(StreamError) -> Stop {
    var left = Self.budget
    var patience = Patience()
    while left > 0 {
      if let frame = bulk, bulkWritten > 0 || outbox.isEmpty {
        // A chunk that was begun must end before anything else.
        guard let count = try send(frame) else {
          if takesMore(&patience, after: Self.budget - left) { continue }
          return .full
        }
        left -= count
      } else if bulk != nil || outbox.count >= Self.smallChunk {
        guard try drainOutbox(&left) else { return .full }
      } else if let frame = next(openedChunk) {
        if frame.payloadCount > Self.smallChunk || !appendSmall(frame) {
          begin(frame)
        }
      } else if isClosed {
        return .drained
      } else if outbox.isEmpty {
        return try wire.flush() ? .drained : .full
      } else {
        guard try drainOutbox(&left) else { return .full }
      }
    }
    return .turn
  }

  /// Whether the socket soon takes more, after so many bytes in one go; where a file comes in, too, that has its turn first.
  private func takesMore(_ patience: inout Patience, after count: Int) -> Bool {
    guard !isClosed, count >= Self.bulkRun, wire.ahead == nil else { return false }
    let milliseconds = patience.milliseconds(at: Time.monotonicNanoseconds())
    guard milliseconds > 0 else { return false }
    return takesBulk ? socket.isWritableFirst(within: milliseconds) : socket.isWritable(within: milliseconds)
  }

  private func appendSmall(_ frame: BulkFrame) -> Bool {
    frame.prefix.withUnsafeBytes { prefix in
      frame.suffix.withUnsafeBytes { suffix in
        outbox.append(prefix, UnsafeRawBufferPointer(rebasing: chunk[..<frame.payloadCount]), suffix)
      }
    }
  }

  private func drainOutbox(_ left: inout Int) throws(StreamError) -> Bool {
    while !outbox.isEmpty {
      var taken = 0
      var isBlocked = false
      try outbox.drain { (bytes) throws(StreamError) in
        let count = try self.wire.send(bytes)
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

  /// A chunk is next; under TLS its whole frame is laid out in one piece, so that every record but the last is full.
  private func begin(_ frame: BulkFrame) {
    bulk = frame
    bulkWritten = 0
    guard wire.isSecure, let payload = chunk.baseAddress else { return }
    precondition(
      max(frame.prefix.count, frame.suffix.count) <= Self.frameRoom, "an archive is short around its payload")
    UnsafeMutableRawBufferPointer(start: payload - frame.prefix.count, count: frame.prefix.count)
      .copyBytes(from: frame.prefix)
    UnsafeMutableRawBufferPointer(start: payload + frame.payloadCount, count: frame.suffix.count)
      .copyBytes(from: frame.suffix)
  }

  /// Writes on with the chunk that was begun; nil where the socket takes no more.
  private func send(_ frame: BulkFrame) throws(StreamError) -> Int? {
    guard let count = try wire.isSecure ? sendInOnePiece(frame) : sendInPieces(frame) else { return nil }
    sent += Int64(count)
    bulkWritten += count
    if bulkWritten == frame.count { bulk = nil }
    return count
  }

  private func sendInOnePiece(_ frame: BulkFrame) throws(StreamError) -> Int? {
    guard let payload = chunk.baseAddress else { return nil }
    let whole = UnsafeRawBufferPointer(start: payload - frame.prefix.count, count: frame.count)
    return try wire.send(whole.dropping(bulkWritten))
  }

  private func sendInPieces(_ frame: BulkFrame) throws(StreamError) -> Int? {
    let (written, payload) = (bulkWritten, UnsafeRawBufferPointer(rebasing: chunk[..<frame.payloadCount]))
    let result: Result<Int?, StreamError> = frame.prefix.withUnsafeBytes { prefix in
      frame.suffix.withUnsafeBytes { suffix in
        do throws(SystemError) {
          return .success(
            try socket.descriptor.send(
              prefix.dropping(written), payload.dropping(written - prefix.count),
              suffix.dropping(written - prefix.count - payload.count)))
        } catch {
          return .failure(.system(error))
        }
      }
    }
    return try result.get()
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes behind the first `count`; all of them for a negative count, none for one past the end.
  fileprivate func dropping(_ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[Swift.min(Swift.max(count, 0), self.count)...])
  }
}
