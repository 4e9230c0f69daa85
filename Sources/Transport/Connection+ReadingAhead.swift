import Dispatch
import Framing

/// Reading ahead, while a file comes faster than this end works.
extension Connection {
  /// What comes is faster than what is done with it: from now on a thread reads ahead, where one may.
  func startReadingAhead() {
    guard !isClosed, !isReadingSuspended, wire.ahead == nil, crowd == nil else { return }
    // Plain, frames are taken where the thread puts them; under TLS it reads records, behind which the frame that has begun lies.
    let begun = wire.isSecure ? UnsafeRawBufferPointer(start: nil, count: 0) : input.rest
    guard wire.isSecure || input.frameUnderWay <= ReadAhead.longestFrame else { return }
    let (queue, onReadable) = (queue, onReadable)
    guard wire.startReadingAhead(begun, place: aheadPlace, tell: { queue.async(execute: onReadable) }) else { return }
    if !wire.isSecure { input.giveAway() }
    readSource.suspend()
  }

  /// Lets go of what was read ahead, and has the socket tell again.
  func stopReadingAhead() {
    guard wire.ahead != nil else { return }
    wire.stopReadingAhead()
    readSource.resume()
  }

  /// Takes the frames that were read ahead, in place; nil where there are none to be had so: nothing reads ahead, it has ended,
  /// or the connection is under TLS.
  func receiveAhead(
    _ left: inout Int, _ patience: inout Patience, _ take: (UnsafeRawBufferPointer) -> Bool
  ) -> ReceiveOutcome? {
    guard let ahead = wire.ahead, !wire.isSecure else { return nil }
    while !isClosed, !isReadingSuspended, left > 0 {
      let count = ahead.look()
      received += Int64(count)
      left -= count
      do throws(FrameError) {
        if count > 0 { try ahead.frames(maximumFrame: limits.maximumFrame) { !isClosed && take($0) } }
      } catch {
        return .broken(error)
      }
      if count > 0 { continue }
      switch ahead.waitForNews(milliseconds: readingPatience(&patience, after: Self.budget - left)) {
      case .bytes: continue
      case .none: return .open
      case .ended(let failure?): return .lost(.system(failure))
      case .ended(nil):
        input.takeBack(ahead.rest)
        stopReadingAhead()
        return nil
      }
    }
    tellPending()
    return .open
  }

  /// Whether what is read ahead has more of a connection under TLS, after so many bytes in one go; where it has not, that is told.
  func hasMoreAhead(_ ahead: ReadAhead, _ milliseconds: Int32) -> Bool {
    switch ahead.waitForNews(milliseconds: milliseconds) {
    case .bytes where milliseconds > 0: return true
    case .bytes:
      // Records that have nothing (a renewed key) may come without end: others have their turn first.
      queue.async(execute: onReadable)
      return false
    case .none: return false
    case .ended(let failure):
      // What the thread could not read is yet to be said.
      if failure == nil { stopReadingAhead() }
      return true
    }
  }
}
