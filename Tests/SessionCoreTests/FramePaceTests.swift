import SessionCore
import Testing

/// 000-27, and the row "huge declared length, slow header" of the threats.
@Suite("The pace of somebody whom nothing proves") struct FramePaceTests {
  private let start = Moment(nanoseconds: 1_000_000_000_000)

  /// How long a frame lives of which `bytes` come every `interval` seconds; nil where it is still there after an hour.
  private func life(of bytes: Int, every interval: Double) -> Double? {
    var pace = FramePace()
    pace.received(8, endsFrame: false, isUnderWay: true, at: start)
    for step in 1...Int(3600 / interval) {
      let now = start + Double(step) * interval
      if pace.isLate(at: now) { return pace.deadline.map { $0 - start } }
      pace.received(bytes, endsFrame: false, isUnderWay: true, at: now)
    }
    return nil
  }

  @Test("a frame that has begun and stops ends after 30 s") func halt() {
    var pace = FramePace()
    #expect(pace.deadline == nil)
    pace.received(8, endsFrame: false, isUnderWay: true, at: start)
    #expect(!pace.isLate(at: start + 29.9))
    #expect(pace.isLate(at: start + 30))
  }

  @Test("a byte a second buys next to nothing, and just under 8 KiB/s not for ever") func trickle() throws {
    let slowest = try #require(life(of: 1, every: 1))
    #expect(slowest < 30.1)
    #expect(try #require(life(of: 8000, every: 1)) < 1400)
  }

  @Test("8 KiB a second may go on for as long as a frame is long") func enough() {
    #expect(life(of: 8192, every: 1) == nil)
    #expect(life(of: 8192 * 20, every: 20) == nil)
  }

  @Test("a burst earns no more than 30 s: what lies here half is not kept for the bytes it had") func burst() {
    var pace = FramePace()
    pace.received(8, endsFrame: false, isUnderWay: true, at: start)
    pace.received(15 << 20, endsFrame: false, isUnderWay: true, at: start + 1)
    #expect(pace.deadline == start + 31)
  }

  @Test("each frame has its own 30 s, and between frames no clock runs") func frames() {
    var pace = FramePace()
    pace.received(100, endsFrame: false, isUnderWay: true, at: start)
    pace.received(100, endsFrame: true, isUnderWay: true, at: start + 20)
    #expect(pace.deadline == start + 50)
    pace.received(100, endsFrame: true, isUnderWay: false, at: start + 40)
    #expect(pace.deadline == nil)
    pace.received(3, endsFrame: false, isUnderWay: true, at: start + 4000)
    #expect(pace.deadline == start + 4030)
  }

  @Test("while this end reads nothing the other is not blamed") func held() {
    var pace = FramePace()
    pace.hold()
    pace.goOn(at: start)
    #expect(pace.deadline == nil)
    pace.received(100, endsFrame: false, isUnderWay: true, at: start)
    pace.hold()
    #expect(!pace.isLate(at: start + 1000))
    pace.goOn(at: start + 1000)
    #expect(pace.deadline == start + 1030)
    // It is held from within a read, whose bytes are counted behind that.
    pace.hold()
    pace.received(100, endsFrame: true, isUnderWay: true, at: start + 1001)
    #expect(pace.deadline == nil)
    pace.goOn(at: start + 1002)
    #expect(pace.deadline == start + 1032)
  }
}
