import Dispatch
import KeyedArchive
public import SessionCore
import Stores

extension Node {
  /// Asks a store of preferences something, here or at the other end, within `timeout` seconds.
  ///
  /// A conflict is an outcome and no failure. `through` is told the name of the running session that is used, where one is.
  public func preferences(
    _ question: PreferencesQuestion, at place: PreferencesPlace, timeout: Double?,
    through: @escaping @Sendable (String) -> Void = { _ in }, events sink: @escaping Sink
  ) async throws(Failure) -> PreferencesAnswer {
    switch place {
    case .store(let name):
      let keeper = try StoreOpener.keeper(of: name, places: places)
      keeper.warn(orderedSink(sink))
      let author = ownName
      return try await Self.blocking { () throws(Failure) in try keeper.answer(question, author: author) }
    case .peer(let route, let peer):
      let answer = try await request(
        .preferences(question), route: route, peer: peer, timeout: timeout, input: nil, through: through, events: sink)
      guard let answer else { throw Failure(.protocolBroken) }
      return try answer.decoded(for: question)
    }
  }

  /// Tells every change of a store, until cancelled: one `watching` event, and a `prefs` event for each.
  public func watchPreferences(
    at place: PreferencesPlace, through: @escaping @Sendable (String) -> Void = { _ in }, events sink: @escaping Sink
  ) async throws(Failure) {
    switch place {
    case .store(let name):
      let tell = orderedSink(sink)
      let service = PreferencesService(try StoreOpener.keeper(of: name, places: places), events: tell)
      let number = service.watch { entry in
        tell(.preferences(PreferencesReceived(entry, of: name)))
      } begun: { revision in
        tell(.watching(peer: "", revision: revision))
      }
      await Self.untilCancelled()
      service.unwatch(number)
    case .peer(let route, let peer):
      _ = try await request(
        .watchPreferences, route: route, peer: peer, timeout: nil, input: nil, through: through, events: sink)
    }
  }

  /// Runs what blocks on a thread of its own: those that tasks run on are few, and must not wait for a lock.
  private static func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "socketplay.blocking").async {
        continuation.resume(returning: Result { () throws(Failure) in try body() })
      }
    }
    return try result.get()
  }

  private static func untilCancelled() async {
    let (never, end) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in never {}
    } onCancel: {
      end.finish()
    }
  }
}

extension PreferencesReceived {
  /// A change of a store of this machine.
  fileprivate init(_ entry: HistoryEntry, of store: String) {
    self.init(
      peer: entry.author ?? "", bytes: 0, keys: entry.count ?? entry.changes.count, path: store, applied: entry.changes,
      revision: entry.revision)
  }
}

extension PreferencesAnswer {
  /// The answer with its values read, as a question of that kind is answered.
  fileprivate func decoded(for question: PreferencesQuestion) throws(Failure) -> PreferencesAnswer {
    guard case .encoded(let revision, let bytes) = self else { return self }
    guard let value = try? PropertyList(binary: bytes, limits: StoreOpener.limits(for: bytes.count)) else {
      throw Failure(.protocolBroken)
    }
    switch (question, value) {
    case (.read, .dictionary(let keys)): return .values(revision: revision, keys)
    case (.history, .array(let entries)):
      return .history(entries.compactMap(\.dictionaryValue).compactMap(HistoryEntry.init(fields:)))
    default: throw Failure(.protocolBroken)
    }
  }
}
