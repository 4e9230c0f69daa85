import Dispatch
import Framing
import SessionCore
import Synchronization
import Sys
import Testing

@testable import SocketplayNode

@Suite("What a session takes", .serialized, .timeLimit(.minutes(1))) struct ReceptionTests {
  private func send(_ scratch: Scratch, _ paths: [String], to endpoint: Endpoint, _ events: Events) async throws {
    try await scratch.node("join").send(
      .sendFiles(FilesToSend(paths: paths)), route: .address(endpoint), peer: nil, timeout: 20, input: nil,
      events: events.add)
  }

  private func stored(_ events: Events) -> [String] {
    events.all.compactMap { if case .file(let end) = $0, end.stored == true { end.name } else { nil } }.sorted()
  }

  @Test("what does not fit the rules is declined, and the rest arrives") func rules() async throws {
    let scratch = try Scratch()
    let paths = [
      try scratch.write("a.mp3", [1, 2, 3]), try scratch.write("b.txt", [1]),
      try scratch.write("big.mp3", [9, 9, 9, 9]),
    ]
    try await withHost(
      scratch.node("host"), { $0.reception.rules = AcceptRules(patterns: [Glob("*.mp3")], maximumSize: 3) }
    ) { _, endpoint in
      let sent = Events()
      await #expect(throws: Failure(.partly, "2")) { try await send(scratch, paths, to: endpoint, sent) }
      #expect(stored(sent) == ["a.mp3"])
      await #expect(throws: Failure(.notAllowed)) {
        try await send(scratch, Array(paths.dropFirst()), to: endpoint, sent)
      }
    }
    #expect(try Directory(path: scratch.path + "/host/received").entries().map(\.name) == ["a.mp3"])
  }

  @Test("one file goes to the output, then the session ends; a second one is declined (000-12)") func output()
    async throws
  {
    let scratch = try Scratch()
    let bytes = (0..<9_000_000).map { UInt8(truncatingIfNeeded: $0 &* 131 >> 5) }
    let paths = [try scratch.write("first", bytes), try scratch.write("second", [1, 2, 3])]
    let pipe = try Pipe()
    let reading = SocketBox(try pipe.reading.duplicate())
    let number = pipe.writing.rawValue
    let received = Task.detached { try Self.readAll(reading) }
    try await withHost(scratch.node("host"), { $0.reception.output = number }) { host, endpoint in
      let sent = Events()
      await #expect(throws: Failure(.partly, "1")) { try await send(scratch, paths, to: endpoint, sent) }
      #expect(stored(sent) == ["first"])
      _ = await host.first { if case .disconnected = $0 { true } else { false } }
    }
    _ = consume pipe
    #expect(try await received.value == bytes)
  }

  @Test("a file whose sender vanishes ends the session with a lost connection") func lost() async throws {
    let scratch = try Scratch()
    let pipe = try Pipe()
    let number = pipe.writing.rawValue
    await #expect(throws: Failure.self) {
      try await withHost(scratch.node("host"), { $0.reception.output = number }) { host, endpoint in
        let raw = try RawPeer(endpoint)
        try raw.send(.hello(Hello(instance: "raw", name: "raw", role: .join)))
        try raw.send(.offer(Offer(id: TransferID(rawValue: 1), kind: .file, path: "x", size: 100)))
        _ = try raw.message { if case .accept = $0 { true } else { false } }
        try raw.send(.begin(id: TransferID(rawValue: 1), offset: 0))
        try raw.finishSending()
        _ = await host.first { if case .disconnected = $0 { true } else { false } }
      }
    }
  }

  @Test(
    "a file for the output whose digest is another's ends the session with that (000-31)",
    arguments: [
      Offer.Digest.xxh3, .sha256,
    ])
  func wrongDigest(_ digest: Offer.Digest) async throws {
    let scratch = try Scratch()
    let pipe = try Pipe()
    let number = pipe.writing.rawValue
    await #expect(throws: Failure(.digestMismatch, "x")) {
      try await withHost(scratch.node("host"), { $0.reception.output = number }) { host, endpoint in
        let raw = try RawPeer(endpoint)
        try raw.send(.hello(Hello(instance: "raw", name: "raw", role: .join)))
        let id = TransferID(rawValue: 1)
        try raw.send(.offer(Offer(id: id, kind: .file, path: "x", size: 3, digest: digest)))
        _ = try raw.message { if case .accept = $0 { true } else { false } }
        try raw.send(.begin(id: id, offset: 0))
        try raw.send(Package(kind: .file, intent: .data, word: "1", name: "x", isLast: true, data: [1, 2, 3]))
        try raw.send(.done(id: id, size: 3, digest: [UInt8](repeating: 7, count: digest == .xxh3 ? 16 : 32)))
        let cancel = try raw.message { if case .cancel = $0 { true } else { false } }
        #expect(cancel == .cancel(id: id, reason: .digest))
        _ = await host.first { if case .disconnected = $0 { true } else { false } }
      }
    }
  }

  @Test("an answer that came too late for a connection holds for the files when they come back, and no longer")
  func askedOnce() async throws {
    let asked = Mutex(0)
    let answers = DispatchSemaphore(value: 0)
    let questions = Questions { _ in
      asked.withLock { $0 += 1 }
      answers.wait()
      return true
    }
    let list = OfferedList(peer: "p", entries: [ListedEntry(kind: .file, path: "a", size: 1)])
    func ask(of owner: String?) -> (inquiry: Inquiry, answer: AsyncStream<Bool>) {
      let (stream, tell) = AsyncStream.makeStream(of: Bool.self)
      return (questions.ask(list, of: owner) { tell.yield($0) }, stream)
    }
    let first = ask(of: "me")
    while asked.withLock({ $0 }) == 0 { await Task.yield() }
    first.inquiry.drop(isLost: true)
    let again = ask(of: "me")
    answers.signal()
    #expect(await again.answer.first { _ in true } == true)
    #expect(asked.withLock { $0 } == 1)
    let (later, unknown) = (ask(of: "me"), ask(of: nil))
    answers.signal()
    answers.signal()
    _ = await (later.answer.first { _ in true }, unknown.answer.first { _ in true })
    #expect(asked.withLock { $0 } == 3)
  }

  @Test("what was agreed to comes, and what was declined, or on no list, does not") func asking() async throws {
    let scratch = try Scratch()
    _ = try Directory(makingPath: "\(scratch.path)/tree", mode: 0o755)
    for number in 0..<3 { _ = try scratch.write("tree/\(number)", [UInt8(number)]) }
    let tree = scratch.path + "/tree"
    let asked = Events()
    try await withHost(
      scratch.node("host"),
      {
        $0.reception.asksFirst = true
        // A peer that has just left may hold its place for a moment.
        $0.peers = 3
      },
      ask: { list in
        asked.add(.text(peer: list.peer, text: list.entries.map(\.path).joined(separator: " ")))
        return list.entries.count > 1
      }
    ) { _, endpoint in
      let sent = Events()
      try await send(scratch, [tree], to: endpoint, sent)
      #expect(stored(sent) == ["0", "1", "2"])
      await #expect(throws: Failure(.declined)) { try await send(scratch, [tree + "/0"], to: endpoint, sent) }
      let raw = try RawPeer(endpoint)
      try raw.send(.hello(Hello(instance: "raw", name: "raw", role: .join)))
      try raw.send(.offer(Offer(id: TransferID(rawValue: 1), kind: .file, path: "x", size: 1)))
      let answer = try raw.message { if case .decline = $0 { true } else { false } }
      #expect(answer == .decline(id: TransferID(rawValue: 1), reason: .notOffered))
    }
    let lists = asked.all.map { if case .text(_, let text) = $0 { text } else { "" } }
    #expect(lists == ["tree/0 tree/1 tree/2", "0"])
  }

  private static func readAll(_ box: SocketBox) throws -> [UInt8] {
    guard let descriptor = box.take() else { return [] }
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try room.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
      bytes += room[..<count]
    }
    return bytes
  }
}
