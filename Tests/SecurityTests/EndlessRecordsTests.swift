import SessionCore
import Sys
import Testing

@testable import Security

/// TLS has messages that mean nothing to whoever reads, and no limit to them.
@Suite("Records without anything in them") struct EndlessRecordsTests {
  private let host = Identity.temporary()
  private let joiner = Identity.temporary()

  @Test("end a step as if nothing more were there, and what is behind them is read later", arguments: [false, true])
  func turns(isGathered: Bool) throws {
    let pair = try TestPair(host, joiner)
    _ = pair.handshake()
    if isGathered { pair.host.gatherRecords() }
    var stops = 0
    for _ in 0..<20 {
      #expect(pair.joiner.renewKey(times: 100) == 100)
      if try pair.host.read() == nil { stops += 1 }
      while stops < 10_000, pair.host.isReadable, try pair.host.read() == nil { stops += 1 }
    }
    #expect(try pair.joiner.write([1, 2, 3]) == 3)
    #expect(try pair.host.read() == [1, 2, 3])
    // Read ahead, a hundred fit two reads; one by one they do not.
    #expect(isGathered ? stops >= 20 : stops >= 200)
  }

  @Test("end an exchange before it is known who sends them (threats: a stranger costs next to nothing)")
  func exchange() throws {
    let sockets = try LocalSocket.pair()
    let caller = TestEnd(sockets.second, TLSContext(joiner, role: .joiner), pin: .anyone)
    let socket = sockets.first
    var exchange = TLSExchange(TLSStream(TLSContext(host, role: .host), over: socket.unowned, pin: .anyone))
    var isProven = false
    for _ in 0..<100 where !isProven {
      _ = try caller.handshake()
      if case .proven = try exchange.advance() { isProven = true }
    }
    #expect(isProven)
    exchange.read(JoinerHello.byteCount)
    var sent = 0
    var failure: TLSError?
    for _ in 0..<10_000 where failure == nil {
      sent += caller.renewKey(times: 50)
      do throws(TLSError) {
        guard case .wantRead = try exchange.advance() else { break }
      } catch {
        failure = error
      }
    }
    #expect(failure == .tooMuch)
    #expect(sent < 2 * TLSExchange.maximumBytes / 20)
    withExtendedLifetime(socket.rawValue) {}
  }

  @Test("once the exchange is over any number of bytes may come") func afterwards() throws {
    let sockets = try LocalSocket.pair()
    let caller = TestEnd(sockets.second, TLSContext(joiner, role: .joiner), pin: .anyone)
    let socket = sockets.first
    var exchange = TLSExchange(TLSStream(TLSContext(host, role: .host), over: socket.unowned, pin: .anyone))
    for _ in 0..<100 {
      _ = try caller.handshake()
      if case .proven = try exchange.advance() { break }
    }
    var stream = exchange.finish()
    let bytes = [UInt8](repeating: 7, count: 4 * TLSExchange.maximumBytes)
    var (written, received) = (0, 0)
    var room = [UInt8](repeating: 0, count: 16_384)
    while received < bytes.count {
      if written < bytes.count { written += try caller.write(bytes[written...]) }
      let progress = try room.withUnsafeMutableBytes { room in
        Result { () throws(TLSError) in try stream.read(into: room) }
      }.get()
      if case .done(let count) = progress { received += count }
    }
    #expect(received == bytes.count)
    withExtendedLifetime(socket.rawValue) {}
  }
}
