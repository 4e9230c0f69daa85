public import SessionCore

/// What happens to the list of hosts on the network.
public enum BrowserEvent: Sendable, Equatable {
  /// A host is there and its addresses are known.
  case added(Service)
  /// Its addresses, port or kind are other ones.
  case changed(Service)
  /// It is gone; the service is as it was told last.
  case removed(Service)
  /// Everybody who is there now has had the time to answer. Told again after avahi-daemon was started again.
  case allForNow
  /// Avahi cannot be reached. What was found stays listed; the browser goes on by itself once it can.
  case unavailable(DiscoveryError)
}
