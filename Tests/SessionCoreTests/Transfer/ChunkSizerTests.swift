import SessionCore
import Testing

@Suite("Chunk size") struct ChunkSizerTests {
  private let start = Moment(nanoseconds: 0)

  private func reading(_ rate: Double?, roundTrip: Double = 0.02, ahead: Int = 0) -> LinkReading {
    LinkReading(rate: rate, roundTrip: roundTrip, ahead: ahead)
  }

  /// Whether a chunk may go, and when else.
  private func asked(_ sizer: inout ChunkSizer) -> (mayGo: Bool, opensAt: Moment?) {
    (sizer.mayGo(at: start), sizer.opensAt)
  }

  @Test("a fast link gets whole strides, a slow one what it takes in 20 ms") func sizes() {
    var sizer = ChunkSizer()
    #expect(sizer.limit == ChunkSizer.largest / 4)
    sizer.measured(reading(1e9), at: start)
    #expect(sizer.limit == 204_800)
    sizer.measured(reading(1_250_000), at: start)
    #expect(sizer.limit == 25_000)
    sizer.measured(reading(10), at: start)
    #expect(sizer.limit == ChunkSizer.smallest)
    for unknown in [nil, reading(nil), reading(0)] {
      sizer.measured(unknown, at: start)
      #expect(sizer.limit == ChunkSizer.largest / 4)
    }
  }

  @Test("what waits unsent is what the link takes in 25 ms, within bounds") func unsent() {
    var sizer = ChunkSizer()
    #expect(sizer.unsentLimit == 16_384)
    sizer.measured(reading(10_000_000), at: start)
    #expect(sizer.unsentLimit == 250_000)
    sizer.measured(reading(.greatestFiniteMagnitude), at: start)
    #expect(sizer.unsentLimit == 2 << 20)
  }

  @Test("a slow link is measured before each chunk, a fast one twenty times a second") func due() {
    var sizer = ChunkSizer()
    #expect(sizer.isDue(at: start))
    sizer.measured(reading(1_250_000), at: start)
    #expect(sizer.isDue(at: start))
    sizer.measured(reading(1e9), at: start)
    #expect(!sizer.isDue(at: start + 0.04) && sizer.isDue(at: start + 0.05))
    sizer.measured(nil, at: start)
    #expect(!sizer.isDue(at: start + 0.04) && sizer.isDue(at: start + 0.05))
  }

  @Test("on a slow link no more is under way than 90 ms hold, and the next chunk goes when that is so (000-23)")
  func holds() throws {
    var sizer = ChunkSizer()
    // 10 Mbit/s with a round trip of 20 ms.
    for (ahead, wait) in [(112_500, nil), (117_500, 0.004), (1_000_000, 0.01), (90_000, nil)] as [(Int, Double?)] {
      sizer.measured(reading(1_250_000, ahead: ahead), at: start)
      let (mayGo, opensAt) = asked(&sizer)
      #expect(mayGo == (wait == nil))
      #expect(opensAt.map { (($0 - start) * 1_000).rounded() } == wait.map { $0 * 1_000 })
    }
  }

  @Test("of somebody near nothing is held back: a low rate only says that there was little to send") func near() {
    var sizer = ChunkSizer()
    sizer.measured(reading(10_000, roundTrip: 0.0009, ahead: ChunkSizer.mostAhead), at: start)
    let mayGo = asked(&sizer).mayGo
    #expect(mayGo)
    #expect(!sizer.isDue(at: start + 0.04))
  }

  @Test("a connection that begins may have its first segments under way, and a fast one all that buffers hold")
  func bounds() {
    var sizer = ChunkSizer()
    let first = asked(&sizer).mayGo
    #expect(first)
    for rate in [nil, 0, 300] as [Double?] {
      for (ahead, isExpected) in [(ChunkSizer.leastAhead, true), (ChunkSizer.leastAhead + 1, false)] {
        sizer.measured(reading(rate, ahead: ahead), at: start)
        let mayGo = asked(&sizer).mayGo
        #expect(mayGo == isExpected)
      }
    }
    for rate in [1e9, .greatestFiniteMagnitude] {
      sizer.measured(reading(rate, roundTrip: 0.0001, ahead: ChunkSizer.mostAhead), at: start)
      let mayGo = asked(&sizer).mayGo
      #expect(mayGo)
    }
  }
}
