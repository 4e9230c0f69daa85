public import SessionCore

/// What happens to callers that are looked at, and what time brings.
extension Gate {
  /// Bytes of a caller were looked at: its first 8, or, after a probe, as many as are there.
  public mutating func peeked(_ id: CallerID, _ bytes: [UInt8], at now: Moment) -> [Action] {
    guard let caller = callers[id] else { return [] }
    switch caller.stage {
    case .looking(let since, let isProbed):
      if bytes.isEmpty { return isProbed ? silent(id, caller, since, at: now) : [] }
      guard bytes.count >= FirstBytes.count else { return [] }
      return judge(id, caller, bytes, until: since + Limit.admission, at: now)
    case .unasked(let until, false):
      guard bytes.count >= FirstBytes.count else { return [] }
      return judge(id, caller, bytes, until: until, at: now)
    case .asking(let until, false):
      guard bytes.count >= FirstBytes.count else { return [] }
      switch FirstBytes(bytes, maximumFrame: maximumFrame) {
      case .plain:
        callers[id]?.stage = .asking(until: until, hasSpoken: true)
        return []
      case .tls, .nothing:
        // The question has stopped its clock.
        return [.stopAsking(id)] + judge(id, caller, bytes, until: now + Limit.admission, at: now) + askNext(at: now)
      }
    case .held, .unasked, .asking, .securing, .silent: return []
    }
  }

  private mutating func judge(
    _ id: CallerID, _ caller: Caller, _ bytes: [UInt8], until: Moment, at now: Moment
  ) -> [Action] {
    switch FirstBytes(bytes, maximumFrame: maximumFrame) {
    case .tls:
      callers[id]?.stage = .securing(until: until)
      return [.secure(id)]
    case .nothing:
      return failed(id, .foreign, at: now)
    case .plain:
      switch caller.plain {
      case .refused: return failed(id, .plainRefused, at: now)
      case .given:
        succeed(id)
        return [.admitPlain(id)] + advance(at: now)
      case .asked:
        callers[id]?.stage = .unasked(until: until, hasSpoken: true)
        return askNext(at: now)
      }
    }
  }

  /// Nothing has come for so long that it may be an original, which waits for the host to speak.
  private mutating func silent(_ id: CallerID, _ caller: Caller, _ since: Moment, at now: Moment) -> [Action] {
    switch caller.plain {
    case .refused: return []
    case .given:
      callers[id]?.stage = .silent
      return [.serveSilent(id)]
    case .asked:
      callers[id]?.stage = .unasked(until: since + Limit.admission, hasSpoken: false)
      return askNext(at: now)
    }
  }

  /// Asks about the first caller that is to be asked about, where no question stands.
  private mutating func askNext(at now: Moment) -> [Action] {
    var first: (id: CallerID, hasSpoken: Bool)?
    for (id, caller) in callers {
      if case .asking = caller.stage { return [] }
      guard case .unasked(_, let hasSpoken) = caller.stage, id.number < first?.id.number ?? .max else { continue }
      first = (id, hasSpoken)
    }
    guard let first else { return [] }
    callers[first.id]?.stage = .asking(until: now + Limit.question, hasSpoken: first.hasSpoken)
    return [.ask(first.id)]
  }

  /// The user has answered the question about a caller.
  public mutating func answered(_ id: CallerID, letIn: Bool, at now: Moment) -> [Action] {
    guard case .asking(_, let hasSpoken)? = callers[id]?.stage else { return [] }
    if !letIn { return failed(id, .plainRefused, at: now) + askNext(at: now) }
    if hasSpoken {
      succeed(id)
      return [.admitPlain(id)] + askNext(at: now) + advance(at: now)
    }
    callers[id]?.stage = .silent
    return [.serveSilent(id)] + askNext(at: now)
  }

  /// A caller has become a peer: by its key, by a code, or by its first valid package.
  public mutating func admitted(_ id: CallerID, at now: Moment) -> [Action] {
    succeed(id)
    return advance(at: now)
  }

  /// A caller has ended, or was sent away, without being admitted.
  public mutating func ended(_ id: CallerID, _ end: End, at now: Moment) -> [Action] {
    guard let caller = callers[id] else { return [] }
    var actions: [Action] = []
    if case .asking = caller.stage { actions.append(.stopAsking(id)) }
    // What had leave to be silent has done nothing wrong.
    if case .silent = caller.stage {} else if end == .failed { fail(id, at: now) }
    forget(id)
    return actions + askNext(at: now) + advance(at: now)
  }

  private mutating func failed(_ id: CallerID, _ reason: Drop, at now: Moment) -> [Action] {
    fail(id, at: now)
    return [remove(id, reason)] + advance(at: now)
  }

  // MARK: Time

  /// Time has passed.
  public mutating func tick(at now: Moment) -> [Action] {
    var actions: [Action] = []
    for id in callers.keys.sorted(by: { $0.number < $1.number }) {
      guard let caller = callers[id], let due = due(caller), now >= due else { continue }
      switch caller.stage {
      case .held: actions.append(remove(id, .late))
      case .looking(let since, let isProbed):
        if isProbed || !mayWait(caller) {
          actions += failed(id, .late, at: now)
        } else {
          callers[id]?.stage = .looking(since: since, isProbed: true)
          actions.append(.probe(id))
        }
      case .asking: actions += [.stopAsking(id)] + failed(id, .late, at: now)
      case .unasked, .securing: actions += failed(id, .late, at: now)
      case .silent: break
      }
    }
    return actions + askNext(at: now) + advance(at: now)
  }

  /// When `tick` is to be called; nil where only something that happens brings the gate on.
  public mutating func deadline(at now: Moment) -> Moment? {
    var next = nextTurn(at: now)
    for caller in callers.values {
      guard let due = due(caller) else { continue }
      next = min(next ?? due, due)
    }
    return next
  }

  private func due(_ caller: Caller) -> Moment? {
    switch caller.stage {
    case .held(let since): since + Limit.holding
    case .looking(let since, let isProbed):
      since + (isProbed || !mayWait(caller) ? Limit.firstBytes : Limit.silence)
    case .unasked(let until, _), .asking(let until, _), .securing(let until): until
    case .silent: nil
    }
  }
}
