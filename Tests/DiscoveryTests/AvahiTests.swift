import SessionCore
import Testing

@testable import Discovery

/// Against a real avahi-daemon, one test at a time: some of them end it.
@Suite(
  "With a real avahi-daemon", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: Lab.obstacle == nil, "no lab: \(Lab.obstacle ?? "")"), Lab())
struct AvahiTests {
  let text = [(key: "v", value: "1"), (key: "id", value: "0011223344556677")]

  /// Publishes a name and waits until it is there.
  func published(_ name: String, port: UInt16 = 4711) async throws -> Advertiser {
    let advertiser = Advertiser()
    try advertiser.advertise(Advertisement(name: name, port: port, text: text))
    for await state in advertiser.states {
      if case .established = state { return advertiser }
    }
    return advertiser
  }

  /// The next coming or going of that name; an address more or less in between does not count.
  func next(_ iterator: inout Browser.Iterator, _ name: String) async -> BrowserEvent? {
    while let event = await iterator.next() {
      switch event {
      case .added(let service), .removed(let service):
        if service.name == name { return event }
      case .changed, .allForNow, .unavailable: continue
      }
    }
    return nil
  }

  @Test("a host is published, found, and lost when it is withdrawn (000-1, 000-2, 000-4)")
  func hostComesAndGoes() async throws {
    var events = Browser().makeAsyncIterator()
    let advertiser = try await published("comes and goes")
    guard case .added(let service)? = await next(&events, "comes and goes") else { throw Unexpected() }
    #expect(service.host == "loop.local")
    #expect(service.port == 4711)
    #expect(service.addresses.contains("127.0.0.1"))
    #expect(!service.plain)
    advertiser.withdraw()
    var event = await next(&events, "comes and goes")
    // A host's further addresses may be told after its first.
    while case .changed? = event { event = await next(&events, "comes and goes") }
    guard case .removed? = event else { throw Unexpected() }

    // The same advertiser again, as a host does whose peer has left.
    var states = advertiser.states.makeAsyncIterator()
    #expect(await states.next() == .withdrawn(name: "comes and goes"))
    try advertiser.advertise(Advertisement(name: "comes and goes", port: 4712, text: text))
    #expect(await states.next() == .established(name: "comes and goes"))
    guard case .added(let again)? = await next(&events, "comes and goes") else { throw Unexpected() }
    #expect(again.port == 4712)
  }

  @Test("all that is there is told before it is said that it is all")
  func allForNow() async throws {
    let advertisers = [try await published("one"), try await published("two")]
    var names: [String] = []
    for await event in Browser() {
      if case .added(let service) = event { names.append(service.name) }
      if event == .allForNow { break }
    }
    #expect(Set(names).isSuperset(of: ["one", "two"]))
    withExtendedLifetime(advertisers) {}
  }

  @Test(
    "a name may hold anything",
    arguments: [
      "ge's \"Mac\"; 空格 🎵", "a.b\\.c _deng._tcp.local", " ", "\u{1b}[31mred", String(repeating: "空", count: 21),
    ])
  func oddNames(_ name: String) async throws {
    let advertiser = try await published(name)
    let service = try await Resolver.resolve(name, timeout: .seconds(20))
    #expect(service.name == name)
    #expect(service.port == 4711)
    withExtendedLifetime(advertiser) {}
  }

  @Test("a name that is taken gets a number, and that name is told")
  func conflict() async throws {
    let first = try await published("taken")
    let second = Advertiser()
    try second.advertise(Advertisement(name: "taken", port: 4712))
    var states = second.states.makeAsyncIterator()
    #expect(await states.next() == .established(name: "taken #2"))
    #expect(try await Resolver.resolve("taken #2", timeout: .seconds(20)).port == 4712)
    #expect(try await Resolver.resolve("taken", timeout: .seconds(20)).port == 4711)
    withExtendedLifetime(first) {}
  }

