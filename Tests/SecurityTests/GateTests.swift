import Security
import SessionCore
import Sys
import TestSupport
import Testing

/// A gate with a clock that stands still until it is told otherwise.
private struct Stand: ~Copyable {
  var now = Moment(nanoseconds: 1_000_000_000_000)
  var gate: Gate

  init(callersSpeakFirst: Bool = false) {
    gate = Gate(maximumFrame: 16 << 20, callersSpeakFirst: callersSpeakFirst, at: now)
  }

  static let clientHello: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1]
  static let frame: [UInt8] = [0x2A, 1, 0, 0, 0, 0, 0, 0]

  static func source(_ number: Int) -> Source {
    Source(SocketAddress(ipv4: (10, 0, UInt8(number >> 8), UInt8(number & 255)), port: 1))
  }

  mutating func arrive(
    _ source: Int = 1, plain: Gate.PlainConsent = .refused
  ) -> (id: CallerID, actions: [Gate.Action]) {
    gate.arrived(from: Self.source(source), plain: plain, at: now)
  }

  /// A caller that is looked at; an error where it must wait.
  mutating func looked(_ source: Int = 1, plain: Gate.PlainConsent = .refused) -> CallerID {
    let (id, actions) = arrive(source, plain: plain)
    #expect(actions.contains(.look(id)))
    return id
  }

  /// Time passes, with a tick whenever the gate wants one.
  mutating func pass(_ seconds: Double) -> [Gate.Action] {
    let end = now + seconds
    var actions: [Gate.Action] = []
    var ticks = 0
    while let due = gate.deadline(at: now), due <= end {
      now = max(now, due)
      actions += gate.tick(at: now)
      ticks += 1
      if ticks > 10_000 {
        Issue.record("the gate does not come to rest")
        break
      }
    }
    now = end
    return actions
  }

  mutating func peeked(_ id: CallerID, _ bytes: [UInt8]) -> [Gate.Action] { gate.peeked(id, bytes, at: now) }
  mutating func admitted(_ id: CallerID) -> [Gate.Action] { gate.admitted(id, at: now) }
  mutating func ended(_ id: CallerID, _ end: Gate.End) -> [Gate.Action] { gate.ended(id, end, at: now) }
  mutating func answered(_ id: CallerID, _ letIn: Bool) -> [Gate.Action] {
    gate.answered(id, letIn: letIn, at: now)
  }
}

@Suite("The gate: deadlines") struct GateDeadlineTests {
  @Test("5 s to the first 8 bytes") func firstBytes() {
    var stand = Stand()
    let id = stand.looked()
    #expect(stand.pass(4.9) == [])
    #expect(stand.pass(0.1) == [.drop(id, .late)])
    #expect(stand.gate.active == 0)
  }

  @Test("fewer than 8 bytes stop no clock") func few() {
    var stand = Stand()
    let id = stand.looked()
    #expect(stand.peeked(id, Array(Stand.clientHello.prefix(7))) == [])
    #expect(stand.pass(5) == [.drop(id, .late)])
  }

  @Test("10 s in all to READY") func ready() {
    var stand = Stand()
    let id = stand.looked()
    #expect(stand.pass(4) == [])
    #expect(stand.peeked(id, Stand.clientHello) == [.secure(id)])
    #expect(stand.pass(5.9) == [])
    #expect(stand.pass(0.1) == [.drop(id, .late)])
  }

  @Test("admitted in time, nothing follows") func inTime() {
    var stand = Stand()
    let id = stand.looked()
    #expect(stand.peeked(id, Stand.clientHello) == [.secure(id)])
    #expect(stand.admitted(id) == [])
    #expect(stand.pass(100) == [])
    #expect(stand.gate.deadline(at: stand.now) == nil)
  }

  @Test("who waits unread for 10 s goes, and that is no failure") func holding() {
    var stand = Stand()
    let failed = stand.looked()
    _ = stand.ended(failed, .failed)
    for _ in 0..<7 {
      let id = stand.pass(61)
      #expect(id == [])
      _ = stand.ended(stand.looked(), .failed)
    }
    let (waiting, actions) = stand.arrive()
    #expect(actions == [])
    #expect(stand.pass(9.9) == [])
    #expect(stand.pass(0.2) == [.drop(waiting, .late)])
  }
}

