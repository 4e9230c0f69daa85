public import SessionCore

/// Who is looked at, when and for how long, before anybody is admitted: a machine without a clock or a socket.
///
/// Every caller is accepted, and held unread until its turn comes. A look costs a token of its source and one of all; an
/// admission gives both back and clears its source's delay, so that only connections that come to nothing count. Sources
/// that were admitted before go first, then those that have not failed lately; among equals the one that was looked at
/// longest ago.
///
/// Each method returns what is to be done, in that order. `deadline` says when `tick` is to be called.
public struct Gate: ~Copyable {
  enum Stage {
    /// Unread, waiting for its turn.
    case held(since: Moment)
    /// Its first bytes are awaited; `isSilent` once nothing had come for a while.
    case looking(since: Moment, isProbed: Bool)
    /// It speaks the original protocol, or nothing, and the user is to be asked; one question at a time.
    case unasked(until: Moment, hasSpoken: Bool)
    case asking(until: Moment, hasSpoken: Bool)
    case securing(until: Moment)
    /// An original that waits for this end to speak.
    case silent
  }

  struct Caller {
    let source: Source
    let plain: PlainConsent
    var stage: Stage
  }

  let maximumFrame: Int
  private let callersSpeakFirst: Bool
  var callers: [CallerID: Caller] = [:]
  var records: [Source: SourceRecord] = [:]
  /// The sources whose callers wait.
  private var waiting: Set<Source> = []
  private var bucket: BurstBucket
  private var lastNumber: UInt64 = 0

  /// A gate at which nobody stands; plain frames may have up to `maximumFrame` bytes.
  ///
  /// Where callers speak first, one that says nothing is never taken for an original that waits for the host to speak.
  public init(maximumFrame: Int, callersSpeakFirst: Bool = false, at now: Moment) {
    self.maximumFrame = maximumFrame
    self.callersSpeakFirst = callersSpeakFirst
    bucket = BurstBucket(rate: Limit.rate, capacity: Limit.rate, at: now)
  }

  /// How many callers are looked at.
  public var active: Int { callers.count - held }
  /// How many wait for their turn.
  public private(set) var held = 0
  /// How many sources are remembered.
  public var sources: Int { records.count }

  // MARK: Coming

  /// A connection has come.
  public mutating func arrived(
    from source: Source, plain: PlainConsent, at now: Moment
  ) -> (id: CallerID, actions: [Action]) {
    lastNumber += 1
    let id = CallerID(number: lastNumber)
    remember(source, at: now)
    callers[id] = Caller(source: source, plain: plain, stage: .held(since: now))
    records[source]?.held.append(id)
    waiting.insert(source)
    held += 1
    var actions = advance(at: now)
    if case .held? = callers[id]?.stage { actions += thinOut(source, at: now) }
    return (id, actions)
  }

  /// Too many wait: the first of its source goes, who is the likeliest to have given up, or the last of the source of which
  /// most wait.
  private mutating func thinOut(_ source: Source, at now: Moment) -> [Action] {
    if let record = records[source], record.held.count > Limit.heldOfSource, let first = record.held.first {
      return [remove(first, .crowded)]
    }
    guard held > Limit.held else { return [] }
    // Sources that are remembered may be many more than those that wait.
    let most = waiting.compactMap { records[$0] }.max { left, right in
      // Of equals the last in the order goes.
      (left.held.count, left.rank(at: now), left.held.last?.number ?? 0)
        < (right.held.count, right.rank(at: now), right.held.last?.number ?? 0)
    }
    return most?.held.last.map { [remove($0, .crowded)] } ?? []
  }

  /// Keeps as many sources in mind as there is room for; one whose callers are here is never forgotten.
  private mutating func remember(_ source: Source, at now: Moment) {
    guard records[source] == nil else { return }
    if records.count >= Limit.sources { forgetSources(at: now) }
    records[source] = SourceRecord(at: now)
  }

  /// Forgets a quarter of the sources, of which none has a caller here: those that nothing is held against first, then those
  /// looked at longest ago.
  private mutating func forgetSources(at now: Moment) {
    var idle: [(source: Source, rank: (Int, UInt64))] = []
    for source in Array(records.keys) {
      guard var record = records[source], record.held.isEmpty, record.active.isEmpty else { continue }
      idle.append((source, (record.isForgettable(at: now) ? 0 : 1, record.lastServed?.nanoseconds ?? 0)))
    }
    for forgotten in idle.sorted(by: { $0.rank < $1.rank }).prefix(Limit.sources / 4) {
      records[forgotten.source] = nil
    }
  }

