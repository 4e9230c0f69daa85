import CAvahi

/// What avahi-daemon says of itself, for `doctor`.
public struct Daemon: Sendable, Equatable {
  /// How it stands.
  public enum State: Sendable, Equatable {
    /// It serves.
    case running
    /// It is still announcing its host name, or changing it.
    case registering
    /// Its host name is taken on the network.
    case collision
  }

  /// Its program and version (`avahi 0.8`).
  public var version: String
  /// The host name it announces (`studio.local`).
  public var hostName: String
  /// How it stands.
  public var state: State

  /// Asks the daemon, without a thread and without waiting for one.
  ///
  /// - Throws: `noSystemBus`, `noDaemon`, `other`.
  public static func probe() throws(DiscoveryError) -> Daemon {
    // Never started: the questions are answered by calls over D-Bus that wait for their answer.
    let loop = AvahiLoop()
    var code: Int32 = 0
    guard let client = avahi_client_new(loop.api, AVAHI_CLIENT_NO_FAIL, nil, nil, &code) else {
      throw DiscoveryError(connecting: code)
    }
    defer { avahi_client_free(client) }
    let state: State
    switch avahi_client_get_state(client) {
    case AVAHI_CLIENT_S_RUNNING: state = .running
    case AVAHI_CLIENT_S_REGISTERING: state = .registering
    case AVAHI_CLIENT_S_COLLISION: state = .collision
    case AVAHI_CLIENT_CONNECTING: throw .noDaemon
    default: throw DiscoveryError(avahi_client_errno(client))
    }
    let version = avahi_client_get_version_string(client).map { String(cString: $0) }
    let hostName = avahi_client_get_host_name_fqdn(client).map { String(cString: $0) }
    return Daemon(version: version ?? "", hostName: hostName ?? "", state: state)
  }
}
