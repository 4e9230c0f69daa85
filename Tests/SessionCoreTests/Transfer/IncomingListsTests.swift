import Framing
import SessionCore
import Testing

@Suite("Lists that are agreed on first") struct IncomingListsTests {
  private let id = TransferID(rawValue: 1)

  private func file(_ path: String, _ size: Int64? = 10) -> ListedEntry {
    ListedEntry(kind: .file, path: path, size: size)
  }

  private func offer(_ path: String, _ size: Int64? = 10, list: UInt64? = 1, number: UInt64 = 3) -> Offer {
    Offer(
      id: TransferID(rawValue: number), kind: .file, path: path, size: size,
      list: list.map { TransferID(rawValue: $0) })
  }

  private func agreed(_ entries: [ListedEntry]) -> IncomingLists {
    var lists = IncomingLists(role: .host)
    _ = lists.received(ListPart(id: id, part: 0, isLast: true, entries: entries))
    _ = lists.answered(id, isWanted: true)
    return lists
  }

  @Test("a list is asked about when its last part has come") func parts() {
    var lists = IncomingLists(role: .host)
    let first = lists.received(ListPart(id: id, part: 0, isLast: false, entries: [file("a")]))
    let second = lists.received(ListPart(id: id, part: 1, isLast: true, entries: [file("b")]))
    #expect(first == .nothing && second == .ask(id, [file("a"), file("b")]))
  }

  @Test("what was agreed to may be offered once, no larger, and nothing else") func once() {
    var lists = agreed([file("a"), file("b"), file("pipe", nil)])
    var answers: [Bool] = []
    for offer in [
      offer("a"), offer("a"), offer("c"), offer("b", 11), offer("b", nil), offer("b", list: nil), offer("b", list: 5),
      offer("b", 9), offer("pipe", 1 << 40),
    ] {
      answers.append(lists.admits(offer))
    }
    #expect(answers == [true, false, false, false, false, false, false, true, true])
  }

  @Test("what was agreed to and is not stored is told, offered or not, for a peer that was lost") func outstanding() {
    var lists = agreed([file("a"), file("b"), file("c")])
    for (number, name) in ["a", "b"].enumerated() {
      let isAdmitted = lists.admits(offer(name, number: UInt64(3 + 2 * number)))
      #expect(isAdmitted)
    }
    lists.ended(TransferID(rawValue: 3), isStored: true)
    lists.ended(TransferID(rawValue: 5), isStored: false)
    #expect(lists.outstanding().map { Set($0.map(\.path)) } == [["b", "c"]])
    let again = lists.admits(offer("b", number: 7))
    #expect(!again)
    _ = lists.admits(offer("c", number: 9))
    lists.ended(TransferID(rawValue: 9), isStored: true)
    lists.remove(id)
    #expect(lists.outstanding().isEmpty)
  }

  @Test("nothing is admitted before the answer, nor after a no") func refused() {
    var lists = IncomingLists(role: .host)
    _ = lists.received(ListPart(id: id, part: 0, isLast: true, entries: [file("a")]))
    let early = lists.admits(offer("a"))
    let isKnown = lists.answered(id, isWanted: false)
    let late = lists.admits(offer("a"))
    let again = lists.answered(id, isWanted: true)
    #expect(!early && isKnown && !late && !again)
  }

  @Test("parts out of order, too many lists and lists of our own numbers are not taken") func form() {
    var lists = IncomingLists(role: .host)
    let own = lists.received(ListPart(id: TransferID(rawValue: 2), part: 0, isLast: true, entries: []))
    #expect(own == .nothing)
    _ = lists.received(ListPart(id: id, part: 0, isLast: false, entries: []))
    let skipped = lists.received(ListPart(id: id, part: 2, isLast: false, entries: []))
    #expect(skipped == .decline(id, .other))
    for number in 0..<UInt64(IncomingLists.maximumLists) {
      _ = lists.received(ListPart(id: TransferID(rawValue: 11 + 2 * number), part: 0, isLast: false, entries: []))
    }
    let many = lists.received(ListPart(id: TransferID(rawValue: 101), part: 0, isLast: true, entries: []))
    #expect(many == .decline(TransferID(rawValue: 101), .busy))
  }

  @Test("a list that was agreed to and not all offered makes way for new ones, the oldest first") func makesWay() {
    var lists = IncomingLists(role: .host)
    for number in 0..<UInt64(IncomingLists.maximumLists + 1) {
      let id = TransferID(rawValue: 1 + 2 * number)
      let action = lists.received(ListPart(id: id, part: 0, isLast: true, entries: [file("a")]))
      #expect(action == .ask(id, [file("a")]))
      _ = lists.answered(id, isWanted: true)
    }
    let first = lists.admits(offer("a", list: 1))
    let second = lists.admits(offer("a", list: 3))
    #expect(!first && second)
  }

  @Test("a list without end is declined at its bound") func bound() {
    var lists = IncomingLists(role: .host)
    let entries = Array(repeating: file("a"), count: ListPart.maximumEntries)
    var last = IncomingLists.Action.nothing
    for part in 0...97 { last = lists.received(ListPart(id: id, part: part, isLast: false, entries: entries)) }
    #expect(last == .decline(id, .tooLong))
    let more = lists.received(ListPart(id: id, part: 98, isLast: true, entries: entries))
    #expect(more == .nothing)
  }

  @Test("several lists together hold no more than one may") func together() {
    var lists = IncomingLists(role: .host)
    let entries = Array(repeating: file("a"), count: ListPart.maximumEntries)
    var declined = 0
    for number in 0..<UInt64(4) {
      let id = TransferID(rawValue: 1 + 2 * number)
      for part in 0..<30 {
        let action = lists.received(ListPart(id: id, part: part, isLast: false, entries: entries))
        if action == .decline(id, .tooLong) { declined += 1 }
      }
    }
    #expect(declined == 1)
  }

  @Test("a writer cuts a list into parts that a control message holds") func writer() {
    var writer = ListWriter(id: id)
    var parts: [ListPart] = []
    let name = String(repeating: "嗯", count: 1_000)
    for number in 0..<400 {
      if let part = writer.add(file("\(name)\(number)")) { parts.append(part) }
    }
    parts.append(writer.finish())
    #expect(parts.map(\.part) == Array(0..<parts.count) && parts.map(\.isLast) == parts.map { $0 == parts.last })
    #expect(parts.flatMap(\.entries).count == 400)
    for part in parts {
      let package = ControlMessage.list(part).package
      let back = (package.data ?? []).withUnsafeBytes { ControlMessage(verb: "list", data: $0) }
      #expect(back == .list(part))
    }
  }
}
