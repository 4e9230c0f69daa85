import SessionCore

/// Changes of preferences as they are made, both ways: this end's told to the other, and the other's to whoever watches here.
extension Peer {
  /// Tells changes from now on, or no longer; where there is an `id`, that it does, and from which revision on.
  func watch(_ isOn: Bool, id: Int64?) {
    if let number = watching {
      settings.preferences?.unwatch(number)
      watching = nil
    }
    guard isOn else { return }
    guard let preferences = settings.preferences else {
      if let id { send(.result(id: id, .failure(.notAllowed))) }
      return
    }
    watching = preferences.watch { [weak self] entry in
      self?.onQueue { peer in
        guard peer.watching != nil else { return }
        peer.send(.changed(entry))
        peer.flush()
      }
    } begun: { [weak self] revision in
      guard let id else { return }
      self?.onQueue { peer in
        let begun: Result<PreferenceOutcome, PreferencesProblem> =
          if let revision { .success(PreferenceOutcome(revision: revision, changes: [])) } else { .failure(.failed) }
        peer.send(.result(id: id, begun))
        peer.flush()
      }
    }
  }

  /// Tells a change of the other end's store to whoever watches here.
  func tellChange(_ entry: HistoryEntry) {
    guard !watchers.isEmpty else { return }
    let event = Event.preferences(
      PreferencesReceived(
        peer: entry.author ?? peerName, bytes: 0, keys: entry.count ?? entry.changes.count, path: peerName,
        applied: entry.changes, revision: entry.revision))
    for watcher in watchers.values { watcher.events(event) }
  }

  /// Tells the other end's changes to `events`, until it is given up; the key under which it is known.
  func startWatching(_ watcher: PreferencesWatcher) -> Int? {
    guard isOpen, admit() else {
      watcher.finish(.failure(Failure(.lost, peerName)))
      return nil
    }
    guard speaksPreferences else {
      watcher.finish(.failure(noPreferences))
      return nil
    }
    nextWatcher += 1
    let number = nextWatcher
    if watchers.isEmpty {
      nextQuestion += 1
      watchQuestion = nextQuestion
      send(.watch(id: nextQuestion, true))
    } else if watchQuestion == nil {
      // Changes are told already; behind which revision, the store has to say.
      _ = ask(.read([])) { [weak self] result in
        let revision: Int64? = if case .success(.encoded(let revision, _)) = result { revision } else { nil }
        self?.onQueue { $0.watches($0.watchers[number], revision) }
      }
    }
    watchers[number] = watcher
    flush()
    return number
  }

  /// Who may not look is told so; whatever else is wrong there may pass, and then changes are told.
  func watchAnswered(_ result: Result<PreferenceOutcome, PreferencesProblem>) {
    watchQuestion = nil
    guard case .failure(let problem) = result, problem.reason == .notAllowed else {
      let revision: Int64? = if case .success(let outcome) = result { outcome.revision } else { nil }
      for watcher in watchers.values { watches(watcher, revision) }
      return
    }
    let refused = watchers.values
    watchers = [:]
    for watcher in refused { watcher.finish(.failure(Failure(problem: .notAllowed, peer: peerName))) }
  }

  private func watches(_ watcher: PreferencesWatcher?, _ revision: Int64?) {
    watcher?.events(.watching(peer: peerName, revision: revision))
  }

  /// Watches no longer.
  func stopWatching(_ number: Int) {
    guard let watcher = watchers.removeValue(forKey: number) else { return }
    if watchers.isEmpty, isOpen { send(.watch(id: nil, false)) }
    flush()
    watcher.finish(.failure(Failure(.interrupted)))
  }

  /// The connection has ended: nothing is told any more.
  func endWatching(_ failure: Failure) {
    if let number = watching { settings.preferences?.unwatch(number) }
    watching = nil
    for watcher in watchers.values { watcher.finish(.failure(failure)) }
    watchers = [:]
  }
}

/// Somebody here who is told what changes at the other end.
struct PreferencesWatcher {
  var events: Node.Sink
  var finish: @Sendable (Result<PreferencesAnswer, Failure>) -> Void
}
