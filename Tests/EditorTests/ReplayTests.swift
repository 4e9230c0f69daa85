import Editor
import KeyedArchive
import TestSupport
import Testing

@Suite("What fuzzing keeps of keys")
struct ReplayTests {
  @Test("The keys are the same whole and byte by byte, and the editor takes them", arguments: FuzzInputs.allCases)
  func keys(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("Keys") {
      var whole = KeyDecoder()
      let keys = whole.take(bytes) + whole.flush()
      var dripped = KeyDecoder()
      let drops = bytes.flatMap { dripped.take([$0]) } + dripped.flush()
      #expect(drops == keys, "\(name)")
      #expect(whole.patience == nil, "\(name)")
      var model = EditorModel(Person.keys)
      for key in keys { _ = model.press(key) }
    }
  }
}
