import TestSupport
import Testing

@Suite("What fuzzing keeps of the dialects")
struct CorpusTests {
  @Test("it is read the same whole and byte by byte, or not at all", arguments: FuzzInputs.allCases)
  func replay(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("Dialects") {
      let cuts = Array(0...bytes.count)
      let dripped = pieces(of: bytes, cutAt: cuts)
      #expect((try? ChatTests.sayings([bytes])) == (try? ChatTests.sayings(dripped)), "\(name)")
      #expect((try? ChatTests.notices([bytes])) == (try? ChatTests.notices(dripped)), "\(name)")
      #expect((try? DrawingTests.items([bytes])) == (try? DrawingTests.items(dripped)), "\(name)")
    }
  }
}
