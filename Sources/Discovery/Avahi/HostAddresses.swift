import CAvahi

/// Keeps a record browser for each family on every host that a service was resolved to.
///
/// A resolver tells one address of each family only, and it may be the dead one: of a bridge, a VPN, a cable that is out.
final class HostAddresses: @unchecked Sendable {
  // SAFETY: every stored variable is touched under the loop's lock only.

  private struct Place {
    var browsers: [OpaquePointer] = []
    /// By the protocol that told them: each takes back what it said.
    var addresses: [AvahiProtocol: Set<NumericAddress>] = [:]
  }

  private var places: [ServiceTable.HostPlace: Place] = [:]
  private var askers: [OpaquePointer: ServiceTable.HostPlace] = [:]
  private var unanswered: Set<OpaquePointer> = []
  private let news: (ServiceTable.HostPlace, Set<NumericAddress>) -> Void

  /// Two browsers each, beside a resolver for each sighting: well under avahi-daemon's 1024 objects per client.
  private static let placeLimit = 128
  /// More than any host has on purpose.
  private static let addressLimit = 16

  /// Whether avahi-daemon has told all that it knew at once.
  var isQuiet: Bool { unanswered.isEmpty }

  /// `news` is called with all addresses of a place, whenever they change.
  init(news: @escaping (ServiceTable.HostPlace, Set<NumericAddress>) -> Void) { self.news = news }

  /// Asks for the addresses of these, and of no others any more.
  func follow(_ wanted: Set<ServiceTable.HostPlace>, _ client: OpaquePointer) {
    for place in places.keys where !wanted.contains(place) { drop(place) }
    for place in wanted where places[place] == nil && places.count < Self.placeLimit { ask(place, client) }
  }

  /// Ends every question; called before the client is freed.
  func forget() {
    for place in places.keys { drop(place) }
  }

  private func ask(_ place: ServiceTable.HostPlace, _ client: OpaquePointer) {
    places[place] = Place()
    for type in [AVAHI_DNS_TYPE_A, AVAHI_DNS_TYPE_AAAA] {
      // Not retained: the session holds what holds this object until after the client is gone.
      let browser = avahi_record_browser_new(
        client, place.interface, AvahiProtocol(AVAHI_PROTO_UNSPEC), place.host, UInt16(AVAHI_DNS_CLASS_IN),
        UInt16(type), AvahiLookupFlags(0), recordSeen, Unmanaged.passUnretained(self).toOpaque())
      guard let browser else { continue }
      places[place]?.browsers.append(browser)
      askers[browser] = place
      unanswered.insert(browser)
    }
  }

  private func drop(_ place: ServiceTable.HostPlace) {
    for browser in places.removeValue(forKey: place)?.browsers ?? [] {
      askers[browser] = nil
      unanswered.remove(browser)
      avahi_record_browser_free(browser)
    }
  }

  fileprivate func seen(
    _ browser: OpaquePointer, _ event: AvahiBrowserEvent, _ family: AvahiProtocol, _ address: NumericAddress?
  ) {
    guard let place = askers[browser] else { return }
    switch event {
    case AVAHI_BROWSER_NEW:
      guard let address, (places[place]?.addresses[family]?.count ?? 0) < Self.addressLimit else { return }
      places[place]?.addresses[family, default: []].insert(address)
    case AVAHI_BROWSER_REMOVE:
      guard let address else { return }
      places[place]?.addresses[family]?.remove(address)
    default:
      // It has told what it knew, or has failed.
      unanswered.remove(browser)
    }
    news(place, (places[place]?.addresses.values).map { $0.reduce(into: []) { $0.formUnion($1) } } ?? [])
  }
}

/// Called on the loop's thread.
private func recordSeen(
  _ browser: OpaquePointer?, _ interface: AvahiIfIndex, _ family: AvahiProtocol, _ event: AvahiBrowserEvent,
  _: UnsafePointer<CChar>?, _: UInt16, _ type: UInt16, _ bytes: UnsafeRawPointer?, _ size: Int,
  _: AvahiLookupResultFlags, _ context: UnsafeMutableRawPointer?
) {
  guard let browser, let context else { return }
  var address = AvahiAddress()
  let numeric =
    avahi_address_of_record(type, bytes, size, &address) != 0 ? NumericAddress(&address, on: interface) : nil
  Unmanaged<HostAddresses>.fromOpaque(context).takeUnretainedValue().seen(browser, event, family, numeric)
}
