import Security
import SessionCore
import Testing

@Suite("A pin")
struct PinTests {
  private let id: PeerID
  private let other: PeerID

  init() throws {
    id = try #require(PeerID((0..<32).map { UInt8($0) &* 7 &+ 0x81 }))
    other = try #require(PeerID([UInt8](repeating: 1, count: 32)))
  }

  @Test("takes its key and no other")
  func one() {
    #expect(Pin.one(id).accepts(id))
    #expect(!Pin.one(id).accepts(other))
    #expect(Pin.anyOf([id, other]).accepts(id))
    #expect(!Pin.anyOf([other]).accepts(id))
    #expect(!Pin.anyOf([]).accepts(id))
    #expect(Pin.anyone.accepts(id))
  }

  @Test("one differing bit anywhere is another key", arguments: 0..<256)
  func everyBit(bit: Int) throws {
    var bytes = id.bytes
    bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
    let changed = try #require(PeerID(bytes))
    #expect(!Pin.one(id).accepts(changed))
    // Of the 100 bits of a pairing code, each counts, and none behind them does.
    #expect(Pin.beginning(Array(id.bytes.prefix(13)), bits: 100).accepts(changed) == (bit >= 100))
  }

  @Test(
    "the beginning of a key that is not there takes nobody", arguments: [([], 0), ([0x81], 0), ([0x81], 9), ([], 1)])
  func noBeginning(bytes: [UInt8], bits: Int) {
    #expect(!Pin.beginning(bytes, bits: bits).accepts(id))
  }

  @Test("the beginning may be the whole")
  func whole() {
    #expect(Pin.beginning(id.bytes, bits: 256).accepts(id))
    #expect(!Pin.beginning(id.bytes + [0], bits: 257).accepts(id))
  }
}
