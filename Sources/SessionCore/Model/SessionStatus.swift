/// How a session stands, as `status` tells.
public struct SessionStatus: Sendable, Equatable {
  /// A peer that is connected.
  public struct Peer: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// ADDRESS:PORT of the other end.
    public var address: String
    /// `tls13` or `none`.
    public var security: String
    /// Whether it is an original app, or taken for one.
    public var original: Bool
    /// Whether that is a guess: it has said nothing yet.
    public var isGuess = false
    /// Seconds since 1970 when it connected.
    public var since: Double
    /// Bytes sent to it, frames included.
    public var sent: Int64
    /// Bytes received from it, frames included.
    public var received: Int64
    /// Round trip in seconds, as the kernel measures it; nil where unknown.
    public var rtt: Double?
    /// How often its store of preferences was changed, as far as it knows; nil where it has none, or does not say.
    public var revision: Int64?

    /// A value of these fields.
    public init(
      name: String, address: String, security: String, original: Bool, since: Double, sent: Int64, received: Int64,
      rtt: Double?, revision: Int64? = nil
    ) {
      self.revision = revision
      self.name = name
      self.address = address
      self.security = security
      self.original = original
      self.since = since
      self.sent = sent
      self.received = received
      self.rtt = rtt
    }
  }

  /// The name of the session.
  public var session: String
  /// `host` or `join`.
  public var role: String
  /// Its name.
  public var name: String
  /// The listening port; nil for `join`.
  public var port: Int?
  /// The name it is advertised under; nil where it is not.
  public var advertised: String?
  /// The receive folder.
  public var directory: String
  /// The peers that are connected, in the order in which they came.
  public var peers: [Peer]
  /// The transfers under way: direction, name, bytes, size, rate.
  public var transfers: [FileProgress]
  /// How often the session's own store of preferences was changed, as far as it knows; nil where it cannot be read.
  public var revision: Int64?

  /// A value of these fields.
  public init(
    session: String, role: String, name: String, port: Int?, advertised: String?, directory: String, peers: [Peer],
    transfers: [FileProgress], revision: Int64? = nil
  ) {
    self.revision = revision
    self.session = session
    self.role = role
    self.name = name
    self.port = port
    self.advertised = advertised
    self.directory = directory
    self.peers = peers
    self.transfers = transfers
  }
}
