import SessionCore
import Testing

@testable import Discovery

@Suite("The table of services")
struct ServiceTableTests {
  typealias Sighting = ServiceTable.Sighting
  typealias Answer = ServiceTable.Answer

  let limits = ServiceTable.Limits(names: 3, sightings: 6, textBytes: 40)

  /// The table as an object: `#expect` cannot change a value in an expression.
  final class Table {
    private var table: ServiceTable
    init(_ limits: ServiceTable.Limits) { table = ServiceTable(limits: limits) }

    var isWaiting: Bool { table.isWaiting }
    var isHolding: Bool { table.isHolding }
    func appeared(_ sighting: Sighting) -> Bool { table.appeared(sighting) }
    func disappeared(_ sighting: Sighting) { table.disappeared(sighting) }
    func resolved(_ sighting: Sighting, _ answer: Answer) { table.resolved(sighting, answer) }
    func failed(_ sighting: Sighting) { table.failed(sighting) }
    func hosts() -> Set<ServiceTable.HostPlace> { table.hosts() }
    func host(_ host: ServiceTable.HostPlace, has addresses: Set<NumericAddress>) { table.host(host, has: addresses) }
    func due() -> [Sighting] { table.due() }
    func restart() { table.restart() }
    func settle() { table.settle() }
    func service(_ name: String) -> Service? { table.service(name) }
    func drain() -> [BrowserEvent] { table.drain() }
  }

  func sighting(_ name: String, _ interface: Int32 = 1, _ family: Int32 = 0) -> Sighting {
    Sighting(name: name, interface: interface, family: family)
  }

  func answer(_ address: String, port: Int = 1000, host: String = "a.local", text: [String] = ["v=1"]) -> Answer {
    Answer(
      host: host, address: NumericAddress(address, interface: "eth0"), port: port,
      text: TextRecord(text.map { Array($0.utf8) }))
  }

  func service(_ name: String, _ addresses: [String], port: Int = 1000, plain: Bool = false) -> Service {
    Service(name: name, host: "a.local", addresses: addresses, port: port, plain: plain)
  }

