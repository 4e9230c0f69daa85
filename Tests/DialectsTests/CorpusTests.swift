import TestSupport
import Testing

@Suite("What fuzzing keeps of the dialects")
struct CorpusTests {
  @Test("it is read the same whole and byte by byte, or not at all", arguments: ["corpus", "failures"])
  func replay(folder: String) throws {
    let names = Fixtures.names(inPackageFolder: "Fuzz/\(folder)/Dialects")
    if folder == "corpus" { #expect(!names.isEmpty) }
    for name in names {
      let bytes = try Fixtures.file("\(Fixtures.packageRoot)/Fuzz/\(folder)/Dialects/\(name)")
      let cuts = Array(0...bytes.count)
      let dripped = pieces(of: bytes, cutAt: cuts)
      #expect((try? ChatTests.sayings([bytes])) == (try? ChatTests.sayings(dripped)), "\(name)")
      #expect((try? ChatTests.notices([bytes])) == (try? ChatTests.notices(dripped)), "\(name)")
      #expect((try? DrawingTests.items([bytes])) == (try? DrawingTests.items(dripped)), "\(name)")
    }
  }
}
