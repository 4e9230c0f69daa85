import SessionCore

/// Makes one service of all that is told about a name on every interface and protocol.
///
/// A machine without I/O: sightings and answers in, events out. Names and records come from anybody on the network, so
/// all it keeps is limited. Changes wait in it, merged, until they are drained: a flood costs a slow reader nothing.
struct ServiceTable {
  /// How much it keeps; what is beyond is not there.
  struct Limits: Sendable {
    /// Names: a list for people.
    var names: Int
    /// Sightings of them, each of which costs avahi-daemon a resolver.
    var sightings: Int
    /// Bytes of TXT records.
    var textBytes: Int

    /// Enough for any network that people can oversee; well under avahi-daemon's 1024 objects per client.
    static let standard = Limits(names: 256, sightings: 512, textBytes: 65536)
  }

  /// A name seen on an interface through a protocol.
  struct Sighting: Hashable, Sendable {
    var name: String
    /// Avahi's index of the interface.
    var interface: Int32
    /// Avahi's number of the protocol the queries go by.
    var family: Int32
  }

  /// What a resolver says.
  struct Answer: Equatable, Sendable {
    var host: String
    var address: NumericAddress
    var port: Int
    var text: TextRecord
  }

  /// A host as an interface shows it.
  struct HostPlace: Hashable, Sendable {
    var host: String
    var interface: Int32
  }

  private struct Place {
    /// The answers by the address's family (true: IPv6), each with its turn.
    var answers: [Bool: (answer: Answer, turn: Int)] = [:]
    /// How often nobody answered in a row, and how many ticks to wait before asking again.
    var failures = 0
    var wait = 0
  }

  private let limits: Limits
  private var places: [String: [Sighting: Place]] = [:]
  private var sightings = 0
  private var textBytes = 0
  private var turn = 0
  /// What was told of hosts themselves, beside the addresses in the answers.
  private var hostAddresses: [HostPlace: Set<NumericAddress>] = [:]

  /// What the reader was told last, and the names about which there may be news.
  private var told: [String: Service] = [:]
  private var stale: Set<String> = []
  private var isSettled = false
  /// While set, what is gone is not told: the daemon was started again, and all will be seen anew.
  private(set) var isHolding = false

  init(limits: Limits) { self.limits = limits }

  // MARK: What is seen

  /// A name was seen.
  ///
  /// Returns whether to resolve it: not where it is known already, or one too many.
  mutating func appeared(_ sighting: Sighting) -> Bool {
    if places[sighting.name]?[sighting] != nil { return false }
    guard sightings < limits.sightings, places[sighting.name] != nil || places.count < limits.names else {
      return false
    }
    places[sighting.name, default: [:]][sighting] = Place()
    sightings += 1
    return true
  }

  /// A name is no longer seen there.
  mutating func disappeared(_ sighting: Sighting) {
    guard let place = places[sighting.name]?.removeValue(forKey: sighting) else { return }
    sightings -= 1
    forget(place)
    if places[sighting.name]?.isEmpty == true { places[sighting.name] = nil }
    touch(sighting.name)
  }

  /// It was resolved, or resolved again to something else.
  ///
  /// Refused where its TXT record is one too many.
  mutating func resolved(_ sighting: Sighting, _ answer: Answer) {
    guard var place = places[sighting.name]?[sighting] else { return }
    let before = place.answers[answer.address.isIPv6]?.answer.text.bytes ?? 0
    guard textBytes - before + answer.text.bytes <= limits.textBytes else { return }
    textBytes += answer.text.bytes - before
    turn += 1
    place.answers[answer.address.isIPv6] = (answer, turn)
    place.failures = 0
    places[sighting.name]?[sighting] = place
    touch(sighting.name)
  }

  /// Nobody answered for it: what it said before does not hold any more.
  mutating func failed(_ sighting: Sighting) {
    guard var place = places[sighting.name]?[sighting] else { return }
    forget(place)
    place.answers = [:]
    place.wait = 1 << min(place.failures, 4)
    place.failures += 1
    places[sighting.name]?[sighting] = place
    touch(sighting.name)
  }

