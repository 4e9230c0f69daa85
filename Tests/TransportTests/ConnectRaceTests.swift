import Sys
import Testing

@testable import Transport

@Suite("The race between a peer's addresses")
struct ConnectRaceTests {
  let four = (1...4).map { SocketAddress(ipv4: (10, 0, 0, $0), port: 1) }
  func error(_ code: Int32) -> SystemError { SystemError(call: "connect", subject: "", code: code) }
  func race(_ count: Int) -> ConnectRace {
    ConnectRace(Array(four.prefix(count)), stagger: 250, deadline: 10_000)
  }

  @Test("each address is tried a while after the one before, and after the last only the deadline is waited for")
  func staggered() {
    var race = race(3)
    #expect(race.start(now: 0) == [.begin(0), .wake(250)])
    #expect(race.woke(now: 100) == [.wake(250)])
    #expect(race.woke(now: 250) == [.begin(1), .wake(500)])
    #expect(race.woke(now: 510) == [.begin(2), .wake(10_000)])
    #expect(race.woke(now: 5_000) == [.wake(10_000)])
    #expect(race.woke(now: 10_000) == [.lost(.timedOut([]))])
    #expect(race.woke(now: 10_001) == [])
  }

  @Test("an address that fails is followed at once by the next, and a dead one first costs one stagger (000-33)")
  func failing() {
    var race = race(3)
    _ = race.start(now: 0)
    #expect(race.failed(0, error(111), now: 10) == [.begin(1), .wake(260)])
    #expect(race.woke(now: 260) == [.begin(2), .wake(10_000)])
    #expect(race.connected(2) == [.won(2)])
    #expect(race.connected(1) == [])
    #expect(race.failed(1, error(111), now: 300) == [])
    #expect(race.cancel() == [])
  }

  @Test("an older address that fails late does not hurry the next, unless none is left under way")
  func lateFailure() {
    var race = race(3)
    _ = race.start(now: 0)
    _ = race.woke(now: 250)
    #expect(race.failed(0, error(113), now: 300) == [])
    #expect(race.failed(1, error(113), now: 310) == [.begin(2), .wake(10_000)])

    var other = self.race(4)
    _ = other.start(now: 0)
    _ = other.woke(now: 250)
    #expect(other.failed(1, error(113), now: 260) == [.begin(2), .wake(510)])
    #expect(other.failed(2, error(113), now: 270) == [.begin(3), .wake(10_000)])
  }

  @Test("when all have failed the errors are told in the order they came, and when time is up those there are")
  func allFailed() {
    var race = race(2)
    _ = race.start(now: 0)
    _ = race.woke(now: 250)
    _ = race.failed(1, error(113), now: 260)
    let attempts = [(1, 113), (0, 111)].map { ConnectError.Attempt(address: four[$0.0], error: error(Int32($0.1))) }
    #expect(race.failed(0, error(111), now: 270) == [.lost(.failed(attempts))])

    var slow = self.race(2)
    _ = slow.start(now: 0)
    _ = slow.failed(0, error(111), now: 5)
    #expect(slow.woke(now: 10_000) == [.lost(.timedOut([attempts[1]]))])
  }

  @Test("no address is begun once time is up")
  func lateStart() {
    var race = race(2)
    #expect(race.start(now: 10_000) == [.lost(.timedOut([]))])
  }

  @Test("without an address there is nothing to wait for, and a cancelled race is over")
  func nothing() {
    var race = race(0)
    #expect(race.start(now: 0) == [.lost(.noAddress)])
    var cancelled = self.race(2)
    _ = cancelled.start(now: 0)
    #expect(cancelled.cancel() == [.lost(.cancelled)])
    #expect(cancelled.woke(now: 250) == [])
  }

  @Test("families take turns, link-local addresses come last, and none comes twice")
  func order() throws {
    func addresses(_ texts: [String]) throws -> [SocketAddress] {
      try texts.map { try #require(SocketAddress($0, port: 7)) }
    }
    let given = try addresses([
      "fe80::1%lo", "10.0.0.1", "169.254.0.1", "10.0.0.2", "2001:db8::1", "10.0.0.1", "10.0.0.3",
    ])
    let order = try addresses(["10.0.0.1", "2001:db8::1", "10.0.0.2", "10.0.0.3", "fe80::1%lo", "169.254.0.1"])
    #expect(ConnectRace.order(given) == order)
    #expect(ConnectRace.order([]) == [])
    let many = (0...255).map { SocketAddress(ipv4: (10, 0, 1, $0), port: 7) }
    #expect(ConnectRace.order(many) == Array(many.prefix(ConnectRace.maximumAddresses)))
  }
}
