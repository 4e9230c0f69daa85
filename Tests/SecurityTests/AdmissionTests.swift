import Security
import TestSupport
import Testing

@Suite("What a joiner and a host say inside TLS") struct AdmissionTests {
  private let session = [UInt8](1...16)

  private func hello(_ kind: JoinerHello.Kind) throws -> JoinerHello {
    JoinerHello(kind: kind, session: session, petname: try #require(Petname("laptop")))
  }

  @Test("HELLO has the bytes of the specification") func helloBytes() throws {
    let expected: [UInt8] =
      Array("SPLAYhi1".utf8) + [1] + [UInt8](repeating: 0, count: 7) + [9, 8, 7, 6, 5] + [0, 0, 0] + session
      + Array("laptop".utf8) + [UInt8](repeating: 0, count: 26) + [UInt8](repeating: 0, count: 24)
    #expect(expected.count == 96)
    #expect(try hello(.pair(token: [9, 8, 7, 6, 5])).bytes == expected)
  }

  @Test("HELLO reads back, of each kind") func helloBack() throws {
    for kind in [JoinerHello.Kind.known, .knock, .pair(token: [1, 2, 3, 4, 5]), .pair(token: [0, 0, 0, 0, 0])] {
      let sent = try hello(kind)
      #expect(JoinerHello(bytes: sent.bytes) == sent)
    }
  }

  @Test("HELLO with any reserved byte set, another magic, kind, length or petname is none") func helloForms() throws {
    let good = try hello(.known).bytes
    for place in [0, 7, 8, 9, 15, 16, 20, 21, 23, 46, 71, 72, 95] {
      var bad = good
      bad[place] = place == 8 ? 3 : 0x2A
      if place == 46 { bad[46] = UInt8(ascii: "/") }
      #expect(JoinerHello(bytes: bad) == nil, "byte \(place)")
    }
    #expect(JoinerHello(bytes: Array(good.dropLast())) == nil)
    #expect(JoinerHello(bytes: good + [0]) == nil)
    var nameless = good
    for place in 40..<72 { nameless[place] = 0 }
    #expect(JoinerHello(bytes: nameless) == nil)
    var hidden = good
    hidden[60] = UInt8(ascii: "x")
    #expect(JoinerHello(bytes: hidden) == nil)
  }

  @Test("READY has the bytes of the specification, and reads back with each status") func ready() throws {
    let name = try #require(Petname("studio"))
    let expected: [UInt8] =
      Array("SPLAYok1".utf8) + [2] + [UInt8](repeating: 0, count: 7) + Array("studio".utf8)
      + [UInt8](repeating: 0, count: 26)
    #expect(expected.count == 48)
    #expect(HostReady(status: .notPaired, petname: name).bytes == expected)
    for status in [HostReady.Status.ready, .busy, .notPaired, .codeWrong, .version] {
      let sent = HostReady(status: status, petname: name)
      #expect(HostReady(bytes: sent.bytes) == sent)
    }
    for place in [0, 8, 9, 15, 20, 47] {
      var bad = expected
      bad[place] = place == 8 ? 5 : place == 20 ? UInt8(ascii: " ") : 0x2A
      #expect(HostReady(bytes: bad) == nil, "byte \(place)")
    }
  }

  @Test("no mutation is read as something that would be written otherwise") func mutations() throws {
    var mutator = Mutator(seed: 96)
    let seeds = [try hello(.known).bytes, try hello(.pair(token: [1, 2, 3, 4, 5])).bytes]
    for number in 0..<20_000 {
      let bytes = mutator.mutation(of: seeds[number % 2])
      if let read = JoinerHello(bytes: bytes) { #expect(read.bytes == bytes) }
      if let read = HostReady(bytes: Array(bytes.prefix(48))) { #expect(read.bytes == Array(bytes.prefix(48))) }
    }
  }
}

@Suite("The first eight bytes") struct FirstBytesTests {
  private let limit = 16 << 20

  @Test("of a ClientHello are TLS, whatever its record's length and version") func tls() {
    for version: UInt8 in [1, 3] {
      for length in [4, 255, 256, 512, 16_384] {
        let record = [UInt8(length >> 8), UInt8(length & 255)]
        #expect(FirstBytes([0x16, 3, version] + record + [1, 0, 0], maximumFrame: limit) == .tls)
      }
    }
  }

  @Test("of any frame's length are plain: the first lengths, the last ones, and each 251st between") func plain() {
    for length in Array(1...4096) + Array(stride(from: 4096, to: limit, by: 251)) + Array(limit - 4096...limit) {
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }
      if FirstBytes(bytes, maximumFrame: limit) != .plain { Issue.record("\(length)") }
    }
  }

  @Test(
    "of anything else are nothing",
    arguments: [
      [0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [1, 0, 0, 1, 0, 0, 0, 0],
      [0x16, 3, 2, 2, 0, 1, 0, 0], [0x16, 3, 1, 0, 3, 1, 0, 0], [0x16, 3, 1, 0x40, 1, 1, 0, 0],
      [0x15, 3, 1, 0, 2, 1, 0, 0], [0x16, 3, 1, 2, 0, 2, 0, 0], [1, 0, 0, 0, 0, 0, 0], Array("GET / HT".utf8),
      Array("SSH-2.0-".utf8), [1, 0, 0, 0, 0, 0, 1, 0],
    ] as [[UInt8]])
  func nothing(_ bytes: [UInt8]) {
    #expect(FirstBytes(bytes, maximumFrame: limit) == .nothing)
  }
}
