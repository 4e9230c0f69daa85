import SessionCore
import Sys
import Synchronization
import TestSupport
import Testing

@testable import SocketplayNode

/// A folder for one test, and nodes that keep their things in it.
final class Scratch: Sendable {
  private let folder: TemporaryDirectory
  var path: String { folder.path }

  init() throws {
    folder = try TemporaryDirectory()
  }

  /// A node with places of its own; its identity is everybody's, as of one user, unless it stands `apart`.
  func node(_ name: String, apart: Bool = false) -> Node {
    Node(
      places: Places(
        receive: "\(path)/\(name)/received", state: "\(path)/\(name)/state", runtime: "\(path)/\(name)/run",
        configuration: apart ? "\(path)/\(name)/config" : "\(path)/config"))
  }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try WholeFile.replace("\(path)/\(name)", with: bytes, mode: 0o644)
    return "\(path)/\(name)"
  }

  /// Every file below a folder, with its mode and bytes.
  func snapshot(of name: String) throws -> [String] {
    try folder.snapshot().filter { $0.hasPrefix(name + "/") }
  }

  func read(_ name: String) throws -> [UInt8] {
    try WholeFile.read("\(path)/\(name)", maximumSize: 1 << 26)
  }
}

/// The events of a verb, to be waited for.
final class Events: Sendable {
  private struct State {
    var events: [Event] = []
    var waiters: [(@Sendable (Event) -> Bool, CheckedContinuation<Event?, Never>)] = []
    var isOver = false
  }

  private let state = Mutex(State())

  var all: [Event] { state.withLock { $0.events } }

  @Sendable func add(_ event: Event) {
    let found: [CheckedContinuation<Event?, Never>] = state.withLock { state in
      state.events.append(event)
      let found = state.waiters.filter { $0.0(event) }.map(\.1)
      state.waiters.removeAll { $0.0(event) }
      return found
    }
    for waiter in found { waiter.resume(returning: event) }
  }

  func end() {
    let waiters = state.withLock { state in
      state.isOver = true
      defer { state.waiters = [] }
      return state.waiters.map(\.1)
    }
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  /// The first event of that kind, now or later; nil where the verb has ended without one.
  func first(_ isMeant: @escaping @Sendable (Event) -> Bool) async -> Event? {
    await withCheckedContinuation { continuation in
      let now: Event?? = state.withLock { state in
        if let found = state.events.first(where: isMeant) { return found }
        if state.isOver { return .some(nil) }
        state.waiters.append((isMeant, continuation))
        return nil
      }
      if let now { continuation.resume(returning: now) }
    }
  }
}

/// One host at a time: a raw peer blocks the thread it is on, and there may be no more than two.
private actor Turn {
  static let only = Turn()
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
  }

  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}

/// Runs a host on loopback, without discovery, for as long as `body` runs; raw peers may come in plainly.
func withHost<R: Sendable>(
  _ node: Node, _ change: (inout HostOptions) -> Void = { _ in }, ask: Node.Asker? = nil,
  _ body: @escaping @Sendable (Events, Endpoint) async throws -> R
) async throws -> R {
  var options = HostOptions()
  options.advertise = false
  options.bind = "127.0.0.1"
  options.name = "studio"
  options.allowPlain = .anywhere
  change(&options)
  await Turn.only.take()
  let result: Result<R, any Error>
  do {
    result = .success(try await hosting(node, options, ask, body))
  } catch {
    result = .failure(error)
  }
  await Turn.only.give()
  return try result.get()
}

private func hosting<R: Sendable>(
  _ node: Node, _ options: HostOptions, _ ask: Node.Asker?,
  _ body: @escaping @Sendable (Events, Endpoint) async throws -> R
) async throws -> R {
  let events = Events()
  let host = Task {
    defer { events.end() }
    try await node.host(options, ask: ask, events: events.add)
  }
  guard case .listening(_, let port, _)? = await events.first({ if case .listening = $0 { true } else { false } })
  else {
    try await host.value
    throw Failure(.failed)
  }
  do {
    let result = try await body(events, Endpoint(host: "127.0.0.1", port: UInt16(port)))
    host.cancel()
    try await host.value
    return result
  } catch {
    host.cancel()
    _ = await host.result
    throw error
  }
}
