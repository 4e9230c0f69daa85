import CAvahi

/// Looks for services and keeps a resolver on each that is seen, so that a change of port or address is heard of.
///
/// With a name it looks for that one only, and asks for it directly too, without waiting until it is seen.
final class Browsing: AvahiWork, @unchecked Sendable {
  // SAFETY: every stored variable is touched under the loop's lock only.

  /// What was found.
  private(set) var table: ServiceTable
  /// Whether all that avahi-daemon knew at once has been told, and every resolver has said something.
  var isQuiet: Bool { isCacheExhausted && unanswered.isEmpty && hosts.isQuiet }
  /// Why nothing can be found, until it is drained.
  private(set) var missing: DiscoveryError?

  private let loop: AvahiLoop
  private let name: String?
  private let type: ServiceType
  private let news: (Browsing) -> Void
  private var client: OpaquePointer?
  private var browser: OpaquePointer?
  private var resolvers: [ServiceTable.Sighting: OpaquePointer] = [:]
  /// The resolvers that ask for the name itself on all interfaces, with the families they ask by and for.
  private var direct: [OpaquePointer: (by: AvahiProtocol, for: AvahiProtocol)] = [:]
  private var unanswered: Set<OpaquePointer> = []
  private lazy var hosts = HostAddresses { [unowned self] host, addresses in
    table.host(host, has: addresses)
    changed()
  }
  private var isCacheExhausted = false
  private var isEverybodyHeard = false
  private var isAllTold = false
  private var settling: AvahiTimer?
  private var ticking: AvahiTimer?
  private var renewing: AvahiTimer?

  /// How long the resolvers may still take once everybody has been heard: a host that is dead never answers.
  private static let settleMilliseconds: UInt32 = 500
  /// The same after a restart of the daemon, until when nothing is called lost: hosts on this machine are announced anew
  /// only then, after a second of probing.
  private static let resettleMilliseconds: UInt32 = 4000
  private static let tickMilliseconds: UInt32 = 10_000
  /// How long a browser lasts.
  ///
  /// Avahi asks the network ever more rarely, after an hour at last: a host that announced itself while the link was
  /// down would not be found before.
  private static let browserMilliseconds: UInt32 = 30_000

  /// `news` is called, with the lock held, whenever there may be some.
  init(
    _ loop: AvahiLoop, name: String?, type: ServiceType, limits: ServiceTable.Limits,
    news: @escaping (Browsing) -> Void
  ) {
    self.loop = loop
    self.type = type
    self.name = name
    self.news = news
    table = ServiceTable(limits: limits)
  }

  /// What happened since the last call.
  func drain() -> [BrowserEvent] {
    defer { missing = nil }
    return table.drain() + (missing.map { [.unavailable($0)] } ?? [])
  }

  // MARK: AvahiWork

  func daemonIsThere(_ client: OpaquePointer) {
    self.client = client
    missing = nil
    browse()
    if name != nil { askDirectly() }
  }

  func daemonIsGone() {
    // What stands on the client is freed before it; the table waits for what the next one sees.
    for resolver in Array(resolvers.values) + direct.keys { avahi_service_resolver_free(resolver) }
    if let browser { avahi_service_browser_free(browser) }
    hosts.forget()
    resolvers = [:]
    direct = [:]
    unanswered = []
    browser = nil
    client = nil
    settling = nil
    ticking = nil
    renewing = nil
    isCacheExhausted = false
    isEverybodyHeard = false
    isAllTold = false
    table.restart()
  }

  func daemonIsMissing(_ error: DiscoveryError) {
    missing = error
    news(self)
  }

  // MARK: Browsing

  private func browse() {
    guard let client else { return }
    // The old one goes after the new one has come: what is told meanwhile is told by one of them, or by both.
    let old = browser
    browser = avahi_service_browser_new(
      client, AvahiIfIndex(AVAHI_IF_UNSPEC), AvahiProtocol(AVAHI_PROTO_UNSPEC), type.rawValue, nil,
      AvahiLookupFlags(0), serviceSeen, context)
    if let old { avahi_service_browser_free(old) }
    if browser == nil { return daemonIsMissing(DiscoveryError(avahi_client_errno(client))) }
    renewing = AvahiTimer(loop, milliseconds: Self.browserMilliseconds) { [unowned self] in browse() }
  }

  fileprivate func seen(_ event: AvahiBrowserEvent, _ sighting: ServiceTable.Sighting?) {
    switch event {
    case AVAHI_BROWSER_NEW:
      guard let sighting, name == nil || sighting.name == name else { return }
      if table.appeared(sighting) { resolve(sighting) }
    case AVAHI_BROWSER_REMOVE:
      guard let sighting else { return }
      drop(sighting)
      table.disappeared(sighting)
    case AVAHI_BROWSER_CACHE_EXHAUSTED:
      isCacheExhausted = true
    case AVAHI_BROWSER_ALL_FOR_NOW:
      // Told once for each client, not for each browser that follows on it.
      if isAllTold { return }
      isAllTold = true
      isEverybodyHeard = true
      let patience = table.isHolding ? Self.resettleMilliseconds : Self.settleMilliseconds
      settling = AvahiTimer(loop, milliseconds: patience) { [unowned self] in settle() }
    default:
      // The browser has failed; the next one is made in its time.
      guard let client else { return }
      missing = DiscoveryError(avahi_client_errno(client))
    }
    changed()
  }

