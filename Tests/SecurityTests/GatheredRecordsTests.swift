import SessionCore
import Sys
import Testing

@testable import Security

@Suite("Records that are gathered")
struct GatheredRecordsTests {
  private let host = Identity.temporary()
  private let joiner = Identity.temporary()

  private func connected() throws -> TestPair {
    let pair = try TestPair(host, joiner)
    #expect(pair.handshake().host == .success(joiner.id))
    pair.host.gatherRecords()
    pair.joiner.gatherRecords()
    return pair
  }

  private func noise(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }

  private func all(at end: TestEnd) throws -> [UInt8] {
    var received: [UInt8] = []
    while let more = try end.read(), !more.isEmpty { received += more }
    return received
  }

  @Test("they go when they are flushed, and not before")
  func flushed() throws {
    let pair = try connected()
    let bytes = noise(100_000)
    #expect(try pair.joiner.write(bytes) == bytes.count)
    #expect(try pair.host.read() == nil)
    guard case .done = try pair.joiner.flush() else {
      Issue.record("a socket pair takes 100,000 bytes")
      return
    }
    // One read of the socket has brought more records than this one.
    let first = try #require(try pair.host.read())
    #expect(pair.host.hasPending)
    #expect(try first + all(at: pair.host) == bytes)
    #expect(!pair.host.hasPending)
  }

  @Test("no more of them wait than there is room for, whatever the other end does")
  func bounded() throws {
    let pair = try connected()
    try pair.joiner.socket.setSendBuffer(bytes: 8192)
    let bytes = noise(2_000_000)
    let written = try pair.joiner.write(bytes)
    #expect(written < RecordBuffer.outputCapacity + 100_000)
    guard case .wantWrite = try pair.joiner.flush() else {
      Issue.record("the socket takes all at once")
      return
    }
  }

  @Test("they come through a socket that takes little at a time, in order", arguments: [1000, 16_384, 70_000])
  func dripped(size: Int) throws {
    let pair = try connected()
    try pair.joiner.socket.setSendBuffer(bytes: 8192)
    let bytes = noise(3_000_000)
    var written = 0
    var received: [UInt8] = []
    while received.count < bytes.count {
      if written < bytes.count {
        let piece = Array(bytes[written..<min(written + size, bytes.count)])
        if case .done(let count) = try pair.joiner.writeOnce(piece[...]) { written += count }
      }
      _ = try pair.joiner.flush()
      while let more = try pair.host.read(min(size, 3000)) { received += more }
    }
    #expect(received == bytes)
  }

  @Test("a goodbye takes them along")
  func goodbye() throws {
    let pair = try connected()
    #expect(try pair.joiner.write(Array("last words".utf8)) == 10)
    _ = try pair.joiner.finishWriting()
    #expect(try pair.host.read() == Array("last words".utf8))
    #expect(try pair.host.read() == [])
  }

  @Test("a socket that is gone says so when they are flushed, and ever after")
  func gone() throws {
    let pair = try connected()
    #expect(try pair.joiner.write(noise(1000)) == 1000)
    try pair.joiner.socket.shutdownWriting()
    #expect(throws: TLSError.self) { _ = try pair.joiner.flush() }
    #expect(throws: TLSError.self) { _ = try pair.joiner.write(noise(10)) }
  }
}
