/// Where things are kept, resolved from flags and environment by the caller.
///
/// All paths are absolute.
public struct Places: Sendable, Equatable {
  /// The receive folder; made on first use.
  public var receive: String
  /// Journals.
  public var state: String
  /// Control sockets; 0700, made on first use.
  public var runtime: String
  /// Identity and known peers; 0700, made on first use.
  public var configuration: String

  /// A value of these fields.
  public init(receive: String, state: String, runtime: String, configuration: String) {
    self.receive = receive
    self.state = state
    self.runtime = runtime
    self.configuration = configuration
  }
}

/// What `host` was asked for.
public struct HostOptions: Sendable, Equatable {
  /// The name of the session.
  public var session = "host"
  /// The service name, 1 to 63 bytes; nil for the machine's host name.
  public var name: String?
  /// 0 for a free one.
  public var port: UInt16 = 0
  /// A numeric address to listen on; nil for all of them, both families.
  public var bind: String?
  /// Interfaces to advertise on; empty for all.
  public var interfaces: [String] = []
  /// The plist file that received preferences are applied to; nil to save them in the receive folder.
  public var store: String?
  /// Whether peers may only look at preferences, and neither edit nor send them to be applied.
  public var isReadOnly = false
  /// End after the first peer.
  public var once = false
  /// How many peers at a time.
  public var peers = 1
  /// Whether the host is announced on the network.
  public var advertise = true
  /// How files are taken.
  public var reception = ReceptionOptions()
  /// From where connections without encryption are accepted; nil for nowhere.
  public var allowPlain: PlainNetwork?
  /// Make a pairing code at once.
  public var pair = false
  /// The file that the code is written to, 0600, which is made at once then; nil to show it.
  public var codeFile: String?

  /// A value of these fields.
  public init() {}
}

/// What `join` was asked for.
public struct JoinOptions: Sendable, Equatable {
  /// The name of the session.
  public var session = "join"
  /// The service to join; nil for the only one there is.
  public var name: String?
  /// Where to connect without discovery.
  public var address: Endpoint?
  /// The plist file that received preferences are applied to; nil to save them in the receive folder.
  public var store: String?
  /// Whether peers may only look at preferences, and neither edit nor send them to be applied.
  public var isReadOnly = false
  /// Seconds to find and reach the host.
  public var timeout: Double = 30
  /// Whether a lost connection is made again.
  public var reconnect = true
  /// How files are taken.
  public var reception = ReceptionOptions()
  /// How it gets in.
  public var entrance = EntranceOptions()

  /// A value of these fields.
  public init() {}
}

/// A host (name or numeric address, `fe80::1%eth0` too) and a TCP port.
public struct Endpoint: Sendable, Equatable {
  /// A host name or a numeric address.
  public var host: String
  /// A TCP port.
  public var port: UInt16

  /// A value of these fields.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}

/// How a `send-*` reaches its peer.
public enum Route: Sendable, Equatable {
  /// Through the session that runs on this machine under that name; nil for the only one, else a fresh join of the only
  /// host there is.
  case session(String?)
  /// By joining the service of that name for just this, or through the session that is connected to it.
  case name(String)
  /// As by name, with the address that the host had: one whose places are taken is not announced, and is there all the same.
  case host(String, Endpoint)
  /// By connecting there for just this, or through the session that is connected to it.
  case address(Endpoint)
}
