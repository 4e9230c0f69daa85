import SessionCore
import Testing

@Suite("Presence") struct PresenceTests {
  private let start = Moment(nanoseconds: 1_000_000_000)
  private let hello = Hello(instance: "i", name: "n", role: .join)

  @Test("a greeting within a second tells a socketplay end") func greets() {
    var presence = Presence(now: start)
    #expect(presence.tick(at: start + 0.9) == .nothing)
    #expect(presence.received(hello) == .greeted(hello))
    let peer = presence.peer
    #expect(peer == .socketplay(hello))
  }

  @Test("a second of silence tells an original, once") func silence() {
    var presence = Presence(now: start)
    let deadline = presence.deadline
    #expect(deadline == start + 1)
    #expect(presence.tick(at: start + 1) == .foundOriginal)
    #expect(presence.tick(at: start + 2) == .nothing)
    let peer = presence.peer
    #expect(peer == .original)
    let later = presence.deadline
    #expect(later == nil)
    let isGuess = presence.isGuess
    #expect(isGuess)
    #expect(presence.receivedOriginalKind() == .nothing)
    let isStillGuess = presence.isGuess
    #expect(!isStillGuess)
  }

  @Test("a host that is announced as a socketplay end is waited for as long as its user may be asked") func announced()
  {
    var presence = Presence(now: start, isAnnounced: true)
    let first = presence.deadline
    #expect(first == start + 1)
    #expect(presence.tick(at: start + 0.9) == .nothing)
    #expect(presence.tick(at: start + 1) == .waits)
    #expect(presence.tick(at: start + 2) == .nothing)
    let last = presence.deadline
    #expect(last == start + 45)
    var other = Presence(now: start, isAnnounced: true)
    #expect(presence.received(hello) == .greeted(hello))
    // What it is announced as is a hint.
    #expect(other.receivedOriginalKind() == .foundOriginal)
    other = Presence(now: start, isAnnounced: true)
    #expect(other.tick(at: start + 45) == .foundOriginal)
    other = Presence(now: start, isProven: true, isAnnounced: true)
    #expect(other.tick(at: start + 1) == .nothing)
    #expect(other.tick(at: start + 10) == .notGreeted)
  }

  @Test("a package of kind 1 to 4 before a greeting tells an original") func originalKind() {
    var presence = Presence(now: start)
    #expect(presence.receivedOriginalKind() == .foundOriginal)
    #expect(presence.receivedOriginalKind() == .nothing)
    let isGuess = presence.isGuess
    #expect(!isGuess)
  }

  @Test("a late greeting upgrades, a second one changes nothing") func late() {
    var presence = Presence(now: start)
    _ = presence.tick(at: start + 1)
    #expect(presence.received(hello) == .upgraded(hello))
    #expect(presence.received(Hello(instance: "other", name: "o", role: .join)) == .nothing)
    let peer = presence.peer
    #expect(peer == .socketplay(hello))
  }

  @Test("an end that has sent nothing for 15 s pings, and one that has heard nothing for 45 s is lost (000-39)")
  func pings() {
    var presence = Presence(now: start)
    _ = presence.received(hello)
    #expect(presence.tick(at: start + 14.9) == .nothing)
    #expect(presence.tick(at: start + 15) == .ping(1))
    #expect(presence.tick(at: start + 15.1) == .nothing)
    presence.heard(at: start + 20)
    #expect(presence.tick(at: start + 30) == .ping(2))
    presence.sent(at: start + 44)
    #expect(presence.tick(at: start + 64.9) == .ping(3))
    #expect(presence.tick(at: start + 65) == .lost)
  }
}

@Suite("Backoff") struct BackoffTests {
  @Test("delays double from half a second to thirty, spread by a quarter") func delays() {
    var backoff = Backoff()
    #expect((0..<8).map { _ in backoff.next(random: 0.5) } == [0.5, 1, 2, 4, 8, 16, 30, 30])
    #expect(backoff.attempts == 8)
    backoff.reset()
    #expect(backoff.next(random: 0) == 0.375)
    for _ in 0..<100 { #expect(backoff.next(random: 0.999) <= 37.5) }
  }
}
