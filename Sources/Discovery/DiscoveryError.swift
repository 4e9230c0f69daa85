/// Why hosts can be neither announced nor found.
public enum DiscoveryError: Error, Sendable, Hashable {
  /// There is no D-Bus system bus, the only way to avahi-daemon.
  case noSystemBus
  /// The bus is there, avahi-daemon is not.
  case noDaemon
  /// A service name is empty, holds a NUL or is longer than 63 bytes.
  case nameInvalid
  /// There is no network interface of that name.
  case noSuchInterface(String)
  /// Nobody of that name answered in time.
  case notFound
  /// The task that asked was cancelled.
  case cancelled
  /// Avahi says no: its error code (`AVAHI_ERR_…`, negative) and its text for it.
  case other(code: Int32, text: String)
}
