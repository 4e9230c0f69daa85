import Security
import TestSupport
import Testing

@Suite("Bytes that a fuzzer found or keeps")
struct GreetingMutationTests {
  @Test("HELLO and READY are written as they were read, or not read", arguments: ["corpus", "failures"])
  func replay(folder: String) throws {
    let path = "Fuzz/\(folder)/Hello"
    let names = Fixtures.names(inPackageFolder: path)
    if folder == "corpus" { #expect(!names.isEmpty) }
    for name in names {
      let bytes = try Fixtures.file("\(Fixtures.packageRoot)/\(path)/\(name)")
      Self.read(bytes)
    }
  }

  @Test("one byte more, one less, or one bit changed: still the very same bytes, or nothing")
  func mutations() throws {
    for name in ["known", "pair", "knock", "ready", "version"] {
      let bytes = try Fixtures.file("\(Fixtures.packageRoot)/Fuzz/corpus/Hello/\(name)")
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
