public import SessionCore

/// Finds one host by its name.
public enum Resolver {
  /// The host of that name with its addresses on all interfaces, the most promising first.
  ///
  /// It asks for the name at once, without a list of all hosts. Once there is an answer, others have the time of `grace`
  /// to come, or until nothing is outstanding.
  ///
  /// - Throws: `notFound` after `timeout`; `noSystemBus` and `noDaemon` at once; `nameInvalid`; `cancelled`.
  public static func resolve(
    _ name: String, type: ServiceType = .host, timeout: Duration, grace: Duration = .milliseconds(60)
  ) async throws(DiscoveryError) -> Service {
    let lookup = Lookup(try ServiceName.valid(name), type: type, timeout: timeout, grace: grace)
    var results = lookup.results.makeAsyncIterator()
    guard let result = await results.next() else { throw .cancelled }
    return try result.get()
  }
}

/// One question for a name: connected as long as it lives.
private final class Lookup: Sendable {
  typealias Outcome = Result<Service, DiscoveryError>

  /// The outcome; the first one counts.
  let results: AsyncStream<Outcome>

  private let loop = AvahiLoop()
  private let waiting: Waiting
  private let session: AvahiSession

  init(_ name: String, type: ServiceType, timeout: Duration, grace: Duration) {
    let (results, tell) = AsyncStream.makeStream(of: Outcome.self, bufferingPolicy: .bufferingOldest(1))
    self.results = results
    let waiting = Waiting(loop, name: name, grace: grace, tell: tell)
    self.waiting = waiting
    let browsing = Browsing(loop, name: name, type: type, limits: .standard) { waiting.look(at: $0) }
    waiting.start(timeout)
    session = AvahiSession(loop, browsing)
  }

  deinit {
    session.close()
    waiting.stop()
  }
}

/// Judges when enough is known.
private final class Waiting: @unchecked Sendable {
  // SAFETY: every stored variable is touched under the loop's lock, or while its thread does not run.

  private let loop: AvahiLoop
  private let name: String
  private let grace: Duration
  private let tell: AsyncStream<Lookup.Outcome>.Continuation
  private var deadline: AvahiTimer?
  private var patience: AvahiTimer?
  private var best: Service?

  init(_ loop: AvahiLoop, name: String, grace: Duration, tell: AsyncStream<Lookup.Outcome>.Continuation) {
    self.loop = loop
    self.name = name
    self.grace = grace
    self.tell = tell
  }

  func start(_ timeout: Duration) {
    deadline = AvahiTimer(loop, milliseconds: timeout.milliseconds) { [unowned self] in tell.yield(outcome) }
  }

  func stop() {
    deadline = nil
    patience = nil
  }

  func look(at browsing: Browsing) {
    if let error = browsing.missing { tell.yield(.failure(error)) }
    best = browsing.table.service(name)
    guard let best else { return }
    let isIPv6 = best.addresses.map { $0.utf8.contains(UInt8(ascii: ":")) }
    if browsing.isQuiet, isIPv6.contains(true), isIPv6.contains(false) {
      tell.yield(outcome)
    } else if patience == nil {
      patience = AvahiTimer(loop, milliseconds: grace.milliseconds) { [unowned self] in tell.yield(outcome) }
    }
  }

  private var outcome: Lookup.Outcome { best.map { .success($0) } ?? .failure(.notFound) }
}

extension Duration {
  /// Whole milliseconds, at most some 46 days: as many as a timer takes.
  fileprivate var milliseconds: UInt32 {
    let (seconds, attoseconds) = components
    return UInt32(clamping: max(0, min(seconds, 4_000_000)) * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
