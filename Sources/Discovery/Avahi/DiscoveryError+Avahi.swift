import CAvahi

extension DiscoveryError {
  /// An error code of Avahi's.
  init(_ code: Int32) {
    switch code {
    case Int32(AVAHI_ERR_NO_DAEMON), Int32(AVAHI_ERR_DISCONNECTED): self = .noDaemon
    case Int32(AVAHI_ERR_INVALID_SERVICE_NAME): self = .nameInvalid
    case Int32(AVAHI_ERR_TIMEOUT): self = .notFound
    default: self = .other(code: code, text: avahi_strerror(code).map { String(cString: $0) } ?? "")
    }
  }

  /// Why a client that does without a daemon could not be made: there is no bus.
  init(connecting code: Int32) {
    switch code {
    case Int32(AVAHI_ERR_NO_DAEMON), Int32(AVAHI_ERR_DBUS_ERROR), Int32(AVAHI_ERR_DISCONNECTED): self = .noSystemBus
    default: self = DiscoveryError(code)
    }
  }
}