  /// The sightings to resolve again, asked at each tick: one that failed waits for 1, 2, 4, 8, then 16 ticks.
  mutating func due() -> [Sighting] {
    var due: [Sighting] = []
    for (name, seen) in places {
      for (sighting, place) in seen where place.wait > 0 {
        places[name]?[sighting]?.wait -= 1
        if place.wait == 1 { due.append(sighting) }
      }
    }
    return due
  }

  /// Whether a sighting waits for a tick.
  var isWaiting: Bool { places.values.contains { $0.values.contains { $0.wait > 0 } } }

  /// The daemon is gone and all will be seen anew: nothing is lost before that is settled.
  mutating func restart() {
    stale = []
    places = [:]
    hostAddresses = [:]
    sightings = 0
    textBytes = 0
    isHolding = !told.isEmpty
  }

  /// All that is there has been seen.
  mutating func settle() {
    isSettled = true
    guard isHolding else { return }
    isHolding = false
    stale.formUnion(told.keys)
  }

  /// The hosts of all services, whose addresses are worth to be known; those of others are forgotten.
  mutating func hosts() -> Set<HostPlace> {
    let hosts: Set<HostPlace> = places.values.reduce(into: []) { hosts, seen in
      for (sighting, place) in seen {
        for (answer, _) in place.answers.values {
          hosts.insert(HostPlace(host: answer.host, interface: sighting.interface))
        }
      }
    }
    if !hostAddresses.isEmpty { hostAddresses = hostAddresses.filter { hosts.contains($0.key) } }
    return hosts
  }

  /// All addresses of a host on an interface.
  mutating func host(_ host: HostPlace, has addresses: Set<NumericAddress>) {
    guard (hostAddresses[host] ?? []) != addresses else { return }
    hostAddresses[host] = addresses.isEmpty ? nil : addresses
    for (name, seen) in places where seen.contains(where: { isTold($1, of: host, on: $0) }) { touch(name) }
  }

  private func isTold(_ place: Place, of host: HostPlace, on sighting: Sighting) -> Bool {
    sighting.interface == host.interface && place.answers.values.contains { $0.answer.host == host.host }
  }

  // MARK: What it makes of it

  /// The service of that name; nil where no address of it is known.
  ///
  /// Where interfaces disagree about host and port, the newest answer is right: it is a host that came back elsewhere.
  func service(_ name: String) -> Service? {
    let answers = places[name]?.values.flatMap(\.answers.values) ?? []
    guard let newest = answers.max(by: { $0.turn < $1.turn })?.answer else { return nil }
    var addresses: Set<NumericAddress> = []
    for (sighting, place) in places[name] ?? [:] {
      let agreeing = place.answers.values.map(\.answer).filter { $0.host == newest.host && $0.port == newest.port }
      if agreeing.isEmpty { continue }
      addresses.formUnion(agreeing.map(\.address))
      addresses.formUnion(hostAddresses[HostPlace(host: newest.host, interface: sighting.interface)] ?? [])
    }
    return Service(
      name: name, host: newest.host, addresses: addresses.sorted().map(\.text), port: newest.port,
      plain: newest.text.version == nil)
  }

  /// The events since the last call, in the order of the names, each name in at most one.
  mutating func drain() -> [BrowserEvent] {
    var events: [BrowserEvent] = []
    for name in stale.sorted() {
      switch (told[name], service(name)) {
      case (nil, nil): break
      case (nil, let now?): events.append(.added(now))
      case (let before?, let now?): if before != now { events.append(.changed(now)) }
      case (let before?, nil):
        if isHolding { continue }
        events.append(.removed(before))
      }
      told[name] = service(name)
    }
    stale = []
    if isSettled { events.append(.allForNow) }
    isSettled = false
    return events
  }

  private mutating func forget(_ place: Place) {
    for (answer, _) in place.answers.values { textBytes -= answer.text.bytes }
  }

  /// Only names that are there or were told are worth a look: so `stale` is limited as they are.
  private mutating func touch(_ name: String) {
    if places[name] != nil || told[name] != nil { stale.insert(name) } else { stale.remove(name) }
  }
}
