import Framing
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

/// The packets that an independent implementation wrote, sent to a host: whole, in single bytes, and glued together.
@Suite("An original app sends to a host", .serialized, .timeLimit(.minutes(1))) struct OriginalPeerTests {
  /// How the bytes are cut on their way.
  enum Cut: CaseIterable { case whole, singleBytes }

  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return try WholeFile.read("/\(folder)/Fixtures/\(name).pkt", maximumSize: 1 << 20)
  }

  /// Sends fixtures to a host and returns its events once it has seen the end.
  func host(_ scratch: Scratch, _ fixtures: [String], _ cut: Cut = .whole) async throws -> [Event] {
    try await withHost(scratch.node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      let bytes = try fixtures.flatMap(Self.fixture)
      switch cut {
      case .whole: try peer.send(bytes)
      case .singleBytes: for byte in bytes { try peer.send([byte]) }
      }
      try peer.finishSending()
      _ = try peer.isClosed()
      _ = await host.first { if case .disconnected = $0 { true } else { false } }
      // A file is told once it is on disk, which may be after the peer has left.
      let files = fixtures.contains { $0.hasPrefix("file") || $0 == "folder" }
      if files { _ = await host.first { if case .file = $0 { true } else { false } } }
      return host.all
    }
  }

  @Test("a file sent while the host's user was still being asked arrives, though its sender has greeted (000-13)")
  func greetedFirst() async throws {
    let scratch = try Scratch()
    let events = try await withHost(scratch.node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "waiting", name: "waiting", role: .join)))
      try peer.send(try Self.fixture("file-last-bytes"))
      _ = await host.first { if case .file = $0 { true } else { false } }
      return host.all
    }
    let files = events.compactMap { if case .file(let file) = $0 { file } else { nil } }
    #expect(files.map(\.verified) == ["none"])
    #expect(!events.contains { if case .error = $0 { true } else { false } })
  }

  @Test("preferences are saved, whatever the class is called (000-19)", arguments: ["prefs-socketG", "prefs-socketD"])
  func preferences(_ fixture: String) async throws {
    let scratch = try Scratch()
    let events = try await host(scratch, [fixture])
    let prefs = events.compactMap { if case .preferences(let prefs) = $0 { prefs } else { nil } }
    #expect(prefs.map(\.keys) == [3])
    let saved = String(decoding: try scratch.read("host/received/prefer.plist"), as: UTF8.self)
    #expect(saved.contains("_age_") && saved.contains("嗯嗯"))
  }

  @Test("a text and a start signal are told (000-15, 000-16)", arguments: Cut.allCases)
  func text(_ cut: Cut) async throws {
    let events = try await host(try Scratch(), ["text", "text-empty-classes", "start"], cut)
    let texts = events.compactMap { if case .text(_, let text) = $0 { text } else { nil } }
    #expect(texts.first == "say \"hi\" 嗯")
    #expect(texts.count == 2)
    #expect(events.contains { if case .start(_, "start") = $0 { true } else { false } })
    #expect(
      events.contains { if case .connected(_, _, "none", original: true, isGuess: false) = $0 { true } else { false } })
  }

  @Test(
    "a file arrives however its end is marked (000-13)",
    arguments: ["file-last-bytes", "file-empty-final", "file-small-chunks", "file-mutable-data"], Cut.allCases)
  func file(_ fixture: String, _ cut: Cut) async throws {
    let scratch = try Scratch()
    let events = try await host(scratch, [fixture], cut)
    #expect(try scratch.read("host/received/a song é.mp3") == [UInt8](repeating: UInt8(ascii: "x"), count: 1000))
    let ends = events.compactMap { if case .file(let end) = $0 { end } else { nil } }
    #expect(ends.map(\.verified) == ["none"])
    #expect(!events.contains { if case .error = $0 { true } else { false } })
  }

  @Test("a file of no bytes arrives") func emptyFile() async throws {
    let scratch = try Scratch()
    let events = try await host(scratch, ["file-empty"])
    let ends = events.compactMap { if case .file(let end) = $0 { end } else { nil } }
    #expect(ends.map(\.bytes) == [0])
    #expect(try WholeFile.read(try #require(ends.first).path, maximumSize: 10) == [])
  }

  @Test("a folder's files arrive in a folder of its name (000-17)") func folder() async throws {
    let scratch = try Scratch()
    try await withHost(scratch.node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(try Self.fixture("folder"))
      _ = await host.first { if case .file(let end) = $0 { end.name == "b.m4a" } else { false } }
    }
    #expect(try scratch.read("host/received/songs/a.mp3") == Array("a".utf8))
    #expect(try scratch.read("host/received/songs/b.m4a") == Array("bb".utf8))
  }

  @Test("what nobody knows is ignored, a foreign class is one error, and the connection lives on (000-28)")
  func foreign() async throws {
    let events = try await host(try Scratch(), ["unknown-kind", "foreign-class", "text"])
    let errors = events.compactMap { if case .error(let failure) = $0 { failure } else { nil } }
    #expect(errors.map(\.reason) == [.foreignClass])
    #expect(errors.first?.detail == "Foo.Widget")
    #expect(events.contains { if case .text = $0 { true } else { false } })
  }

  @Test("the same file twice is stored once (000-30)") func twice() async throws {
    let scratch = try Scratch()
    let events = try await host(scratch, ["file-last-bytes"])
    #expect(!events.isEmpty)
    let again = try await host(scratch, ["file-empty-final"])
    let ends = again.compactMap { if case .file(let end) = $0 { end } else { nil } }
    #expect(ends.map(\.alreadyThere) == [true])
    #expect(try Directory(path: scratch.path + "/host/received").entries().map(\.name) == ["a song é.mp3"])
  }

  @Test("a file without an end is kept as a part and said so (000-18, 000-35)") func noEndMarker() async throws {
    let scratch = try Scratch()
    try await withHost(scratch.node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(Package(kind: .file, intent: .data, name: "x.mp3", data: [1, 2, 3]))
      _ = await host.first { if case .fileBegin = $0 { true } else { false } }
      try peer.finishSending()
      let end = await host.first { if case .disconnected = $0 { true } else { false } }
      guard case .disconnected(_, "goodbye", ["x.mp3"])? = end else {
        Issue.record("got \(String(describing: end))")
        return
      }
      #expect(host.all.contains { if case .error(let failure) = $0 { failure.reason == .noEndMarker } else { false } })
    }
    let names = try Directory(path: scratch.path + "/host/received").entries().map(\.name)
    #expect(names.count == 1 && names[0].hasPrefix(".x.mp3.") && names[0].hasSuffix(".part"))
  }

  @Test("a header that exceeds the limit ends the connection at once (000-27)") func hugeHeader() async throws {
    try await withHost(try Scratch().node("host")) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
      _ = try peer.isClosed()
      let error = await host.first { if case .error = $0 { true } else { false } }
      guard case .error(let failure)? = error else {
        Issue.record("no error was told")
        return
      }
      #expect(failure.reason == .frameTooLong)
    }
  }
}
