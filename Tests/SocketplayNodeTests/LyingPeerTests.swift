import Digest
import Framing
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

/// A peer that speaks the extension and does not keep to it.
@Suite("A peer that lies", .serialized, .timeLimit(.minutes(1))) struct LyingPeerTests {
  /// Connects, greets, and runs `body`; then the events of the host and the names in its receive folder.
  private func host(
    _ scratch: Scratch, _ body: @escaping @Sendable (RawPeer) throws -> Void
  ) async throws -> (events: [Event], names: [String]) {
    let events = try await withHost(scratch.node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "liar", name: "liar", role: .join)))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
      try body(peer)
      try peer.send(.bye(.goodbye))
      _ = try peer.isClosed()
      _ = await host.first { if case .disconnected = $0 { true } else { false } }
      return host.all
    }
    let names = (try? Directory(path: scratch.path + "/host/received").entries().map(\.name)) ?? []
    return (events, names.sorted())
  }

  private static func chunk(_ id: UInt64, _ bytes: [UInt8], isLast: Bool) -> Package {
    Package(kind: .file, intent: .data, word: String(id), name: "x.bin", isLast: isLast, data: bytes)
  }

  private static func offer(_ id: UInt64, _ path: String, _ size: Int64?) -> ControlMessage {
    .offer(Offer(id: TransferID(rawValue: id), kind: .file, path: path, size: size))
  }

  private func reasons(_ events: [Event]) -> [Failure.Reason] {
    events.compactMap { if case .error(let failure) = $0 { failure.reason } else { nil } }
  }

  @Test("a chunk without an offer is cancelled and stores nothing") func notOffered() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.chunk(1, [1], isLast: true))
      try peer.send(Self.chunk(1, [1], isLast: true))
      let cancel = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(cancel == .cancel(id: TransferID(rawValue: 1), reason: .notOffered))
    }
    #expect(result.names == [])
  }

  @Test("more bytes than offered are refused on both sides") func tooMany() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.offer(1, "x.bin", 300_000))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 1), offset: 0))
      try peer.send(Self.chunk(1, [UInt8](repeating: 1, count: 200_000), isLast: false))
      try peer.send(Self.chunk(1, [UInt8](repeating: 1, count: 100_001), isLast: true))
      let cancel = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(cancel == .cancel(id: TransferID(rawValue: 1), reason: .tooLong))
    }
    #expect(result.names == [])
    #expect(reasons(result.events) == [.moreThanOffered])
  }

  @Test("fewer bytes than offered are not stored") func tooFew() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.offer(1, "x.bin", 10))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 1), offset: 0))
      try peer.send(Self.chunk(1, [1, 2, 3], isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 1), size: 3, digest: XXH3.digest(of: [1, 2, 3])))
      let cancel = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(cancel == .cancel(id: TransferID(rawValue: 1), reason: .incomplete))
    }
    #expect(result.names == [])
  }

  @Test("other bytes than the digest's are not stored") func wrongDigest() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.offer(1, "x.bin", 3))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 1), offset: 0))
      try peer.send(Self.chunk(1, [1, 2, 3], isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 1), size: 3, digest: [UInt8](repeating: 0, count: 16)))
      let cancel = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(cancel == .cancel(id: TransferID(rawValue: 1), reason: .digest))
    }
    #expect(result.names == [])
    #expect(reasons(result.events) == [.digestMismatch])
  }

  @Test("a large file of another digest is set aside under a name that says so, and listed") func setAside()
    async throws
  {
    let scratch = try Scratch()
    let bytes = [UInt8](repeating: 1, count: 300_000)
    let result = try await host(scratch) { peer in
      try peer.send(Self.offer(1, "x.bin", 300_000))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 1), offset: 0))
      try peer.send(Self.chunk(1, Array(bytes[..<200_000]), isLast: false))
      try peer.send(Self.chunk(1, Array(bytes[200_000...]), isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 1), size: 300_000, digest: [UInt8](repeating: 0, count: 16)))
      let cancel = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(cancel == .cancel(id: TransferID(rawValue: 1), reason: .digest))
    }
    #expect(result.names.count == 1)
    #expect(result.names.allSatisfy { $0.hasPrefix(".x.bin.") && $0.hasSuffix(".damaged") })
    let listed = try scratch.node("host").transfers()
    #expect(listed.map(\.state) == [.setAside])
    #expect(listed.map(\.size) == [300_000])
    #expect(try scratch.node("host").removeTransfers().count == 1)
    #expect(try scratch.node("host").transfers() == [])
  }

  @Test(
    "a sender that claims to go on where nothing is, or lies in its digest of what is there, stores nothing (000-21)")
  func lyingResume() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.offer(1, "x.bin", 300_000))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 1), offset: 100_000))
      let cancel = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(cancel == .cancel(id: TransferID(rawValue: 1), reason: .other))

      try peer.send(Self.offer(3, "y.bin", 3))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 3), offset: 0))
      try peer.send(Self.chunk(3, [1, 2, 3], isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 3), size: 3, digest: XXH3.digest(of: [1, 2, 3])))
      _ = try peer.message { if case .stored = $0 { true } else { false } }

      // The same again: a plain peer is told nothing of what is there, and its digest is another than it says.
      try peer.send(Self.offer(5, "y.bin", 3))
      let accept = try peer.message { if case .accept = $0 { true } else { false } }
      #expect(accept == .accept(id: TransferID(rawValue: 5), offset: 0, proof: nil))
      try peer.send(.begin(id: TransferID(rawValue: 5), offset: 0))
      try peer.send(Self.chunk(5, [1, 2, 3], isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 5), size: 3, digest: [UInt8](repeating: 0, count: 16)))
      let second = try peer.message { if case .cancel = $0 { true } else { false } }
      #expect(second == .cancel(id: TransferID(rawValue: 5), reason: .digest))

      // And once more, from the first byte, with other bytes: another file.
      try peer.send(Self.offer(7, "y.bin", 3))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 7), offset: 0))
      try peer.send(Self.chunk(7, [4, 5, 6], isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 7), size: 3, digest: XXH3.digest(of: [4, 5, 6])))
      guard case .stored(let stored)? = try peer.message({ if case .stored = $0 { true } else { false } }) else {
        Issue.record("it is not stored")
        return
      }
      #expect(stored.name == "y (2).bin")
    }
    #expect(result.names == ["y (2).bin", "y.bin"])
  }

  @Test(
    "a name that leads elsewhere is declined (000-29)",
    arguments: [
      "../x", "/etc/x", "a/../../x", "", ".", "..", "a//b", "a/..", "a/.", "a/", "/a", "a/b\u{1b}[0m/c", "a/\u{feff}",
      "a\0b", "a\u{202e}b", "a\u{1b}[2J",
    ])
  func names(_ path: String) async throws {
    let scratch = try Scratch()
    let result = try await host(scratch) { peer in
      try peer.send(Self.offer(1, path, 3))
      let decline = try peer.message { if case .decline = $0 { true } else { false } }
      #expect(decline == .decline(id: TransferID(rawValue: 1), reason: .name))
    }
    #expect(result.names == [])
    #expect(reasons(result.events) == [.nameUnusable])
    #expect(try Directory(path: scratch.path + "/host").entries().map(\.name).sorted().filter { $0 == "x" } == [])
  }

  @Test("a hidden name is stored with an underscore before it") func hiddenName() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.offer(1, ".bashrc", 1))
      _ = try peer.message { if case .accept = $0 { true } else { false } }
      try peer.send(.begin(id: TransferID(rawValue: 1), offset: 0))
      try peer.send(Self.chunk(1, [7], isLast: true))
      try peer.send(.done(id: TransferID(rawValue: 1), size: 1, digest: XXH3.digest(of: [7])))
      _ = try peer.message { if case .stored = $0 { true } else { false } }
    }
    #expect(result.names == ["_.bashrc"])
  }

  @Test("an offer under an id of the other end's is ignored") func parity() async throws {
    let result = try await host(try Scratch()) { peer in
      try peer.send(Self.offer(2, "x.bin", 1))
      try peer.send(.ping(token: 5))
      let next = try peer.message { _ in true }
      #expect(next == .pong(token: 5))
    }
    #expect(result.names == [])
  }

  @Test("a hundred bad packets end the connection") func badPackets() async throws {
    try await withHost(try Scratch().node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "liar", name: "liar", role: .join)))
      let bad = try OriginalPeerTests.fixture("foreign-class")
      for _ in 0..<Peer.maximumBadPackets { try peer.send(bad) }
      _ = try peer.isClosed()
      let end = await host.first { if case .disconnected = $0 { true } else { false } }
      guard case .disconnected(_, "protocol", _)? = end else {
        Issue.record("got \(String(describing: end))")
        return
      }
    }
  }

  @Test("control messages of every damaged kind are ignored") func damaged() async throws {
    let result = try await host(try Scratch()) { peer in
      for verb in ["offer", "accept", "begin", "done", "stored", "cancel", "got", "credit", "decline", "ping", "x"] {
        try peer.send(Package(kind: .control, intent: .none, word: verb, data: nil))
        try peer.send(Package(kind: .control, intent: .none, word: verb, data: [1, 2, 3]))
        try peer.send(Package(kind: .control, intent: .data, word: verb, data: []))
      }
      try peer.send(.credit(id: TransferID(rawValue: 9), bytes: .max))
      try peer.send(.accept(id: TransferID(rawValue: 8), offset: .max, proof: nil))
      try peer.send(.done(id: TransferID(rawValue: 7), size: .max, digest: []))
      try peer.send(.ping(token: 9))
      #expect(try peer.message { if case .pong = $0 { true } else { false } } == .pong(token: 9))
    }
    #expect(reasons(result.events) == [])
  }
}