@Suite("The gate: places") struct GatePlaceTests {
  @Test("16 are looked at at once; the next one takes the place of the oldest of the source that holds most")
  func sixteen() {
    var stand = Stand()
    var first: [CallerID] = []
    for source in 1...5 {
      for _ in 0..<3 { first.append(stand.looked(source)) }
    }
    first.append(stand.looked(6))
    #expect(stand.gate.active == 16)
    _ = stand.pass(0.5)
    let (id, actions) = stand.arrive(7)
    #expect(actions == [.drop(first[0], .evicted), .look(id)])
    #expect(stand.gate.active == 16)
  }

  @Test("whatever its stage") func anyStage() {
    var stand = Stand()
    var ids: [CallerID] = []
    for source in 1...4 { for _ in 0..<4 { ids.append(stand.looked(source)) } }
    #expect(stand.peeked(ids[0], Stand.clientHello) == [.secure(ids[0])])
    _ = stand.pass(0.5)
    let (id, actions) = stand.arrive(9)
    #expect(actions == [.drop(ids[0], .evicted), .look(id)])
  }

  @Test("4 of one source are looked at; the fifth waits until one of them has ended") func ofSource() {
    var stand = Stand()
    let ids = (0..<4).map { _ in stand.looked() }
    let (fifth, actions) = stand.arrive()
    #expect(actions == [])
    _ = stand.pass(0.5)
    #expect(stand.admitted(ids[1]) == [.look(fifth)])
  }

