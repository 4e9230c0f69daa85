import Sys
import Testing

@Suite("The kernel's clocks") struct TimeTests {
  @Test("the one that goes on while the machine sleeps is never behind, and goes at the same pace")
  func sinceBoot() {
    let (monotonic, sinceBoot) = (Time.monotonicNanoseconds(), Time.sinceBootNanoseconds())
    #expect(sinceBoot >= monotonic)
    var later = Time.sinceBootNanoseconds()
    while later - sinceBoot < 2_000_000 { later = Time.sinceBootNanoseconds() }
    #expect(Time.monotonicNanoseconds() - monotonic >= 2_000_000)
  }
}
