import Sys
import Testing

@testable import Transport

@Suite("What one event waits for, and what is within one machine")
struct PatienceTests {
  @Test("an event waits until 5 ms after its first wait, however often")
  func patience() {
    var patience = Patience()
    #expect(patience.milliseconds(at: 7_000_000) == 5)
    #expect(patience.milliseconds(at: 7_000_001) == 5)
    #expect(patience.milliseconds(at: 8_000_000) == 4)
    #expect(patience.milliseconds(at: 11_999_999) == 1)
    #expect(patience.milliseconds(at: 12_000_000) == 0)
    #expect(patience.milliseconds(at: 90_000_000) == 0)
  }

  @Test(
    "a peer at this machine's own address is as near as one at the loopback address",
    arguments: [
      ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "127.0.0.2", true), ("::1", "::1", true),
      ("192.168.1.5", "192.168.1.5", true), ("192.168.1.5", "192.168.1.6", false), ("fd00::1", "fd00::1", true),
      ("fd00::1", "fd00::2", false),
    ])
  func within(local: String, peer: String, isWithin: Bool) throws {
    let (local, peer) = (try #require(SocketAddress(local, port: 1)), try #require(SocketAddress(peer, port: 2)))
    #expect(SocketTuning.isWithinMachine(local, peer) == isWithin)
  }
}
