import Digest
import SessionCore
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Parts and journals that lie", .serialized, .timeLimit(.minutes(3))) struct DamagedPartTests {
  /// What an interrupted transfer left: the part's and the journal's paths and bytes.
  private struct Left {
    var part: (path: String, bytes: [UInt8])
    var journal: (path: String, bytes: [UInt8])
  }

  private static let bytes = (0..<250_003).map { UInt8(truncatingIfNeeded: $0 &* 13 ^ $0 >> 9) }

  private func begun(_ event: Event) -> Int64? {
    if case .fileBegin(let begin) = event { begin.resumedAt } else { nil }
  }

  /// Sends the file, gives up in the middle, and gives the journal ten marks more than it has.
  private func interrupted(
    _ scratch: Scratch, _ source: String, _ host: Events, _ endpoint: Endpoint
  ) async throws -> Left {
    let sender = Task {
      try await scratch.node("join").send(
        .sendFiles(FilesToSend(paths: [source], limit: 100_000)), route: .address(endpoint), peer: nil, timeout: 60,
        input: nil, events: { _ in })
    }
    _ = await host.first { if case .fileProgress(let progress) = $0 { progress.bytes > 80_000 } else { false } }
    sender.cancel()
    _ = await sender.result
    _ = await host.first { if case .disconnected = $0 { true } else { false } }
    func only(_ folder: String, _ suffix: String) throws -> (path: String, bytes: [UInt8]) {
      let names = try Directory(path: folder).entries().map(\.name).filter { $0.hasSuffix(suffix) }
      let path = folder + "/" + (try #require(names.count == 1 ? names.first : nil))
      return (path, try WholeFile.read(path, maximumSize: 1 << 21))
    }
    let part = try only(scratch.path + "/host/received", ".part")
    let journal = try only(scratch.path + "/host/state/transfers", ".journal")
    let known = try #require(Journal.parse(journal.bytes))
    let marks = stride(from: 10_000, through: part.bytes.count, by: 10_000).map {
      Mark(offset: Int64($0), digest: XXH3.digest(of: Array(part.bytes[..<$0])))
    }
    return Left(part: part, journal: (journal.path, Journal.bytes(of: known.header, marks)))
  }

  private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes = Array(bytes[..<Int.random(in: 0..<bytes.count, using: &random)])
    case 1:
      bytes += (0..<Int.random(in: 1..<100, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    case 2:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      for place in start..<min(bytes.count, start + 40) { bytes[place] = 0 }
    default:
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return bytes
  }

  @Test("of a hundred damaged parts and journals none makes a wrong file, and most are still of use (000-21)")
  func mutations() async throws {
    let scratch = try Scratch()
    let source = try scratch.write("x.bin", Self.bytes)
    try await withHost(scratch.node("host")) { host, endpoint in
      let left = try await interrupted(scratch, source, host, endpoint)
      var random = SeededGenerator(seed: 55)
      var resumed = 0
      for round in 0..<100 {
        let hurtsPart = round % 2 == 0
        let part = hurtsPart ? damaged(left.part.bytes, &random) : left.part.bytes
        let journal = hurtsPart ? left.journal.bytes : damaged(left.journal.bytes, &random)
        try WholeFile.replace(left.part.path, with: part, mode: 0o600)
        try WholeFile.replace(left.journal.path, with: journal, mode: 0o600)
        let sent = Events()
        try await scratch.node("join").send(
          .sendFiles(FilesToSend(paths: [source])), route: .address(endpoint), peer: nil, timeout: 60, input: nil,
          events: sent.add)
        #expect(try scratch.read("host/received/x.bin") == Self.bytes, "round \(round)")
        let names = try Directory(path: scratch.path + "/host/received").entries().map(\.name)
        // A part of which no journal tells anything stays, as it was.
        let kept = names.filter { $0 != "x.bin" }
        #expect(names.contains("x.bin") && kept.count <= 1, "round \(round)")
        if !kept.isEmpty { #expect(try WholeFile.read(left.part.path, maximumSize: 1 << 26) == part, "round \(round)") }
        try Directory(path: scratch.path + "/host/received").unlink("x.bin")
        if let at = sent.all.compactMap(begun).first, at > 0 { resumed += 1 }
      }
      #expect(resumed > 50)
    }
  }
}
