import Dialects
import SessionCore
import Sys

/// What goes out.
extension OriginalSession {
  /// Writes what can go now; whether the socket takes no more.
  mutating func write(to socket: borrowing FileDescriptor, _ now: Double) throws(Failure) -> Bool {
    while true {
      if outgoing.isIdle, try !beginNext(now) { return false }
      do throws(Failure) {
        switch try outgoing.write(to: socket, now: now) {
        case .idle, .done: finished()
        case .waiting: return false
        case .blocked: return true
        }
      } catch  where error.reason == .changed || error.reason == .unreadable {
        // The head has promised bytes that are not there: the server can be told nothing more on this connection.
        events(.error(error))
        said(queue.failed(), .failed)
        throw Failure(.lost, detail: "a file changed while it was being sent")
      }
    }
  }

  /// Begins the next thing to write: a sign of life that is due, or a message; false where there is none.
  private mutating func beginNext(_ now: Double) throws(Failure) -> Bool {
    if client.dialect == .im, now >= nextBeat {
      nextBeat = now + Heartbeat.interval
      try outgoing.begin(.writes([OriginalClient.heartbeat(at: Time.secondsSince1970())]))
      isGreeting = true
      beats()
      return true
    }
    while let item = queue.begin() {
      do throws(Failure) {
        try outgoing.begin(item.body)
        return true
      } catch {
        events(.error(error))
        said(queue.failed(), .failed)
      }
    }
    return false
  }

  /// What was under way has gone out.
  private mutating func finished() {
    if isGreeting {
      isGreeting = false
    } else {
      said(queue.sent(), .sent)
    }
  }
}
