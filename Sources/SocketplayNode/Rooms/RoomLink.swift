import SessionCore
import Sys
import Transport

/// One end of a room's wire: a connection, what waits to be written to it, and what is coming in parts.
///
/// Belongs to the actor that made it.
final class RoomLink {
  let id: RoomMemberID
  let address: String
  /// Whose key it has proven, as text; nil on a plain connection.
  let owner: String?
  /// Set once, before anything is read.
  var connection: Connection?
  /// By which the known peers are looked at no longer; nil for somebody who is none.
  var acquaintance: Int?
  /// How fast frames are to come; nil for somebody proven.
  var pace: FramePace?
  var queue = RoomQueue()
  var stroke = StrokeAssembly()
  var file: RoomIncomingFile?
  /// Whether the rest of a file that was denied is still coming.
  var skipsFile = false
  var isIn = false
  /// Files that could not be read on for it since that was told last.
  var unreadable: [String] = []
  /// Whether it is among those that are written to next.
  var isDirty = false
  let cameAt: Moment
  var lastHeard: Moment
  /// Since when more waits than is good.
  var crowdedSince: Moment?
  /// The greatest number of the member's own that was taken and not yet confirmed to it.
  var unconfirmed: UInt64?
  /// The member's own number of what is being done now.
  var current: UInt64?
  /// Whether it is to be closed once all that waits is written, or at that time.
  var closesAt: Moment?

  init(id: RoomMemberID, address: String, owner: String?, now: Moment) {
    self.id = id
    self.address = address
    self.owner = owner
    if owner == nil { pace = FramePace() }
    cameAt = now
    lastHeard = now
  }

  /// Writes what the socket takes; false where the connection is gone.
  func flush() -> Bool {
    guard let connection else { return false }
    let outcome = connection.flush { buffer in
      let count = queue.fill(buffer) { unreadable.append($0.subject) }
      return count == 0 ? nil : BulkFrame(prefix: [], payloadCount: count, suffix: [])
    }
    if case .lost = outcome { return false }
    if outcome == .drained, closesAt != nil { return false }
    return true
  }
}