  // MARK: Whose turn it is

  /// Looks at as many of those who wait as may be looked at now.
  mutating func advance(at now: Moment) -> [Action] {
    var actions: [Action] = []
    while bucket.available(at: now) <= now, let source = next(at: now) {
      guard let id = records[source]?.held.first else { break }
      if active >= Limit.callers, let oldest = mostHolding()?.active.first { actions.append(evict(oldest, at: now)) }
      if let silent = ofSource(source, beyond: Limit.callersOfSource - 1) { actions.append(evict(silent, at: now)) }
      records[source]?.held.removeFirst()
      waitsNoLonger(source)
      held -= 1
      records[source]?.active.append(id)
      records[source]?.bucket.take()
      records[source]?.lastServed = now
      bucket.take()
      callers[id]?.stage = .looking(since: now, isProbed: false)
      actions.append(.look(id))
    }
    return actions
  }

  /// The source whose first caller is next; nil where none may be looked at now.
  private mutating func next(at now: Moment) -> Source? {
    var best: (source: Source, rank: (Int, UInt64, UInt64))?
    for source in waiting {
      guard let first = records[source]?.held.first, hasRoom(source),
        let available = records[source]?.available(at: now), available <= now, let record = records[source]
      else { continue }
      let rank = (record.rank(at: now), record.lastServed?.nanoseconds ?? 0, first.number)
      if best.map({ rank < $0.rank }) ?? true { best = (source, rank) }
    }
    return best?.source
  }

  private mutating func waitsNoLonger(_ source: Source) {
    if records[source]?.held.isEmpty ?? true { waiting.remove(source) }
  }

  /// Whether another caller of the source may be looked at: a silent one gives way.
  private func hasRoom(_ source: Source) -> Bool {
    guard let record = records[source], record.active.count >= Limit.callersOfSource else { return true }
    return firstSilent(of: record) != nil
  }

  private func ofSource(_ source: Source, beyond count: Int) -> CallerID? {
    guard let record = records[source], record.active.count > count else { return nil }
    return firstSilent(of: record)
  }

  private func firstSilent(of record: SourceRecord) -> CallerID? {
    record.active.first { if case .silent? = callers[$0]?.stage { true } else { false } }
  }

  /// The source that holds most places; of equals, the one whose first caller came first.
  private func mostHolding() -> SourceRecord? {
    Set(callers.values.map(\.source)).compactMap { records[$0] }.max { left, right in
      (left.active.count, right.active.first?.number ?? 0) < (right.active.count, left.active.first?.number ?? 0)
    }
  }

  /// Sends one away whose place is needed.
  private mutating func evict(_ id: CallerID, at now: Moment) -> Action {
    // One that had leave to be silent has done nothing wrong.
    if case .silent? = callers[id]?.stage {} else { fail(id, at: now) }
    return remove(id, .evicted)
  }

  /// Whether the caller, saying nothing, may be an original that waits for the host to speak.
  func mayWait(_ caller: Caller) -> Bool { caller.plain != .refused && !callersSpeakFirst }

  // MARK: Book-keeping

  mutating func fail(_ id: CallerID, at now: Moment) {
    guard let source = callers[id]?.source else { return }
    records[source]?.fail(at: now)
  }

  mutating func forget(_ id: CallerID) {
    guard let caller = callers.removeValue(forKey: id) else { return }
    if case .held = caller.stage { held -= 1 }
    records[caller.source]?.held.removeAll { $0 == id }
    waitsNoLonger(caller.source)
    records[caller.source]?.active.removeAll { $0 == id }
  }

  mutating func remove(_ id: CallerID, _ reason: Drop) -> Action {
    forget(id)
    return .drop(id, reason)
  }

  mutating func succeed(_ id: CallerID) {
    guard let source = callers[id]?.source else { return }
    records[source]?.succeed()
    bucket.giveBack()
    forget(id)
  }

  /// When the next caller that waits may be looked at; nil where none waits or only a free place lets one in.
  mutating func nextTurn(at now: Moment) -> Moment? {
    var next: Moment?
    for source in waiting where hasRoom(source) {
      guard let turn = records[source]?.available(at: now) else { continue }
      next = min(next ?? turn, turn)
    }
    return next.map { max($0, bucket.available(at: now)) }
  }
}
