import SessionCore
import Testing

@testable import SocketplayNode

@Suite("Two ends exchange things", .serialized, .timeLimit(.minutes(1))) struct ExchangeTests {
  @Test("a text is delivered, and its sender is told (000-15)") func text() async throws {
    let scratch = try Scratch()
    try await withHost(scratch.node("host")) { host, endpoint in
      let sent = Events()
      try await scratch.node("join").send(
        .say("hello 嗯"), route: .address(endpoint), peer: nil, timeout: 10, input: nil, events: sent.add)
      let text = await host.first { if case .text = $0 { true } else { false } }
      guard case .text(_, "hello 嗯")? = text else {
        Issue.record("got \(String(describing: text))")
        return
      }
      #expect(sent.all.contains { if case .delivered(let d) = $0 { d.result == .delivered } else { false } })
    }
  }

  @Test("a file arrives equal, is verified, and its sender is told (000-10, 000-31)") func file() async throws {
    let scratch = try Scratch()
    let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    let path = try scratch.write("a song é.mp3", bytes)
    try await withHost(scratch.node("host")) { host, endpoint in
      let sent = Events()
      try await scratch.node("join").send(
        .sendFiles(FilesToSend(paths: [path])), route: .address(endpoint), peer: nil, timeout: 20, input: nil,
        events: sent.add)
      #expect(try scratch.read("host/received/a song é.mp3") == bytes)
      let ends = sent.all.compactMap { if case .file(let end) = $0 { end } else { nil } }
      #expect(ends.map(\.stored) == [true])
      #expect(ends.map(\.verified) == ["xxh3-128"])
      _ = await host.first { if case .file(let end) = $0 { end.verified == "xxh3-128" } else { false } }
    }
  }

  @Test("preferences are saved as prefer.plist (000-6)") func preferences() async throws {
    let scratch = try Scratch()
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>
      """
    let path = try scratch.write("p.plist", Array(xml.utf8))
    try await withHost(scratch.node("host")) { _, endpoint in
      let sent = Events()
      try await scratch.node("join").send(
        .sendPreferences(path: path), route: .address(endpoint), peer: nil, timeout: 20, input: nil, events: sent.add)
      #expect(try scratch.read("host/received/prefer.plist") == Array(xml.utf8))
      #expect(sent.all.contains { if case .delivered(let d) = $0 { d.result == .stored } else { false } })
    }
  }
}
