import SessionCore
import Testing

@Suite("How much of what a peer does wrong is shown")
struct ReportLimitTests {
  private func at(_ seconds: Double) -> Moment { Moment(nanoseconds: 5) + seconds }

  @Test("a burst is shown, then one a second, and the others are counted")
  func limited() {
    var limit = ReportLimit()
    var shown = 0
    for number in 0..<10_000 where limit.admits(at: at(Double(number) / 1_000)) { shown += 1 }
    #expect(shown == ReportLimit.burst + 9)
    #expect(limit.takeUntold() == 10_000 - shown)
    #expect(limit.takeUntold() == nil)
  }

  @Test("who asks now and then is always shown, and a long silence saves up no more than a burst")
  func seldom() {
    var limit = ReportLimit()
    let seen = (0..<100).count { number in limit.admits(at: at(Double(number))) }
    #expect(seen == 100)
    let shown = (0..<100).count { _ in limit.admits(at: at(1e9)) }
    #expect(shown == ReportLimit.burst)
  }

  @Test("a clock that stands still shows no more than a burst")
  func still() {
    var limit = ReportLimit()
    let shown = (0..<1_000).count { _ in limit.admits(at: at(3)) }
    #expect(shown == ReportLimit.burst)
  }
}