  @Test("a source is one IPv4 address, or 64 bits of an IPv6 address; a link-local one stands on its interface")
  func sources() throws {
    func source(_ text: String) throws -> Source { Source(try #require(SocketAddress(text, port: 1))) }
    #expect(try source("10.0.0.1") != source("10.0.0.2"))
    #expect(try source("::ffff:10.0.0.1") == source("10.0.0.1"))
    #expect(try source("2001:db8:1:2::1") == source("2001:db8:1:2:ffff::1"))
    #expect(try source("2001:db8:1:2::1") != source("2001:db8:1:3::1"))
    #expect(try source("fe80::1%1") == source("fe80::2%1"))
    #expect(try source("fe80::1%1") != source("fe80::1%2"))
  }

  @Test("callers that wait are bounded: 8 of a source, 64 in all, and those of the source with most go first")
  func held() {
    var stand = Stand()
    for _ in 0..<4 { _ = stand.looked(1) }
    let first = stand.arrive(1).id
    for _ in 0..<7 { #expect(stand.arrive(1).actions == []) }
    #expect(stand.arrive(1).actions == [.drop(first, .crowded)])
    var crowded = 0
    for source in 2..<200 {
      for _ in 0..<12 {
        for case .drop(_, .crowded) in stand.arrive(source).actions { crowded += 1 }
      }
    }
    #expect(crowded > 0 && stand.gate.held <= 64 && stand.gate.active <= 16)
  }

  @Test("no more than 1024 sources are remembered, whoever comes") func many() {
    var stand = Stand()
    for number in 0..<5_000 {
      let (id, _) = stand.arrive(number)
      _ = stand.ended(id, .failed)
      _ = stand.pass(0.01)
    }
    #expect(stand.gate.sources <= 1024)
  }
}

@Suite("The gate: rates") struct GateRateTests {
  @Test("8 at once and then 2 a second of one source") func ofSource() {
    var stand = Stand()
    for _ in 0..<8 { _ = stand.ended(stand.looked(), .silent) }
    var waiting: [CallerID] = []
    for _ in 0..<4 {
      let (id, actions) = stand.arrive()
      #expect(actions == [])
      waiting.append(id)
    }
    #expect(stand.pass(0.4) == [])
    #expect(stand.pass(0.2) == [.look(waiting[0])])
    #expect(stand.pass(1) == [.look(waiting[1]), .look(waiting[2])])
  }

  @Test("20 a second in all") func inAll() {
    var stand = Stand()
    var looks = 0
    // A hundred sources, each once, and gone at once.
    for source in 0..<100 {
      let (id, actions) = stand.arrive(source)
      if actions.contains(.look(id)) {
        looks += 1
        _ = stand.ended(id, .silent)
      }
    }
    #expect(looks == 20)
    var more = 0
    for action in stand.pass(1) {
      if case .look = action { more += 1 }
    }
    #expect((19...20).contains(more))
  }

  @Test("an admission gives the token back, so that a peer may come as often as it likes") func back() {
    var stand = Stand()
    for _ in 0..<100 {
      let id = stand.looked()
      #expect(stand.peeked(id, Stand.clientHello) == [.secure(id)])
      #expect(stand.admitted(id) == [])
    }
  }

  @Test("one who only looks whether the port answers is no failure, but takes a token") func silentEnd() {
    var stand = Stand()
    for _ in 0..<8 { #expect(stand.ended(stand.looked(), .silent) == []) }
    #expect(stand.arrive().actions == [])
  }

  @Test("a source that has not failed lately waits under a second, whatever sixty others do") func fair() {
    var stand = Stand()
    // Nobody knows them before they have failed once.
    for source in 0..<60 {
      _ = stand.arrive(source)
      for action in stand.pass(0.1) {
        if case .look(let id) = action { _ = stand.ended(id, .failed) }
      }
    }
    _ = stand.pass(10)
    var longest = 0.0
    for round in 0..<60 {
      for source in 0..<60 {
        let (id, actions) = stand.arrive(source)
        if actions.contains(.look(id)) { _ = stand.ended(id, .failed) }
      }
      for action in stand.pass(0.5) {
        if case .look(let id) = action { _ = stand.ended(id, .failed) }
      }
      let start = stand.now
      let (id, actions) = stand.arrive(1000 + round)
      var isLooked = actions.contains(.look(id))
      while !isLooked, stand.now - start < 5 {
        for action in stand.pass(0.01) {
          if action == .look(id) {
            isLooked = true
          } else if case .look(let other) = action {
            _ = stand.ended(other, .failed)
          }
        }
      }
      longest = max(longest, stand.now - start)
      _ = stand.admitted(id)
    }
    #expect(longest < 1)
  }
}

extension GateRateTests {
  @Test("a source that was admitted before goes first, before sixty that nobody knows") func known() {
    var stand = Stand()
    let known = stand.looked(5000)
    _ = stand.peeked(known, Stand.clientHello)
    _ = stand.admitted(known)
    for source in 0..<60 { _ = stand.arrive(source) }
    _ = stand.pass(0.01)
    let (id, actions) = stand.arrive(5000)
    #expect(actions.contains(.look(id)) || stand.pass(0.06).contains(.look(id)))
  }
}

@Suite("The gate: failures") struct GateFailureTests {
  /// How long the source waits for its next look.
  private func wait(_ stand: inout Stand) -> Double {
    let start = stand.now
    let (id, actions) = stand.arrive()
    if actions.contains(.look(id)) {
      _ = stand.ended(id, .failed)
      return 0
    }
    while stand.now - start < 100 {
      // A caller that waits too long goes; another one comes.
      for action in stand.pass(0.05) {
        if case .look(let id) = action {
          _ = stand.ended(id, .failed)
          return stand.now - start
        }
      }
      if stand.gate.held == 0 {
        let (id, actions) = stand.arrive()
        guard actions.contains(.look(id)) else { continue }
        _ = stand.ended(id, .failed)
        return stand.now - start
      }
    }
    return 100
  }

  @Test("delay the source by 1 s, doubling to 60 s") func doubling() {
    var stand = Stand()
    _ = stand.ended(stand.looked(), .failed)
    for expected in [1.0, 2, 4, 8, 16, 32, 60, 60, 60] {
      let waited = wait(&stand)
      #expect(abs(waited - expected) < 0.3, "\(waited) for \(expected)")
    }
  }

  @Test("are forgotten once the source is admitted") func cleared() {
    var stand = Stand()
    for _ in 0..<3 {
      _ = stand.ended(stand.looked(), .failed)
      _ = stand.pass(61)
    }
    let id = stand.looked()
    _ = stand.peeked(id, Stand.clientHello)
    _ = stand.admitted(id)
    _ = stand.ended(stand.looked(), .failed)
    #expect(abs(wait(&stand) - 1) < 0.3)
  }

  @Test("of one source delay no other") func others() {
    var stand = Stand()
    _ = stand.ended(stand.looked(1), .failed)
    #expect(stand.arrive(1).actions == [])
    _ = stand.looked(2)
  }

  @Test("are: what is no protocol, plain that may not, being late") func kinds() {
    for bytes in [Array("GET / HT".utf8), Stand.frame] {
      var stand = Stand()
      let id = stand.looked()
      #expect(stand.peeked(id, bytes) == [.drop(id, bytes == Stand.frame ? .plainRefused : .foreign)])
      #expect(stand.arrive().actions == [])
    }
    var stand = Stand()
    _ = stand.looked()
    _ = stand.pass(5)
    #expect(stand.arrive().actions == [])
  }
}

@Suite("The gate: the original protocol") struct GatePlainTests {
  @Test("with consent, a valid length is an admission: no clock runs on, the token is back") func given() {
    var stand = Stand()
    for _ in 0..<20 {
      let id = stand.looked(plain: .given)
      #expect(stand.peeked(id, Stand.frame) == [.admitPlain(id)])
    }
    #expect(stand.pass(100) == [])
  }

  @Test("with consent, 1.5 s without a byte is an original that waits: it keeps a place, and no clock runs")
  func silent() {
    var stand = Stand()
    let id = stand.looked(plain: .given)
    #expect(stand.pass(1.4) == [])
    #expect(stand.pass(0.1) == [.probe(id)])
    #expect(stand.peeked(id, []) == [.serveSilent(id)])
    #expect(stand.pass(1000) == [])
    #expect(stand.gate.active == 1)
    #expect(stand.admitted(id) == [])
    #expect(stand.gate.active == 0)
  }

  @Test("a slow one that has sent a byte by then is not silent, and has its 5 s") func slow() {
    var stand = Stand()
    let id = stand.looked(plain: .given)
    #expect(stand.pass(1.5) == [.probe(id)])
    #expect(stand.peeked(id, [0x2A]) == [])
    #expect(stand.pass(3.6) == [.drop(id, .late)])
  }

  @Test("where callers speak first, one that says nothing is nobody, and nobody is asked about it") func speakFirst() {
    for plain in [Gate.PlainConsent.given, .asked] {
      var stand = Stand(callersSpeakFirst: true)
      let id = stand.looked(plain: plain)
      #expect(stand.pass(4.9) == [])
      #expect(stand.pass(0.2) == [.drop(id, .late)])
    }
    var stand = Stand(callersSpeakFirst: true)
    let id = stand.looked(plain: .asked)
    #expect(stand.pass(2) == [])
    #expect(stand.peeked(id, Stand.frame) == [.ask(id)])
  }

  @Test("a silent one gives way to a caller of its own source, and to any where all places are taken") func givesWay() {
    var stand = Stand()
    var silent: [CallerID] = []
    for _ in 0..<4 {
      let id = stand.looked(plain: .given)
      silent.append(id)
    }
    _ = stand.pass(1.5)
    for id in silent { #expect(stand.peeked(id, []) == [.serveSilent(id)]) }
    let (id, actions) = stand.arrive()
    #expect(actions == [.drop(silent[0], .evicted), .look(id)])
    // It has done nothing wrong: no delay follows.
    let (next, more) = stand.arrive()
    #expect(more == [.drop(silent[1], .evicted), .look(next)])
  }

  @Test("without consent silence has its 5 s and no probe") func refused() {
    var stand = Stand()
    let id = stand.looked()
    #expect(stand.pass(5) == [.drop(id, .late)])
  }

  @Test("on a terminal the user is asked, one question at a time, and the clock stands still for 30 s") func asked() {
    var stand = Stand()
    let first = stand.looked(1, plain: .asked)
    let second = stand.looked(2, plain: .asked)
    #expect(stand.peeked(first, Stand.frame) == [.ask(first)])
    #expect(stand.peeked(second, Stand.frame) == [])
    #expect(stand.pass(9) == [])
    #expect(stand.answered(first, true) == [.admitPlain(first), .ask(second)])
    #expect(stand.pass(29) == [])
    #expect(stand.answered(second, false) == [.drop(second, .plainRefused)])
  }

  @Test("a question that nobody answers in 30 s is a no") func unanswered() {
    var stand = Stand()
    let id = stand.looked(plain: .asked)
    #expect(stand.peeked(id, Stand.frame) == [.ask(id)])
    #expect(stand.pass(30) == [.stopAsking(id), .drop(id, .late)])
    #expect(stand.answered(id, true) == [])
  }

  @Test("a silent one is asked about too, and is served once the user has said yes") func askedSilent() {
    var stand = Stand()
    let id = stand.looked(plain: .asked)
    #expect(stand.pass(1.5) == [.probe(id)])
    #expect(stand.peeked(id, []) == [.ask(id)])
    #expect(stand.answered(id, true) == [.serveSilent(id)])
  }

  @Test("a question is withdrawn where the caller turns out to speak TLS, or goes") func withdrawn() {
    var stand = Stand()
    let id = stand.looked(1, plain: .asked)
    _ = stand.pass(1.5)
    #expect(stand.peeked(id, []) == [.ask(id)])
    #expect(stand.peeked(id, Stand.clientHello) == [.stopAsking(id), .secure(id)])
    #expect(stand.pass(9.9) == [])
    _ = stand.admitted(id)
    let gone = stand.looked(2, plain: .asked)
    #expect(stand.peeked(gone, Stand.frame) == [.ask(gone)])
    #expect(stand.ended(gone, .failed) == [.stopAsking(gone)])
  }

  @Test("plain consent lets no TLS caller in by itself") func tls() {
    var stand = Stand()
    let id = stand.looked(plain: .given)
    #expect(stand.peeked(id, Stand.clientHello) == [.secure(id)])
    #expect(stand.pass(10) == [.drop(id, .late)])
  }
}

@Suite("The gate: anything at all") struct GateRandomTests {
  @Test("happens: the bounds hold, every caller ends once, and it always comes to rest") func random() {
    var generator = SeededGenerator(seed: 16)
    var stand = Stand()
    var alive: Set<CallerID> = []
    for _ in 0..<20_000 {
      var actions: [Gate.Action] = []
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1, 2:
        let consent: [Gate.PlainConsent] = [.refused, .asked, .given]
        let (id, more) = stand.arrive(
          Int.random(in: 0..<30, using: &generator), plain: consent[Int.random(in: 0..<3, using: &generator)])
        alive.insert(id)
        actions = more
      case 3: actions = stand.pass(Double.random(in: 0..<2, using: &generator))
      case let event:
        guard let id = alive.randomElement(using: &generator) else { continue }
        switch event {
        case 4:
          let bytes = [Stand.clientHello, Stand.frame, [], [1, 2, 3]]
          actions = stand.peeked(id, bytes[Int.random(in: 0..<4, using: &generator)])
        case 5: actions = stand.answered(id, Bool.random(using: &generator))
        case 6:
          alive.remove(id)
          actions = stand.admitted(id)
        default:
          alive.remove(id)
          actions = stand.ended(id, Bool.random(using: &generator) ? .failed : .silent)
        }
      }
      for action in actions {
        switch action {
        case .drop(let id, _), .admitPlain(let id):
          if alive.remove(id) == nil { Issue.record("\(action) of one that had ended") }
        case .look(let id), .probe(let id), .secure(let id), .ask(let id), .serveSilent(let id):
          if !alive.contains(id) { Issue.record("\(action) of one that has ended") }
        case .stopAsking: break
        }
      }
      if stand.gate.active > 16 || stand.gate.held > 64 { Issue.record("the bounds do not hold") }
      if stand.gate.active + stand.gate.held != alive.count { Issue.record("somebody is forgotten") }
    }
  }
}
