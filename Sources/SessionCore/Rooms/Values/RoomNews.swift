/// What a room, or a client of one of the original servers, tells its user: the events of rooms.
///
/// `number` is the one the room gave; nil where the server gives none.
public enum RoomNews: Sendable, Equatable {
  /// A listener of a room stands; `dialect` is `room`, `chat`, `im` or `draw`.
  case listening(name: String, port: Int, addresses: [String], dialect: String)
  /// This end is in the room, under that nick; nil where the server gives none.
  case connected(peer: String, address: String, security: String, original: Bool, nick: String?)
  case text(from: String?, to: String?, text: String, number: UInt64?)
  /// Who is there and who was; `changes` are those who came or left, none where it was asked for.
  case roster([RosterEntry], changes: [RosterEntry])
  /// A picture or stream was stored at a path of this machine.
  case file(RoomFile.Kind, from: String?, path: String, bytes: Int64, number: UInt64?)
  case stroke(Stroke, from: String?, number: UInt64?)
  /// A line that is still being drawn: what there is of it so far.
  case preview(Stroke, from: String)
  /// `of` is the number of what was taken back; nil where that is not known.
  case undo(from: String?, number: UInt64?, of: UInt64?)
  case clear(from: String?, number: UInt64?)
  case game(GameNews, from: String, number: UInt64?)
  /// The canvas was written to a file of this machine.
  case saved(path: String)
  /// What was said between these numbers is not known to the room any more: only the canvas follows.
  case missed(from: UInt64, to: UInt64)
  /// What became of something this end said; toward an original server, `sent` is all that can be known.
  case said(number: Int, state: SayState)

  /// How something that was said stands.
  public enum SayState: String, Sendable, Hashable {
    case sent
    case delivered
    case failed
  }
}
