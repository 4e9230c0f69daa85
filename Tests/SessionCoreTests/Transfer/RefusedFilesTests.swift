import SessionCore
import Testing

@Suite("Files that were not taken")
struct RefusedFilesTests {
  private func at(_ seconds: Double) -> Moment { Moment(nanoseconds: 0) + seconds }

  @Test("the first is told by its name, and the others are counted once no more come")
  func counted() {
    var files = RefusedFiles()
    #expect(files.tick(at: at(5)) == nil)
    #expect(files.refused("a", at: at(10)) == true)
    for step in 1...24 { #expect(files.refused("b\(step)", at: at(10 + Double(step) / 4)) == false) }
    #expect(files.deadline == at(17))
    #expect(files.tick(at: at(16.75)) == nil)
    #expect(files.tick(at: at(17)) == .several(24))
    #expect(files.deadline == nil)
    #expect(files.finish() == nil)
    #expect(files.refused("c", at: at(17.5)) == true)
  }

  @Test("where one alone came behind the first, it is told by its name")
  func one() {
    var files = RefusedFiles()
    #expect(files.refused("a", at: at(0)) == true)
    #expect(files.refused("b", at: at(0.5)) == false)
    #expect(files.finish() == .one("b"))
  }

  @Test("nothing is told behind a first that nothing follows")
  func none() {
    var files = RefusedFiles()
    #expect(files.refused("a", at: at(0)) == true)
    #expect(files.tick(at: at(1)) == nil)
    #expect(files.deadline == nil)
    #expect(files.refused("a", at: at(1)) == true)
  }

  @Test("a peer that does not end is told of every ten seconds")
  func endless() {
    var files = RefusedFiles()
    var told = 0
    for step in 0..<1_000 {
      let now = at(Double(step) / 4)
      if files.refused("x", at: now) { told += 1 }
      if files.tick(at: now) != nil { told += 1 }
    }
    // 250 s of them.
    #expect((48...50).contains(told))
  }
}
