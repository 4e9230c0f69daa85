import Security
import TestSupport
import Testing

@Suite("Bytes that a fuzzer found or keeps")
struct GreetingMutationTests {
  @Test("HELLO and READY are written as they were read, or not read", arguments: FuzzInputs.allCases)
  func replay(inputs: FuzzInputs) throws {
    for (_, bytes) in try inputs.of("Hello") { Self.read(bytes) }
  }

  @Test("one byte more, one less, or one bit changed: still the very same bytes, or nothing")
  func mutations() throws {
    let names = ["known", "pair", "knock", "ready", "version"]
    let inputs = try FuzzInputs.corpus.of("Hello").filter { names.contains($0.name) }
    #expect(inputs.count == names.count)
    for (_, bytes) in inputs {
      #expect(JoinerHello(bytes: bytes) != nil || HostReady(bytes: bytes) != nil)
      for cut in [Array(bytes.dropLast()), bytes + [0], Array(bytes.dropFirst())] {
        #expect(JoinerHello(bytes: cut) == nil && HostReady(bytes: cut) == nil)
      }
      for bit in 0..<(8 * bytes.count) {
        var changed = bytes
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        Self.read(changed)
      }
    }
  }

  private static func read(_ bytes: [UInt8]) {
    if let hello = JoinerHello(bytes: bytes) { #expect(hello.bytes == bytes) }
    if let ready = HostReady(bytes: bytes) { #expect(ready.bytes == bytes) }
    _ = FirstBytes(Array(bytes.prefix(FirstBytes.count)), maximumFrame: 1 << 24)
  }
}
