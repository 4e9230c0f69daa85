import SessionCore
import Sys
import TestSupport
import Testing

@testable import Security

@Suite("Bytes under TLS that somebody has changed")
struct TLSMutationTests {
  private let host = Identity.temporary()
  private let joiner = Identity.temporary()

  /// Takes what waits at a socket out of TLS's way.
  private func take(_ socket: borrowing FileDescriptor) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var span = bytes.mutableSpan
    let count = try span.withUnsafeMutableBytes { (room) throws(SystemError) in try socket.receive(into: room) }
    return Array(bytes.prefix(count ?? 0))
  }

  private func put(_ bytes: [UInt8], _ socket: borrowing FileDescriptor) throws {
    if bytes.isEmpty { return }
    let sent = try bytes.withUnsafeBytes { try socket.send($0) }
    #expect(sent == bytes.count)
  }

  /// Whether the handshake comes to its end with what has come, and what comes no more.
  private func comesThrough(_ end: TestEnd) -> Bool {
    for _ in 0..<3 {
      if case .success(.done) = Result(catching: { () throws(TLSError) in try end.handshake() }) { return true }
    }
    return false
  }

  @Test("a changed ClientHello lets nobody in, and breaks nothing (000-28)")
  func clientHello() throws {
    let context = TLSContext(host, role: .host)
    let caller = try TestPair(host: context, joiner: TLSContext(joiner, role: .joiner))
    _ = try caller.joiner.handshake()
    let hello = try take(caller.host.socket)
    #expect(hello.count > 100)
    var mutator = Mutator(seed: 1)
    for _ in 0..<1500 {
      let sockets = try LocalSocket.pair()
      let end = TestEnd(sockets.first, context, pin: .anyone)
      try put(mutator.mutation(of: hello), sockets.second)
      try sockets.second.shutdownWriting()
      #expect(!comesThrough(end))
    }
  }

  @Test("a changed certificate, signature or end of the handshake lets nobody in")
  func secondFlight() throws {
    let contexts = (TLSContext(host, role: .host), TLSContext(joiner, role: .joiner))
    var mutator = Mutator(seed: 2)
    for _ in 0..<200 {
      let pair = try TestPair(host: contexts.0, joiner: contexts.1)
      _ = try pair.joiner.handshake()
      _ = try pair.host.handshake()
      _ = try pair.joiner.handshake()
      let flight = try take(pair.host.socket)
      let changed = mutator.mutation(of: flight)
      // What is added behind it concerns nobody before it is read.
      if changed.starts(with: flight) { continue }
      try put(changed, pair.joiner.socket)
      #expect(!comesThrough(pair.host))
    }
  }

  @Test("of changed records nothing is read but what was sent before them")
  func records() throws {
    let contexts = (TLSContext(host, role: .host), TLSContext(joiner, role: .joiner))
    let sent = (0..<100).map { UInt8($0) }
    var mutator = Mutator(seed: 3)
    for _ in 0..<200 {
      let pair = try TestPair(host: contexts.0, joiner: contexts.1)
      _ = pair.handshake()
      #expect(try pair.joiner.write(sent[..<50]) == 50)
      #expect(try pair.joiner.write(sent[50...]) == 50)
      try put(mutator.mutation(of: try take(pair.host.socket)), pair.joiner.socket)
      try pair.joiner.socket.shutdownWriting()
      var read: [UInt8] = []
      var failure: TLSError?
      while failure == nil {
        do throws(TLSError) {
          guard let more = try pair.host.read(), !more.isEmpty else { break }
          read += more
        } catch {
          failure = error
        }
      }
      #expect(sent.starts(with: read))
      #expect(failure != nil)
    }
  }
}
