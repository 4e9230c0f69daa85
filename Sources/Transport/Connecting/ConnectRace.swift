import Sys

/// Which address is tried when, after RFC 8305: events in, actions out, no sockets and no clock.
///
/// The next address is tried when the one before it has failed or has not answered for a while; the first to answer wins.
/// Times are nanoseconds of any clock that is never set back.
struct ConnectRace {
  /// What is to be done.
  enum Action: Hashable {
    /// Begin to connect to the address of that number.
    case begin(Int)
    /// Call `woke` at that time; takes the place of an earlier wish.
    case wake(UInt64)
    /// It is over: this one has won; let go of the others.
    case won(Int)
    /// It is over: let go of all of them.
    case lost(ConnectError)
  }

  /// The addresses in the order in which they are tried.
  let addresses: [SocketAddress]
  private let stagger: UInt64
  private let deadline: UInt64
  private var begun = 0
  private var nextStart: UInt64 = 0
  private var failures: [ConnectError.Attempt] = []
  private var isOver = false

  /// A race over `addresses`, ordered already, each `stagger` after the one before, over at `deadline`.
  init(_ addresses: [SocketAddress], stagger: UInt64, deadline: UInt64) {
    self.addresses = addresses
    self.stagger = stagger
    self.deadline = deadline
  }

  /// Begins with the first address.
  mutating func start(now: UInt64) -> [Action] {
    precondition(begun == 0 && !isOver, "a race starts once")
    if addresses.isEmpty { return lose(.noAddress) }
    return beginNext(now)
  }

  /// An attempt came to nothing.
  mutating func failed(_ attempt: Int, _ error: SystemError, now: UInt64) -> [Action] {
    if isOver { return [] }
    failures.append(.init(address: addresses[attempt], error: error))
    if failures.count == addresses.count { return lose(.failed(failures)) }
    // One that fails late has already been followed by others; only the latest one's end makes the next due at once.
    if begun < addresses.count && attempt == begun - 1 { return beginNext(now) }
    return failures.count == begun && begun < addresses.count ? beginNext(now) : []
  }

  /// An attempt has come through.
  mutating func connected(_ attempt: Int) -> [Action] {
    if isOver { return [] }
    isOver = true
    return [.won(attempt)]
  }

  /// A time that was wished for has come (or any other: waking too often does no harm).
  mutating func woke(now: UInt64) -> [Action] {
    if isOver { return [] }
    if now >= deadline { return lose(.timedOut(failures)) }
    if begun < addresses.count && now >= nextStart { return beginNext(now) }
    return [nextWake]
  }

  /// The caller has lost interest.
  mutating func cancel() -> [Action] {
    isOver ? [] : lose(.cancelled)
  }

  private mutating func beginNext(_ now: UInt64) -> [Action] {
    if now >= deadline { return lose(.timedOut(failures)) }
    let attempt = begun
    begun += 1
    nextStart = now &+ stagger
    return [.begin(attempt), nextWake]
  }

  private var nextWake: Action {
    .wake(begun < addresses.count ? min(nextStart, deadline) : deadline)
  }

  private mutating func lose(_ error: ConnectError) -> [Action] {
    isOver = true
    return [.lost(error)]
  }
}

extension ConnectRace {
  /// How many addresses of one peer are tried: more than any machine has on purpose, few enough to hold open at once.
  static let maximumAddresses = 32

  /// The order in which addresses are tried: as given, the families taking turns, link-local ones last, each once.
  static func order(_ addresses: [SocketAddress]) -> [SocketAddress] {
    var seen: Set<SocketAddress> = []
    let unique = addresses.filter { seen.insert($0).inserted }
    let order = takingTurns(unique.filter { !$0.isLinkLocal }) + takingTurns(unique.filter { $0.isLinkLocal })
    return Array(order.prefix(maximumAddresses))
  }

  private static func takingTurns(_ addresses: [SocketAddress]) -> [SocketAddress] {
    guard let first = addresses.first else { return [] }
    let ours = addresses.filter { $0.family == first.family }
    let others = addresses.filter { $0.family != first.family }
    var order: [SocketAddress] = []
    for turn in 0..<max(ours.count, others.count) {
      if turn < ours.count { order.append(ours[turn]) }
      if turn < others.count { order.append(others[turn]) }
    }
    return order
  }
}
