/// Who the other end is, and whether it is still there: a machine without a clock or a socket.
///
/// On a plain connection a `hello` tells a socketplay end; none within a second, or a package of kind 1 to 4 before
/// one, tells an original; under TLS both are errors instead, and there are ten seconds. A socketplay end that has sent nothing for 15 s pings, and one that has heard nothing for
/// 45 s calls the other lost. An original never says a word unasked, so only the kernel's keepalive watches over it.
public struct Presence: ~Copyable {
  /// What is known of the other end.
  public enum Peer: Sendable, Equatable {
    case unknown
    case original
    case socketplay(Hello)
  }

  /// What a package, a greeting or the passing of time changed.
  public enum Change: Sendable, Equatable {
    case nothing
    /// A host that says of itself to be a socketplay end has not let this one in yet.
    case waits
    /// The other end is taken for an original.
    case foundOriginal
    /// The other end greeted.
    case greeted(Hello)
    /// It greeted late, after it was taken for an original: what was under way starts again with an offer.
    case upgraded(Hello)
    /// Send a ping of this token.
    case ping(UInt32)
    /// Nothing was heard for too long.
    case lost
    /// The other end, which is proven to be a socketplay end, does not greet, or says something else first.
    case notGreeted
  }

  /// Seconds without a `hello` after which the other end is an original.
  public static let greetingTime = 1.0
  /// The same of a host that is announced as a socketplay end: as long as its user may be asked, and a little more.
  public static let askingTime = 45.0
  /// Seconds within which an end that is proven to be a socketplay end greets.
  public static let provenGreetingTime = 10.0
  /// Seconds without sending after which a ping goes out.
  public static let pingAfter = 15.0
  /// Seconds without hearing after which the other end is lost.
  public static let lostAfter = 45.0

  private enum State {
    /// `waits`: when to tell that this end waits; nil once that was told, or where it never is.
    case greeting(until: Moment, isProven: Bool, waits: Moment?)
    /// Whether it has said something, and so is one.
    case original(hasSpoken: Bool)
    case socketplay(Hello)
  }

  private var state: State
  private var lastHeard: Moment
  private var lastSent: Moment
  private var pings: UInt32 = 0

  /// A peer that was connected at `now` and has said nothing yet; under TLS it is proven to be a socketplay end.
  ///
  /// - Parameter isAnnounced: whether it is a host that says so in what it advertises. That is a hint, and gives it time alone.
  public init(now: Moment, isProven: Bool = false, isAnnounced: Bool = false) {
    let waits = isAnnounced && !isProven
    let time = isProven ? Self.provenGreetingTime : waits ? Self.askingTime : Self.greetingTime
    state = .greeting(until: now + time, isProven: isProven, waits: waits ? now + Self.greetingTime : nil)
    lastHeard = now
    lastSent = now
  }

  /// Whether the other end said that it can or wants something.
  public func has(feature: String) -> Bool {
    if case .socketplay(let hello) = state { hello.features.contains(feature) } else { false }
  }

  /// What is known of the other end.
  public var peer: Peer {
    switch state {
    case .greeting: .unknown
    case .original: .original
    case .socketplay(let hello): .socketplay(hello)
    }
  }

  /// Whether the other end is taken for an original for its silence alone.
  ///
  /// Without encryption a joiner cannot tell one from a host that lets it wait, as long as its user is asked: neither says a word.
  public var isGuess: Bool {
    if case .original(hasSpoken: false) = state { true } else { false }
  }

  /// Something was sent at `now`.
  public mutating func sent(at now: Moment) {
    lastSent = now
  }

  /// Bytes came at `now`.
  public mutating func heard(at now: Moment) {
    lastHeard = now
  }

  /// A package of kind 1 to 4 came: before a greeting, it tells an original.
  public mutating func receivedOriginalKind() -> Change {
    switch state {
    case .greeting(_, isProven: true, _): return .notGreeted
    case .greeting(_, isProven: false, _):
      state = .original(hasSpoken: true)
      return .foundOriginal
    case .original:
      state = .original(hasSpoken: true)
      return .nothing
    case .socketplay: return .nothing
    }
  }

  /// A greeting came; only the first one counts.
  public mutating func received(_ hello: Hello) -> Change {
    switch state {
    case .greeting:
      state = .socketplay(hello)
      return .greeted(hello)
    case .original:
      state = .socketplay(hello)
      return .upgraded(hello)
    case .socketplay:
      return .nothing
    }
  }

  /// Time has passed.
  public mutating func tick(at now: Moment) -> Change {
    switch state {
    case .greeting(let deadline, let isProven, let waits):
      guard now >= deadline else {
        guard let waits, now >= waits else { return .nothing }
        state = .greeting(until: deadline, isProven: isProven, waits: nil)
        return .waits
      }
      if isProven { return .notGreeted }
      state = .original(hasSpoken: false)
      return .foundOriginal
    case .original:
      return .nothing
    case .socketplay:
      if now - lastHeard >= Self.lostAfter { return .lost }
      guard now - lastSent >= Self.pingAfter else { return .nothing }
      lastSent = now
      pings &+= 1
      return .ping(pings)
    }
  }

  /// When `tick` is due next; nil where only the kernel watches.
  public var deadline: Moment? {
    switch state {
    case .greeting(let deadline, _, let waits): waits ?? deadline
    case .original: nil
    case .socketplay: min(lastSent + Self.pingAfter, lastHeard + Self.lostAfter)
    }
  }
}
