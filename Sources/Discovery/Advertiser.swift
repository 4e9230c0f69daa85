/// A host to be found: what is published about it.
public struct Advertisement: Sendable, Equatable {
  /// The wished name, of anything but NUL; cut to 63 bytes, and numbered (`studio #2`) where it is taken.
  public var name: String
  /// The TCP port.
  public var port: UInt16
  /// The TXT record, key by key.
  ///
  /// Each key and value together at most 254 bytes.
  public var text: [(key: String, value: String)]
  /// The interfaces to publish on, by name; all where empty.
  public var interfaces: [String]
  /// What it is.
  public var type: ServiceType

  /// A host or a room to be found.
  public init(
    name: String, port: UInt16, text: [(key: String, value: String)] = [], interfaces: [String] = [],
    type: ServiceType = .host
  ) {
    self.type = type
    self.name = name
    self.port = port
    self.text = text
    self.interfaces = interfaces
  }

  /// Whether both say the same.
  public static func == (left: Advertisement, right: Advertisement) -> Bool {
    left.name == right.name && left.port == right.port && left.interfaces == right.interfaces
      && left.type == right.type
      && left.text.elementsEqual(right.text, by: ==)
  }
}

/// Publishes one service through avahi-daemon, for as long as it lives.
///
/// Nothing here waits for the network. A daemon that is missing, or is started again, is met by publishing once it is
/// there. The advertisement ends with `withdraw()` and with the last reference.
public final class Advertiser: Sendable {
  /// How the advertisement stands.
  public enum State: Sendable, Equatable {
    /// It is on the network, under the name really used. Told again where that changes, and after a restart of Avahi.
    case established(name: String)
    /// It was taken back on demand; the name is the one it had.
    case withdrawn(name: String)
    /// It cannot be published now. Except for what the caller did wrong, it will be once that has changed.
    case unavailable(DiscoveryError)
  }

  /// How it stands, as it changes, for one reader.
  ///
  /// Of states nobody has read, the newest 16 are kept.
  public let states: AsyncStream<State>

  private let loop = AvahiLoop()
  private let publishing: Publishing
  private let session: AvahiSession

  /// Connects to avahi-daemon; whether that worked, the states tell.
  public init() {
    let (states, tell) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(16))
    self.states = states
    publishing = Publishing(tell: tell)
    session = AvahiSession(loop, publishing)
  }

  deinit {
    session.close()
    publishing.finish()
  }

  /// Publishes this, in place of what was before.
  ///
  /// The states tell when it can be found, after about a second.
  ///
  /// - Throws: `nameInvalid` where the name is empty or holds a NUL.
  public func advertise(_ advertisement: Advertisement) throws(DiscoveryError) {
    let name = try ServiceName.publishable(advertisement.name)
    loop.locked { publishing.advertise(advertisement, as: name) }
  }

  /// Takes the advertisement back, with a goodbye to everybody who knows of it.
  ///
  /// Its connection stays for the next one.
  public func withdraw() {
    loop.locked { publishing.withdraw() }
  }
}
