import Framing
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

/// How connections begin, change and end.
@Suite("The life of a connection", .serialized, .timeLimit(.minutes(1))) struct LivesTests {
  /// A peer of the tests' own that listens: the other end of a `join`.
  private final class Listening: Sendable {
    let endpoint: Endpoint
    private let socket: FileDescriptor

    init(port: UInt16 = 0) throws {
      socket = try Socket.listen(on: SocketAddress("127.0.0.1", port: port), port: port, backlog: 4)
      endpoint = Endpoint(host: "127.0.0.1", port: try #require(try socket.localAddress()).port)
    }

    func accept() throws -> RawPeer {
      #expect(try socket.waitReadable(milliseconds: 10_000))
      guard let caller = try socket.accept() else { throw Failure(.failed) }
      return RawPeer(caller.socket)
    }
  }

  private func join(_ scratch: Scratch, _ endpoint: Endpoint) -> (events: Events, task: Task<Void, any Error>) {
    let events = Events()
    let task = Task {
      defer { events.end() }
      var options = JoinOptions()
      options.address = endpoint
      options.entrance.plain = true
      try await scratch.node("join").join(options, choose: nil, events: events.add)
    }
    return (events, task)
  }

  private func connected(_ event: Event, original: Bool, isGuess: Bool = false) -> Bool {
    if case .connected(_, _, _, original, isGuess) = event { true } else { false }
  }

  @Test("a silent host is taken for an original, and what is said to it is sent without a receipt")
  func silentHost() async throws {
    let scratch = try Scratch()
    let host = try Listening()
    let (events, task) = join(scratch, host.endpoint)
    let peer = try host.accept()
    _ = await events.first { connected($0, original: true, isGuess: true) }
    let sent = Events()
    try await scratch.node("join").send(
      .say("hello"), route: .session(nil), peer: nil, timeout: 10, input: nil, events: sent.add)
    #expect(sent.all.contains { if case .delivered(let delivery) = $0 { delivery.result == .sent } else { false } })
    var packages: [ReceivedPackage] = []
    while packages.last?.kind != .text, let next = try peer.next() { packages.append(next.package) }
    #expect(packages.last?.word == "hello" && packages.last?.name == nil)
    task.cancel()
    _ = await task.result
  }

  @Test("a file to an original goes in strides, then one empty marked piece, and is told as unconfirmed")
  func fileToOriginal() async throws {
    let scratch = try Scratch()
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 2) }
    let path = try scratch.write("song.mp3", bytes)
    let host = try Listening()
    let (events, task) = join(scratch, host.endpoint)
    let peer = try host.accept()
    _ = await events.first { connected($0, original: true, isGuess: true) }
    let sent = Events()
    let send = Task {
      try await scratch.node("join").send(
        .sendFiles(FilesToSend(paths: [path])), route: .session(nil), peer: nil, timeout: 20, input: nil,
        events: sent.add)
    }
    var pieces: [(package: ReceivedPackage, data: [UInt8])] = []
    while pieces.last?.package.isLast != true, let next = try peer.next() {
      if next.package.kind == .file { pieces.append(next) }
    }
    try await send.value
    let ends = sent.all.compactMap { if case .file(let end) = $0 { end } else { nil } }
    #expect(ends.map(\.stored) == [nil] && ends.map(\.verified) == ["none"])
    #expect(pieces.map(\.data.count) == [204_800, 204_800, 90_400, 0])
    #expect(pieces.map(\.package.isLast) == [false, false, false, true])
    #expect(pieces.allSatisfy { $0.package.className == "socketG.Package" && $0.package.name == "song.mp3" })
    #expect(pieces.flatMap(\.data) == bytes)
    task.cancel()
    _ = await task.result
  }

  @Test("what waits for an original that is lost fails, and does not hang") func originalLost() async throws {
    let scratch = try Scratch()
    let path = try scratch.write("big", [UInt8](repeating: 1, count: 20_000_000))
    let host = try Listening()
    let (events, task) = join(scratch, host.endpoint)
    var peer: RawPeer? = try host.accept()
    _ = await events.first { connected($0, original: true, isGuess: true) }
    let sent = Events()
    let send = Task {
      try await scratch.node("join").send(
        .sendFiles(FilesToSend(paths: [path])), route: .session(nil), peer: nil, timeout: nil, input: nil,
        events: sent.add)
    }
    _ = await sent.first { if case .fileBegin = $0 { true } else { false } }
    // It never reads and is gone: the reset reaches a sender whose socket is full.
    peer = nil
    await #expect(throws: Failure.self) { try await send.value }
    task.cancel()
    _ = await task.result
    _ = peer
  }

  @Test("a late greeting makes a socketplay end of what was taken for an original") func lateGreeting() async throws {
    try await withHost(try Scratch().node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(Package(kind: .text, intent: .data, word: "first"))
      _ = await host.first { connected($0, original: true) }
      try peer.send(.hello(Hello(instance: "late", name: "late", role: .join)))
      _ = await host.first { connected($0, original: false) }
      var text = Package(kind: .text, intent: .data, word: "second")
      text.name = "7"
      try peer.send(text)
      #expect(
        try peer.message { if case .got = $0 { true } else { false } } == .got(Receipt(id: "7", outcome: .delivered)))
    }
  }

  @Test("what came before the other end closed its half is answered (wire.md, half-close)") func halfClose()
    async throws
  {
    try await withHost(try Scratch().node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "half", name: "half", role: .join)))
      var text = Package(kind: .text, intent: .data, word: "then silence")
      text.name = "1"
      try peer.send(text)
      try peer.finishSending()
      #expect(try peer.message { if case .got = $0 { true } else { false } } != nil)
      let end = await host.first { if case .disconnected = $0 { true } else { false } }
      guard case .disconnected(_, "lost", _)? = end else {
        Issue.record("got \(String(describing: end))")
        return
      }
    }
  }

  @Test("a second caller of a full host is told that it is busy, before any greeting") func busy() async throws {
    try await withHost(try Scratch().node("host")) { host, endpoint in
      let first = try RawPeer(endpoint)
      try first.send(.hello(Hello(instance: "a", name: "a", role: .join)))
      _ = await host.first { connected($0, original: false) }
      let second = try RawPeer(endpoint)
      #expect(try second.message { _ in true } == .bye(.busy))
      _ = first
    }
  }

  @Test("a joiner comes back by itself when its host was lost (000-20)") func comesBack() async throws {
    let scratch = try Scratch()
    let host = try Listening()
    let (events, task) = join(scratch, host.endpoint)
    for _ in 0..<2 {
      let peer = try host.accept()
      try peer.send(.hello(Hello(instance: "h", name: "h", role: .host)))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
    }
    _ = await events.first { if case .reconnecting(1, let delay) = $0 { delay < 0.7 } else { false } }
    let third = try host.accept()
    try third.send(.hello(Hello(instance: "h", name: "h", role: .host)))
    _ = try third.message { if case .hello = $0 { true } else { false } }
    try third.send(.bye(.goodbye))
    // After a goodbye it does not.
    try await task.value
    #expect(events.all.filter { if case .connected = $0 { true } else { false } }.count == 3)
  }
}
