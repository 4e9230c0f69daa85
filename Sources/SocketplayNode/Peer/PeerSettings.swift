import Security
import SessionCore

/// What a connection to a peer is set up with.
struct PeerSettings: Sendable {
  /// What this end says of itself.
  var hello: Hello
  /// The name by which the peer is told about, unless another one has it: its service name, or ADDRESS:PORT.
  var name: String
  /// The peer's ADDRESS:PORT.
  var address: String
  /// Whose key the peer has proven to have; nil on a plain connection.
  var identity: PeerID?
  /// Whether that key is this user's own: the peer is called what its `hello` says.
  var isOwn = false
  /// What the peer may send beyond texts.
  var may: Rights = .all
  /// The session that the connection is of; nil on a plain one.
  var session: [UInt8]?
  /// What it says of itself where it is advertised.
  var announcement = Announcement.none
  /// Who hears of an original that waits for this end to speak.
  var visit: Visit?
  /// How the connection is kept, as events tell it.
  var security: String { identity == nil ? "none" : "tls13" }
  /// The address without its port.
  var source: String { address.lastIndex(of: ":").map { String(address[..<$0]) } ?? address }
  var places: Places
  /// The plist file that received preferences are applied to; nil to save them.
  var store: String?
  /// The store that the other end may look at and edit; nil where it may not.
  var preferences: PreferencesService?
  /// Whether the other end may only look (`--read-only`).
  var isReadOnly = false
  /// How files are taken.
  var reception: Reception
  /// Who may come in; shared by all peers of a session.
  var roster: Roster
  /// Where peers are told that come, for who waits for them to come back.
  var returns: Returns
  /// Who tells that the peer is forgotten.
  var acquaintances: Acquaintances
  /// How the peer is told that this end leaves.
  var farewell: Farewell
  /// Where the session's own events go.
  var events: Node.Sink
}

/// How a connection to a peer ended.
struct PeerEnd: Sendable, Equatable {
  /// Why: the reason of the `disconnected` event.
  enum Reason: String, Sendable, Equatable {
    /// The other end left for good, or this one did.
    case goodbye
    /// The other end will be back.
    case restart
    /// The other end serves as many as it can.
    case busy
    /// The connection broke, or nothing was heard for too long.
    case lost
    /// What came could not be told apart as frames any more.
    case broken = "protocol"
    /// It began a frame and did not go on.
    case late = "timeout"
    /// It is no known peer any more.
    case forgotten
  }

  var reason: Reason
  /// Whether it ever was a peer: greeted, said something valid, or was sent something.
  var wasAdmitted: Bool
  /// What broke.
  var failure: Failure?

  /// Whether the other end is expected to come back, or to be there again.
  var mayComeBack: Bool { wasAdmitted && (reason == .lost || reason == .restart) }
}
