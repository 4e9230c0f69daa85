import SessionCore
import Testing

@Suite("What was agreed to, kept for who comes back") struct KeptAgreementsTests {
  private func file(_ path: String, _ size: Int64? = 10) -> ListedEntry {
    ListedEntry(kind: .file, path: path, size: size)
  }

  @Test("the same files, or fewer, of the same peer are agreed to, once") func once() {
    var kept = KeptAgreements()
    kept.keep([file("a"), file("b"), ListedEntry(kind: .directory, path: "c", size: nil)], of: "me")
    let others = kept.covers([file("a")], of: "you")
    let first = kept.covers([file("b", 9), ListedEntry(kind: .directory, path: "c", size: nil)], of: "me")
    let second = kept.covers([file("a")], of: "me")
    #expect(!others && first && !second)
  }

  @Test("one file more, a larger one, another kind, or a list of nothing is asked about") func more() {
    for entries in [
      [file("a"), file("c")], [file("a", 11)], [file("a", nil)], [ListedEntry(kind: .directory, path: "a", size: nil)],
      [],
    ] {
      var kept = KeptAgreements()
      kept.keep([file("a"), file("b")], of: "me")
      let isCovered = kept.covers(entries, of: "me")
      #expect(!isCovered)
    }
  }

  @Test("a file of unknown size that was agreed to may come with any") func unknown() {
    var kept = KeptAgreements()
    kept.keep([file("pipe", nil)], of: "me")
    let isCovered = kept.covers([file("pipe", 1 << 50)], of: "me")
    #expect(isCovered)
  }

  @Test("no more is kept than one list may hold, the oldest goes first") func bounds() {
    var kept = KeptAgreements()
    for number in 0...KeptAgreements.maximum { kept.keep([file("\(number)")], of: "me") }
    let (oldest, next) = (kept.covers([file("0")], of: "me"), kept.covers([file("1")], of: "me"))
    #expect(!oldest && next)
    kept.keep((0..<ListWriter.maximumEntries).map { file("x\($0)") }, of: "me")
    let (earlier, large) = (kept.covers([file("2")], of: "me"), kept.covers([file("x7")], of: "me"))
    #expect(!earlier && large)
  }
}
