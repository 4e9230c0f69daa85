import Dispatch
import Framing
import Sys

/// The way in: frames, as they come.
extension Connection {
  /// Tells no more that the socket is readable: its end was seen, and would be told for ever.
  public func stopReading() {
    resumeReading()
    releaseReading()
    stopReadingAhead()
    readSource.cancel()
  }

  /// Reads nothing for a while: what the other end sends waits in the kernel, and then at the other end.
  public func suspendReading() {
    guard !isClosed, !isReadingSuspended else { return }
    isReadingSuspended = true
    readSource.suspend()
  }

  /// Reads on.
  public func resumeReading() {
    guard isReadingSuspended else { return }
    isReadingSuspended = false
    readSource.resume()
    tellPending()
  }

  /// Reads what has come, up to a budget, and hands each whole frame's body to `take`, in place: the bytes are valid
  /// for that call only.
  ///
  /// `take` returns false to stop.
  public func receive(_ take: (UnsafeRawBufferPointer) -> Bool) -> ReceiveOutcome {
    // What is read ahead may have told before this end stopped reading.
    if isReadingSuspended, wire.ahead != nil { return .open }
    var left = Self.budget
    defer { takesBulk = Self.budget - left >= Self.bulkRun }
    var patience = Patience()
    if let outcome = receiveAhead(&left, &patience, take) { return outcome }
    var hasWaited = false
    while !isClosed, left > 0 {
      let count: Int
      do throws(StreamError) {
        let result = try input.fill { (room) throws(StreamError) in
          let count = try self.wire.receive(into: room)
          return (count ?? 0, count)
        }
        guard let result else {
          if wire.readWaitsForWriting {
            holdReading()
          } else if hasMore(readingPatience(&patience, after: Self.budget - left)) {
            hasWaited = true
            continue
          }
          return .open
        }
        count = result
      } catch {
        return .lost(error)
      }
      do throws(FrameError) {
        guard count > 0 else {
          try input.finish()
          return .ended
        }
        received += Int64(count)
        left -= count
        try input.frames { !isClosed && take($0) }
      } catch {
        return .broken(error)
      }
      // What many ends say is short: asking each time whether there is more would be half of the calls.
      if crowd != nil, wire.isDrained { return .open }
    }
    if !hasWaited { startReadingAhead() }
    tellPending()
    return .open
  }

  /// Whether more comes within so many milliseconds.
  private func hasMore(_ milliseconds: Int32) -> Bool {
    if let ahead = wire.ahead { return hasMoreAhead(ahead, milliseconds) }
    return milliseconds > 0 && socket.isReadable(within: milliseconds)
  }

  /// Milliseconds that reading may wait for more, after so many bytes in one go: none while this end has something to write.
  func readingPatience(_ patience: inout Patience, after count: Int) -> Int32 {
    guard !isClosed, count >= Self.bulkRun, bulk == nil, outbox.isEmpty else { return 0 }
    return patience.milliseconds(at: Time.monotonicNanoseconds())
  }

  /// Tells, soon, of bytes that have come and of which the socket says nothing any more.
  func tellPending() {
    if !isClosed, !isReadingSuspended, wire.hasPending { queue.async(execute: onReadable) }
  }

  /// Reads nothing until the socket can be written, which TLS has to do first.
  private func holdReading() {
    guard !readingIsHeld else { return }
    readingIsHeld = true
    readSource.suspend()
    resumeWriteSource()
  }

  func releaseReading() {
    guard readingIsHeld else { return }
    readingIsHeld = false
    readSource.resume()
    queue.async(execute: onReadable)
  }
}
