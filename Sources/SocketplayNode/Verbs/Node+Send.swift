public import SessionCore
import Synchronization
import Sys
import Transport

extension Node {
  /// Carries out a `say`, `start`, `sendPreferences` or `sendFiles`, by `route`, to the peer of that name where there
  /// are several, within `timeout` seconds (nil: as long as it takes; 30 s to find and reach a host).
  ///
  /// With `fromDescriptor`, `input` is the descriptor that is read (borrowed). `through` is told the name of the running
  /// session that is used, where one is.
  public func send(
    _ command: Command, route: Route, peer: String?, timeout: Double?, input: Int32?,
    entrance options: EntranceOptions = EntranceOptions(), questions: EntranceQuestions = EntranceQuestions(),
    through: @escaping @Sendable (String) -> Void = { _ in }, events sink: @escaping Sink
  ) async throws(Failure) {
    _ = try await request(
      command, route: route, peer: peer, timeout: timeout, input: input, entrance: options, questions: questions,
      through: through, events: sink)
  }

  /// Carries out a command in the same way, and gives what a question about preferences is answered.
  func request(
    _ command: Command, route: Route, peer: String?, timeout: Double?, input: Int32?,
    entrance options: EntranceOptions = EntranceOptions(), questions: EntranceQuestions = EntranceQuestions(),
    through: @escaping @Sendable (String) -> Void, events sink: @escaping Sink
  ) async throws(Failure) -> PreferencesAnswer? {
    let events = orderedSink(sink)
    let input = input.map { UnownedDescriptor($0) }
    let start = Moment.now
    let isDone = Flag()
    let running = try await within(timeout, isDone) { () async throws(Failure) in
      try await self.runningSession(for: route)
    }
    if let running {
      through(running.name)
      let request = ControlRequest(command: command, peer: peer)
      return try await within(timeout, isDone) { () async throws(Failure) in
        let answer = try await ControlClient(running.socket).ask(request, passing: input, events: events)
        return if case .preferences(let answer) = answer { answer } else { nil }
      }
    }
    // Finding and reaching have the time too, and know better what was in vain.
    let entrance = try JoinerEntrance(places, options: options, questions: questions, name: ownName, events: events)
    let (host, reached) = try await Reaching.reach(Target(route), timeout: timeout ?? 30, entrance: entrance)
    // Coming back means this host, not whichever is the only one then.
    let target = Target(route) == .anyone ? .name(host.name) : Target(route)
    return try await within(timeout.map { max(1, $0 - (.now - start)) }, isDone) { () async throws(Failure) in
      try await self.sendDirectly(
        command, over: reached, target: target, entrance, input: input, isDone: isDone, events: events)
    }
  }

  /// The control socket of the session that `route` goes through; nil where the peer is joined for just this.
  private func runningSession(for route: Route) async throws(Failure) -> RunningSession? {
    switch route {
    case .session(let name?):
      guard let socket = try RuntimeFolder(places.runtime).connect(to: name) else {
        throw Failure(.nothingRunning, name)
      }
      return RunningSession(name: name, socket: SocketBox(socket))
    case .session(nil):
      return try onlySession()
    case .name(let name), .host(let name, _):
      // A host may be known by another name than it is announced by; whoever has joined it by that one has proven its key.
      return try await session { status in
        status.peers.contains { $0.name == name }
          || status.role == Hello.Role.join.rawValue && status.name == name && !status.peers.isEmpty
      }
    case .address(let endpoint):
      let numeric = SocketAddress(endpoint.host, port: endpoint.port)
      return try await session { status in
        status.peers.contains { $0.address == endpoint.description || (numeric.map { "\($0)" } == $0.address) }
      }
    }
  }

