/// What a room's driver is to do, in this order.
public enum RoomAction: Sendable, Equatable {
  /// The member is in; the first thing it is told, with the roster behind it.
  case welcome(RoomMemberID, RoomWelcome)
  /// It may not come in; tell it, then close.
  case refuse(RoomMemberID, RoomRefusal)
  /// What was said before it came, as it was said.
  case replay(RoomMemberID, [RoomMessage])
  /// Tell everybody.
  case sayToAll(RoomMessage)
  /// Tell these.
  case say(RoomMessage, to: [RoomMemberID])
  /// Tell everybody who came and who left.
  case roster(changes: [RosterEntry])
  /// Tell one member who is there and who was.
  case tellRoster(RoomMemberID)
  /// Tell the member why what it wanted was not done.
  case deny(RoomMemberID, RoomDenial)
  /// End the connection, saying why.
  case close(RoomMemberID, RoomFarewell)
  /// Nobody will ask for this file any more.
  case forget(RoomFile)
}

/// What a member is told when it is in.
public struct RoomWelcome: Sendable, Equatable {
  /// What it is called here.
  public var nick: String
  /// With what it comes back as the same member.
  public var token: [UInt8]
  /// The greatest of its own numbers that was taken before the cut; 0 for none.
  public var heard: UInt64
  /// The number of the last message said before it came.
  public var last: UInt64
  /// Whether what it knows of the canvas is void: the whole canvas follows.
  public var startsAnew: Bool

  /// A welcome.
  public init(nick: String, token: [UInt8], heard: UInt64, last: UInt64, startsAnew: Bool) {
    self.nick = nick
    self.token = token
    self.heard = heard
    self.last = last
    self.startsAnew = startsAnew
  }
}

/// Why a member may not come in.
public enum RoomRefusal: Sendable, Hashable {
  /// The nick it wishes is none.
  case nick(Nick.Refusal)
  case full
  /// It was sent away.
  case kicked
}

/// Why something that a member wanted was not done.
public enum RoomDenial: String, Error, Sendable, Hashable {
  case emptyText = "empty-text"
  case longText = "long-text"
  /// Nobody of that nick is there.
  case nobody
  case nothingToUndo = "nothing-to-undo"
  case canvasFull = "canvas-full"
  /// Only the drawer draws now.
  case notYourTurn = "not-your-turn"
  /// The word is not to be told.
  case tellsTheWord = "tells-the-word"
  case noGame = "no-game"
  case gameRuns = "game-runs"
  case tooFewPlayers = "too-few-players"
  /// Only the host's user may do that.
  case hostOnly = "host-only"
  /// A picture or stream is larger than is taken, or cannot be stored.
  case file
  /// It is no stroke.
  case stroke
}

/// Why a connection is ended by the room.
public enum RoomFarewell: String, Sendable, Hashable {
  /// The room closes for good.
  case goodbye
  /// It will be back.
  case restart
  case kicked
  /// Too much waits for a member that does not read.
  case slow
  /// The same member has come over another connection.
  case replaced
  /// Nothing was heard for too long.
  case silent
  /// What came cannot be the protocol.
  case broken = "protocol"
}