  @Test("interfaces and protocols of one name make one service, the most promising address first")
  func merged() {
    let table = Table(limits)
    for (interface, family, address) in [
      (2, 1, "fe80::1"), (2, 0, "10.0.0.1"), (3, 0, "169.254.1.1"), (3, 1, "2001:db8::1"),
    ]
      as [(Int32, Int32, String)]
    {
      #expect(table.appeared(sighting("a", interface, family)))
      table.resolved(sighting("a", interface, family), answer(address))
    }
    #expect(
      table.drain() == [.added(service("a", ["10.0.0.1", "2001:db8::1", "169.254.1.1", "fe80::1%eth0"]))])
    #expect(table.drain().isEmpty)
  }

  @Test("a name is told once it has an address, and lost with its last sighting")
  func comesAndGoes() {
    let table = Table(limits)
    #expect(table.appeared(sighting("a", 1)))
    #expect(!table.appeared(sighting("a", 1)))
    #expect(table.appeared(sighting("a", 2)))
    #expect(table.drain().isEmpty)
    table.resolved(sighting("a", 1), answer("10.0.0.1"))
    #expect(table.drain() == [.added(service("a", ["10.0.0.1"]))])
    table.resolved(sighting("a", 2), answer("10.0.0.1"))
    #expect(table.drain().isEmpty)
    table.disappeared(sighting("a", 1))
    #expect(table.drain().isEmpty)
    table.disappeared(sighting("a", 2))
    #expect(table.drain() == [.removed(service("a", ["10.0.0.1"]))])
  }

  @Test("a host's other addresses are those of its services, in the same order, as long as it has any (000-33)")
  func otherAddresses() {
    let table = Table(limits)
    let place = ServiceTable.HostPlace(host: "a.local", interface: 1)
    _ = table.appeared(sighting("a"))
    table.resolved(sighting("a"), answer("10.0.0.9"))
    _ = table.appeared(sighting("b", 2))
    table.resolved(sighting("b", 2), answer("10.0.0.9"))
    #expect(table.hosts() == [place, ServiceTable.HostPlace(host: "a.local", interface: 2)])
    _ = table.drain()
    table.host(place, has: [NumericAddress("10.0.0.9", interface: nil), NumericAddress("10.0.0.1", interface: nil)])
    #expect(table.drain() == [.changed(service("a", ["10.0.0.1", "10.0.0.9"]))])
    table.disappeared(sighting("a"))
    #expect(table.hosts() == [ServiceTable.HostPlace(host: "a.local", interface: 2)])
    #expect(table.service("b") == service("b", ["10.0.0.9"]))
  }

  @Test("a host that comes back with another port counts by its newest answer alone")
  func newestCounts() {
    let table = Table(limits)
    for interface in [1, 2] as [Int32] {
      _ = table.appeared(sighting("a", interface))
      table.resolved(sighting("a", interface), answer("10.0.0.\(interface)"))
    }
    _ = table.drain()
    table.resolved(sighting("a", 2), answer("10.0.0.2", port: 2000))
    #expect(table.drain() == [.changed(service("a", ["10.0.0.2"], port: 2000))])
    table.resolved(sighting("a", 1), answer("10.0.0.1", port: 2000))
    #expect(table.drain() == [.changed(service("a", ["10.0.0.1", "10.0.0.2"], port: 2000))])
  }

  @Test("what comes and goes between two reads is not told, and costs nothing")
  func flapping() {
    let table = Table(limits)
    for number in 0..<1000 {
      let name = sighting("n\(number)")
      #expect(table.appeared(name))
      table.resolved(name, answer("10.0.0.1"))
      table.disappeared(name)
    }
    #expect(table.drain().isEmpty)
  }

  @Test("names, sightings and text beyond the limits are not there, and make room when they go")
  func limited() {
    let table = Table(limits)
    for name in ["a", "b", "c"] { #expect(table.appeared(sighting(name))) }
    #expect(!table.appeared(sighting("d")))
    for interface in [2, 3, 4] as [Int32] { #expect(table.appeared(sighting("a", interface))) }
    #expect(!table.appeared(sighting("b", 2)))
    table.disappeared(sighting("c"))
    #expect(table.appeared(sighting("d")))

    let long = ["v=1", "id=" + String(repeating: "0", count: 30)]
    table.resolved(sighting("a"), answer("10.0.0.1", text: long))
    table.resolved(sighting("b"), answer("10.0.0.2", text: long))
    #expect(table.drain() == [.added(service("a", ["10.0.0.1"]))])
    table.failed(sighting("a"))
    table.resolved(sighting("b"), answer("10.0.0.2", text: long))
    #expect(table.drain() == [.removed(service("a", ["10.0.0.1"])), .added(service("b", ["10.0.0.2"]))])
  }

  @Test("a sighting that nobody answers for is asked again after 1, 2, 4, 8, 16 and 16 ticks")
  func askedAgain() {
    let table = Table(limits)
    _ = table.appeared(sighting("a"))
    #expect(!table.isWaiting)
    #expect(table.due().isEmpty)
    for ticks in [1, 2, 4, 8, 16, 16] {
      table.failed(sighting("a"))
      #expect(table.isWaiting)
      for _ in 1..<ticks { #expect(table.due().isEmpty) }
      #expect(table.due() == [sighting("a")])
      #expect(!table.isWaiting)
    }
    table.resolved(sighting("a"), answer("10.0.0.1"))
    table.failed(sighting("a"))
    #expect(table.due() == [sighting("a")])
  }

  @Test("a restart of the daemon loses only what is not seen again, and only once all has been seen")
  func restarted() {
    let table = Table(limits)
    for name in ["a", "b"] {
      _ = table.appeared(sighting(name))
      table.resolved(sighting(name), answer("10.0.0.1"))
    }
    table.settle()
    #expect(table.drain() == [.added(service("a", ["10.0.0.1"])), .added(service("b", ["10.0.0.1"])), .allForNow])
    table.restart()
    #expect(table.isHolding)
    #expect(table.drain().isEmpty)
    _ = table.appeared(sighting("a"))
    #expect(table.drain().isEmpty)
    table.resolved(sighting("a"), answer("10.0.0.1"))
    #expect(table.drain().isEmpty)
    table.settle()
    #expect(table.drain() == [.removed(service("b", ["10.0.0.1"])), .allForNow])
  }

  @Test("a host without v in its TXT record is an original app")
  func plain() {
    let table = Table(limits)
    _ = table.appeared(sighting("a"))
    table.resolved(sighting("a"), answer("10.0.0.1", text: []))
    #expect(table.service("a")?.plain == true)
    table.resolved(sighting("a"), answer("10.0.0.1", text: ["V"]))
    #expect(table.service("a")?.plain == false)
  }
}

@Suite("A TXT record")
struct TextRecordTests {
  @Test("keys have no case, the first of a kind counts, all else is left out")
  func keys() {
    let record = TextRecord(["x=y", "", "=v", "V=1", "v=2", "ID=00ff", "id=11"].map { Array($0.utf8) })
    #expect(record.version == "1")
    #expect(record.id == "00ff")
    #expect(record.bytes == 5)
  }

  @Test(
    "an id that is not up to 64 hexadecimal digits is none", arguments: ["", "xyz", String(repeating: "0", count: 65)])
  func id(_ value: String) {
    #expect(TextRecord([Array("id=\(value)".utf8)]).id == nil)
  }

  @Test("bytes that are no text do no harm")
  func bytes() {
    #expect(TextRecord([[0xff, 0x3d, 0xff], [0x76, 0x3d, 0xff], [0x00]]).version == "\u{fffd}")
  }
}

@Suite("An address")
struct NumericAddressTests {
  @Test("a link-local one of IPv6 gets the interface it was told on, and no other does")
  func scope() {
    #expect(NumericAddress("fe80::1", interface: "eth0").text == "fe80::1%eth0")
    #expect(NumericAddress("febf::1", interface: "eth0").text == "febf::1%eth0")
    for address in ["fec0::1", "2001:db8::fe80", "fe8::1", "10.0.0.1", "169.254.0.1", "::1", "fe80::1%eth1"] {
      #expect(NumericAddress(address, interface: "eth0").text == address)
    }
  }
}

@Suite("A service's name")
struct ServiceNameTests {
  @Test("is cut to 63 bytes between characters")
  func cut() throws {
    #expect(try ServiceName.publishable("studio") == "studio")
    #expect(try ServiceName.publishable(String(repeating: "a", count: 64)) == String(repeating: "a", count: 63))
    #expect(try ServiceName.publishable(String(repeating: "空", count: 30)) == String(repeating: "空", count: 21))
    let family = "👨‍👩‍👧‍👦"  // 25 bytes, one character.
    #expect(try ServiceName.publishable(family + family + family) == family + family)
  }

  @Test("of one character longer than that is cut between its scalars")
  func cutInside() throws {
    let name = "e" + String(repeating: "\u{301}", count: 50)
    #expect(try ServiceName.publishable(name) == "e" + String(repeating: "\u{301}", count: 31))
  }

  @Test("may hold anything but nothing and NUL", arguments: ["", "a\0b"])
  func invalid(_ name: String) {
    #expect(throws: DiscoveryError.nameInvalid) { try ServiceName.publishable(name) }
    #expect(throws: DiscoveryError.nameInvalid) { try ServiceName.valid(name) }
  }
}
