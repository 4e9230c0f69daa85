import SessionCore

/// How taking part in a room over one connection ended.
enum RoomEnd: Sendable {
  /// This end left.
  case left
  /// The room has closed for good, or sent this member away.
  case closed(RoomFarewell)
  /// The connection is gone, or the room will be back.
  case lost(Failure?)
  /// There is no way in.
  case refused(Failure)
}
