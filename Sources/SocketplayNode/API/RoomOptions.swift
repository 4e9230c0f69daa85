public import SessionCore

/// What `room host` was asked for.
public struct RoomHostOptions: Sendable, Equatable {
  /// The room's name, 1 to 63 bytes; nil for the machine's host name.
  public var name: String?
  /// What the host's user is called.
  public var nick = "host"
  /// 0 for a free one.
  public var port: UInt16 = 0
  /// A numeric address to listen on; nil for all of them, both families.
  public var bind: String?
  /// Interfaces to advertise on; empty for all.
  public var interfaces: [String] = []
  /// Whether the room is announced on the network.
  public var advertise = true
  /// Whose members may come in without encryption; nil for nobody's.
  public var allowPlain: PlainNetwork?
  /// Make a pairing code at once.
  public var pair = false
  /// Where a pairing code is written, which is made at once then; nil to show it.
  public var codeFile: String?
  /// Ports on which clients of the original systems are let in, plain.
  public var listen: [OriginalListener] = []
  /// Texts that who comes late gets to see.
  public var history = 0
  /// A file of words for the game, one a line; nil for the usual ones.
  public var words: String?

  /// A value of these fields.
  public init() {}
}

/// What `room join` was asked for.
public struct RoomJoinOptions: Sendable, Equatable {
  /// The room to join; nil for the only one there is.
  public var name: String?
  /// What to be called there.
  public var nick: String
  /// Where to connect without discovery.
  public var address: Endpoint?
  /// Seconds to find and reach the room.
  public var timeout: Double = 30
  /// Whether a lost connection is made again.
  public var reconnect = true
  /// How this end gets in.
  public var entrance = EntranceOptions()

  /// A value of these fields.
  public init(nick: String) { self.nick = nick }
}

/// A port on which clients of an original system are let into a room.
public struct OriginalListener: Sendable, Equatable {
  /// What they speak.
  public var dialect: OriginalDialect
  /// 0 for a free one.
  public var port: UInt16

  /// A port.
  public init(dialect: OriginalDialect, port: UInt16) {
    self.dialect = dialect
    self.port = port
  }
}
