/// The hosts on the network as they come and go: one event a name and change, all interfaces and protocols merged.
///
/// Each iteration browses for itself, on a thread of its own, and stops with its iterator, its loop or its task. Events
/// wait, merged to the newest of each name, until they are read: what waits is limited to 256 names, and a slow reader
/// misses steps in between, never the outcome. avahi-daemon may be started again meanwhile: what is still there stays.
public struct Browser: AsyncSequence, Sendable {
  /// What happens to the list of hosts.
  public typealias Element = BrowserEvent
  /// It does not fail: that Avahi cannot be reached is an event.
  public typealias Failure = Never

  private let type: ServiceType

  /// A browser for services of that type.
  public init(_ type: ServiceType = .host) { self.type = type }

  /// Starts to browse.
  public func makeAsyncIterator() -> Iterator { Iterator(type) }

  /// The events of one run.
  public struct Iterator: AsyncIteratorProtocol {
    private let watch: Watch
    private var ticks: AsyncStream<Void>.Iterator
    private var events: ArraySlice<BrowserEvent> = []

    fileprivate init(_ type: ServiceType) {
      watch = Watch(type)
      ticks = watch.ticks.makeAsyncIterator()
    }

    /// The next event; nil once the task is cancelled.
    public mutating func next() async -> BrowserEvent? { await next(isolation: nil) }

    /// The next event; nil once the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> BrowserEvent? {
      while true {
        if let event = events.popFirst() { return event }
        guard await ticks.next(isolation: actor) != nil else { return nil }
        events = watch.drain()[...]
      }
    }
  }
}

/// One run of a browser: connected as long as it lives.
private final class Watch: Sendable {
  /// Told when there is something to drain; one tick waits, however much that is.
  let ticks: AsyncStream<Void>

  private let loop = AvahiLoop()
  private let browsing: Browsing
  private let session: AvahiSession

  private let ticker: Ticker

  init(_ type: ServiceType) {
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.ticks = ticks
    let ticker = Ticker(loop, tick: tick)
    self.ticker = ticker
    browsing = Browsing(loop, name: nil, type: type, limits: .standard) { ticker.news($0) }
    session = AvahiSession(loop, browsing)
  }

  deinit {
    session.close()
    ticker.stop()
  }

  func drain() -> [BrowserEvent] { loop.locked { browsing.drain() } }
}

/// Tells the reader a moment after there is news, so that the addresses of a host come in one event rather than in two.
private final class Ticker: @unchecked Sendable {
  // SAFETY: every stored variable is touched under the loop's lock, or while its thread does not run.

  private let loop: AvahiLoop
  private let tick: AsyncStream<Void>.Continuation
  private var moment: AvahiTimer?

  private static let milliseconds: UInt32 = 30

  init(_ loop: AvahiLoop, tick: AsyncStream<Void>.Continuation) {
    self.loop = loop
    self.tick = tick
  }

  func stop() { moment = nil }

  func news(_ browsing: Browsing) {
    if browsing.missing != nil { tick.yield() }
    guard moment == nil else { return }
    moment = AvahiTimer(loop, milliseconds: Self.milliseconds) { [unowned self] in
      moment = nil
      tick.yield()
    }
  }
}