  /// The only session that is alive; nil where there is none.
  func onlySession() throws(Failure) -> RunningSession? {
    let folder = try RuntimeFolder(places.runtime)
    var found: [RunningSession] = []
    for name in folder.sessions() {
      if let socket = folder.connect(to: name) { found.append(RunningSession(name: name, socket: SocketBox(socket))) }
    }
    if found.count > 1 { throw Failure(.severalSessions, detail: found.map(\.name).joined(separator: ", ")) }
    return found.first
  }

  /// The session of which that is true.
  private func session(where isMeant: (SessionStatus) -> Bool) async throws(Failure) -> RunningSession? {
    for name in try RuntimeFolder(places.runtime).sessions() {
      guard let status = try? await status(session: name), isMeant(status) else { continue }
      if let socket = try RuntimeFolder(places.runtime).connect(to: name) {
        return RunningSession(name: name, socket: SocketBox(socket))
      }
    }
    return nil
  }

  /// Joins for just this, and leaves; files go on over a new connection where one is lost.
  private func sendDirectly(
    _ command: Command, over reached: Entrant, target: Target, _ entrance: JoinerEntrance, input: UnownedDescriptor?,
    isDone: Flag,
    events: @escaping Sink
  ) async throws(Failure) -> PreferencesAnswer? {
    let session = LiveSession(
      .init(
        session: "", hello: hello(name: ownName, role: .join, features: [Hello.errand]), name: "",
        places: places, store: nil, farewell: farewell),
      roster: Roster(capacity: 1, onChange: { _ in }), credentials: entrance.credentials, expectsReturns: true,
      events: events, stop: {})
    let box: SocketBox?
    do throws(SystemError) {
      box = try input.map { (input) throws(SystemError) in SocketBox(try input.duplicate()) }
    } catch {
      throw Failure(.unreadable, "-", detail: error.message)
    }
    let tap = try FanOut.taps(of: command, box, for: 1)?.first
    defer { tap?.stop() }
    let result: Result<PreferencesAnswer?, Failure> = await withTaskGroup(of: Void.self) { group in
      let peer = await session.add(reached)
      group.addTask {
        // Why it gave up, what waits is told; that is the error which counts.
        try? await self.keepUp(reached, peer, target: target, entrance, reconnects: command.isOfFiles, session, events)
      }
      let result: Result<PreferencesAnswer?, Failure>
      do throws(Failure) {
        let answer = try await session.perform(command, at: peer, input: tap, events: events)
        isDone.set()
        result = .success(answer)
      } catch {
        result = .failure(error)
      }
      // Cancelling the connection's task says goodbye and waits until that has gone out.
      group.cancelAll()
      return result
    }
    return try result.get()
  }

  /// Runs `work`, cancelled after `seconds` unless `isDone` is set by then: what follows is the farewell.
  private func within<Value: Sendable>(
    _ seconds: Double?, _ isDone: Flag, _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let seconds else { return try await work() }
    let result: Result<Value, Failure> = await withTaskGroup(of: Result<Value, Failure>?.self) { group in
      group.addTask {
        do throws(Failure) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        return Task.isCancelled || isDone.isSet ? nil : .failure(Failure(.timedOut))
      }
      var result: Result<Value, Failure>?
      for await outcome in group {
        guard let outcome else { continue }
        result = result ?? outcome
        group.cancelAll()
      }
      return result ?? .failure(Failure(.interrupted))
    }
    return try result.get()
  }
}

/// Something that has come about, seen from any thread.
private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}

/// A session of this machine that is alive: its name, and a connection to its control socket.
struct RunningSession: Sendable {
  var name: String
  var socket: SocketBox
}

extension Target {
  fileprivate init(_ route: Route) {
    switch route {
    case .session: self = .anyone
    case .name(let name): self = .name(name)
    case .host(let name, let endpoint): self = .host(name, endpoint)
    case .address(let endpoint): self = .address(endpoint)
    }
  }
}

extension Command {
  /// Whether it is one that a new connection can go on with.
  fileprivate var isOfFiles: Bool { if case .sendFiles = self { true } else { false } }
}