  @Test("a service of avahi-publish is found, and is an original app")
  func foreign() async throws {
    try await Lab.running("avahi-publish", ["-s", "X", "_deng._tcp", "5555"]) {
      let service = try await Resolver.resolve("X", timeout: .seconds(20))
      #expect(service.port == 5555)
      #expect(service.plain)
    }
  }

  @Test("a name that nobody has is not found (000-3)")
  func nobody() async throws {
    await #expect(throws: DiscoveryError.notFound) {
      try await Resolver.resolve("nobody", timeout: .milliseconds(300))
    }
  }

  @Test("a cancelled question ends")
  func cancelled() async throws {
    let question = Task { try await Resolver.resolve("nobody", timeout: .seconds(100)) }
    question.cancel()
    await #expect(throws: DiscoveryError.cancelled) { try await question.value }
  }

  @Test("it is published on the interfaces that are named, and an unknown one is named")
  func interfaces() async throws {
    let advertiser = Advertiser()
    var states = advertiser.states.makeAsyncIterator()
    try advertiser.advertise(Advertisement(name: "by interface", port: 1, interfaces: ["nowhere0"]))
    #expect(await states.next() == .unavailable(.noSuchInterface("nowhere0")))
    try advertiser.advertise(Advertisement(name: "by interface", port: 1, interfaces: ["lo"]))
    #expect(await states.next() == .established(name: "by interface"))
  }

  @Test("a daemon that is killed and started again has the host again, and no watcher has lost it")
  func daemonRestarted() async throws {
    let advertiser = try await published("survivor")
    var events = Browser().makeAsyncIterator()
    var states = advertiser.states.makeAsyncIterator()
    guard case .added? = await next(&events, "survivor") else { throw Unexpected() }
    while let event = await events.next(), event != .allForNow {}

    try Lab.lab("daemon", "kill", "loop")
    #expect(await states.next() == .unavailable(.noDaemon))
    #expect(await events.next() == .unavailable(.noDaemon))
    #expect(throws: DiscoveryError.noDaemon) { try Daemon.probe() }
    await #expect(throws: DiscoveryError.noDaemon) { try await Resolver.resolve("survivor", timeout: .seconds(20)) }

    try Lab.lab("daemon", "start", "loop")
    #expect(await states.next() == .established(name: "survivor"))
    #expect(try await Resolver.resolve("survivor", timeout: .seconds(20)).port == 4711)
    while let event = await events.next(), event != .allForNow { #expect(!isRemoval(event, of: "survivor")) }
    advertiser.withdraw()
    guard case .removed? = await next(&events, "survivor") else { throw Unexpected() }
  }

  @Test("without D-Bus it is said at once, and a host is published once there is one")
  func busRestarted() async throws {
    try Lab.lab("bus", "stop", "loop")
    let advertiser = Advertiser()
    var states = advertiser.states.makeAsyncIterator()
    try advertiser.advertise(Advertisement(name: "patient", port: 4711, text: text))
    #expect(await states.next() == .unavailable(.noSystemBus))
    var events = Browser().makeAsyncIterator()
    #expect(await events.next() == .unavailable(.noSystemBus))
    await #expect(throws: DiscoveryError.noSystemBus) { try await Resolver.resolve("patient", timeout: .seconds(20)) }
    #expect(throws: DiscoveryError.noSystemBus) { try Daemon.probe() }

    try Lab.lab("bus", "start", "loop")
    while let state = await states.next(), state != .established(name: "patient") {}
    guard case .added? = await next(&events, "patient") else { throw Unexpected() }
  }

  @Test("the daemon says what it is")
  func probe() throws {
    let daemon = try Daemon.probe()
    #expect(daemon.version.hasPrefix("avahi "))
    #expect(daemon.hostName == "loop.local")
    #expect(daemon.state == .running)
  }

  private func isRemoval(_ event: BrowserEvent, of name: String) -> Bool {
    if case .removed(let service) = event { service.name == name } else { false }
  }

  /// Something else came than was expected.
  struct Unexpected: Error {}
}