  /// Says that all is there, once it is.
  private func changed() {
    if let client { hosts.follow(table.hosts(), client) }
    if isEverybodyHeard, unanswered.isEmpty, hosts.isQuiet, !table.isHolding { return settle() }
    news(self)
  }

  private func settle() {
    settling = nil
    isEverybodyHeard = false
    table.settle()
    news(self)
  }

  // MARK: Resolving

  private func resolve(_ sighting: ServiceTable.Sighting) {
    guard let client else { return }
    let resolver = avahi_service_resolver_new(
      client, sighting.interface, sighting.family, sighting.name, type.rawValue, nil,
      AvahiProtocol(AVAHI_PROTO_UNSPEC), AvahiLookupFlags(0), serviceResolved, context)
    guard let resolver else { return failed(sighting) }
    resolvers[sighting] = resolver
    unanswered.insert(resolver)
  }

  /// Asks for the name by IPv4 and IPv6, and by IPv4 for its IPv6 address, which daemons tell too.
  private func askDirectly() {
    let ipv4 = AvahiProtocol(AVAHI_PROTO_INET)
    let ipv6 = AvahiProtocol(AVAHI_PROTO_INET6)
    for (by, of) in [(ipv4, ipv4), (ipv6, ipv6), (ipv4, ipv6)] { askDirectly(by: by, for: of) }
  }

  private func askDirectly(by family: AvahiProtocol, for address: AvahiProtocol) {
    guard let client, let name else { return }
    let resolver = avahi_service_resolver_new(
      client, AvahiIfIndex(AVAHI_IF_UNSPEC), family, name, type.rawValue, nil, address, AvahiLookupFlags(0),
      serviceResolved, context)
    guard let resolver else { return }
    direct[resolver] = (family, address)
    unanswered.insert(resolver)
  }

  fileprivate func resolved(
    _ resolver: OpaquePointer, _ sighting: ServiceTable.Sighting, _ answer: ServiceTable.Answer?
  ) {
    unanswered.remove(resolver)
    switch (answer, direct[resolver]) {
    case (let answer?, _?):
      _ = table.appeared(sighting)
      table.resolved(sighting, answer)
    case (let answer?, nil): table.resolved(sighting, answer)
    case (nil, let (by, address)?):
      // After Avahi's five seconds without an answer. Whoever waits has a deadline.
      direct[resolver] = nil
      avahi_service_resolver_free(resolver)
      askDirectly(by: by, for: address)
    case (nil, nil): failed(sighting)
    }
    changed()
  }

  /// Nobody answered: the resolver has ended, and is asked again later.
  private func failed(_ sighting: ServiceTable.Sighting) {
    drop(sighting)
    table.failed(sighting)
    tick()
  }

  private func tick() {
    guard ticking == nil, table.isWaiting else { return }
    ticking = AvahiTimer(loop, milliseconds: Self.tickMilliseconds) { [unowned self] in
      ticking = nil
      for sighting in table.due() { resolve(sighting) }
      tick()
    }
  }

  private func drop(_ sighting: ServiceTable.Sighting) {
    guard let resolver = resolvers.removeValue(forKey: sighting) else { return }
    unanswered.remove(resolver)
    avahi_service_resolver_free(resolver)
  }

  /// Not retained: the session holds this object until after the client, and all that calls back, is gone.
  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// Called on the loop's thread.
private func serviceSeen(
  _: OpaquePointer?, _ interface: AvahiIfIndex, _ family: AvahiProtocol, _ event: AvahiBrowserEvent,
  _ name: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: AvahiLookupResultFlags,
  _ context: UnsafeMutableRawPointer?
) {
  guard let context else { return }
  let sighting = name.map { ServiceTable.Sighting(name: String(cString: $0), interface: interface, family: family) }
  Unmanaged<Browsing>.fromOpaque(context).takeUnretainedValue().seen(event, sighting)
}

/// Called on the loop's thread.
private func serviceResolved(
  _ resolver: OpaquePointer?, _ interface: AvahiIfIndex, _ family: AvahiProtocol, _ event: AvahiResolverEvent,
  _ name: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ host: UnsafePointer<CChar>?,
  _ address: UnsafePointer<AvahiAddress>?, _ port: UInt16, _ text: UnsafeMutablePointer<AvahiStringList>?,
  _: AvahiLookupResultFlags, _ context: UnsafeMutableRawPointer?
) {
  guard let context, let resolver, let name else { return }
  let sighting = ServiceTable.Sighting(name: String(cString: name), interface: interface, family: family)
  var answer: ServiceTable.Answer?
  if event == AVAHI_RESOLVER_FOUND, let host, let address, let numeric = NumericAddress(address, on: interface) {
    answer = ServiceTable.Answer(
      host: String(cString: host), address: numeric, port: Int(port), text: TextRecord(strings(of: text)))
  }
  Unmanaged<Browsing>.fromOpaque(context).takeUnretainedValue().resolved(resolver, sighting, answer)
}
