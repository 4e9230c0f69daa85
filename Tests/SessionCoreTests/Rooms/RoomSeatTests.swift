import SessionCore
import Testing

@Suite struct RoomSeatTests {
  private func text(_ text: String) -> (UInt64) -> [RoomSeat.Outgoing] {
    { [.packet(.text(number: $0, text: text, to: nil))] }
  }

  @Test("What is said before the room is there goes out once it is, in order")
  func early() {
    var seat = RoomSeat(nick: "bob")
    let got1 = seat.connected()
    #expect(got1 == .join(nick: "bob", token: nil, since: nil))
    let got2 = seat.say(line: 1, bytes: 1, text("a"))
    #expect(got2 == [])
    let (again, delivered) = seat.welcomed(nick: "bob-2", token: [1], heard: 0, startsAnew: true)
    #expect(again == [.packet(.text(number: 1, text: "a", to: nil))])
    #expect(delivered.isEmpty)
    #expect(seat.nick == "bob-2")
  }

  @Test("After a cut only what was not heard goes out again, once and in order (002-9)")
  func cut() {
    var seat = RoomSeat(nick: "bob")
    _ = seat.connected()
    _ = seat.welcomed(nick: "bob", token: [1], heard: 0, startsAnew: true)
    for (line, word) in ["a", "b", "c"].enumerated() { _ = seat.say(line: line, bytes: 1, text(word)) }
    let got3 = seat.heard(1)
    #expect(got3 == [0])
    let got4 = seat.took(5)
    #expect(got4)
    seat.lost()
    let got5 = seat.say(line: 3, bytes: 1, text("d"))
    #expect(got5 == [])
    let got6 = seat.connected()
    #expect(got6 == .join(nick: "bob", token: [1], since: 5))
    let (again, delivered) = seat.welcomed(nick: "bob", token: [2], heard: 2, startsAnew: false)
    #expect(delivered == [1])
    #expect(again == [.packet(.text(number: 3, text: "c", to: nil)), .packet(.text(number: 4, text: "d", to: nil))])
    let got7 = seat.took(5)
    #expect(!got7)
    let got8 = seat.took(6)
    #expect(got8)
  }

  @Test("A file that cannot be read any more is not said again, and what follows it is (002-9)")
  func unreadable() {
    var seat = RoomSeat(nick: "bob")
    _ = seat.connected()
    _ = seat.welcomed(nick: "bob", token: [1], heard: 0, startsAnew: true)
    let file = RoomFile(number: 7, kind: .stream, bytes: 10)
    _ = seat.say(line: 1, bytes: 0) { [.file(file, number: $0)] }
    _ = seat.say(line: 2, bytes: 1, text("behind it"))
    #expect(seat.files == [7])
    let (none, line) = (seat.gaveUp(file: 8), seat.gaveUp(file: 7))
    #expect(none == nil && line == 1)
    #expect(seat.files.isEmpty)
    _ = seat.connected()
    let (again, _) = seat.welcomed(nick: "bob", token: [2], heard: 0, startsAnew: false)
    #expect(again == [.packet(.text(number: 2, text: "behind it", to: nil))])
  }

  @Test("A room that begins anew is listened to from its first number")
  func anew() {
    var seat = RoomSeat(nick: "bob")
    _ = seat.connected()
    _ = seat.welcomed(nick: "bob", token: [1], heard: 0, startsAnew: true)
    let got9 = seat.took(100)
    #expect(got9)
    _ = seat.welcomed(nick: "bob", token: [2], heard: 0, startsAnew: true)
    let got10 = seat.took(1)
    #expect(got10)
  }

  @Test("No more waits than is allowed")
  func limits() {
    var limits = RoomSeat.Limits()
    (limits.count, limits.bytes) = (3, 10)
    var seat = RoomSeat(nick: "bob", limits: limits)
    let got11 = seat.say(line: 0, bytes: 6, text("a"))
    #expect(got11 != nil)
    let got12 = seat.say(line: 1, bytes: 5, text("b"))
    #expect(got12 == nil)
    let got13 = seat.say(line: 2, bytes: 4, text("c"))
    #expect(got13 != nil)
    let got14 = seat.say(line: 3, bytes: 0, text("d"))
    #expect(got14 != nil)
    let got15 = seat.say(line: 4, bytes: 0, text("e"))
    #expect(got15 == nil)
    #expect(seat.unheard == [0, 2, 3])
  }

  @Test("What the room did not do counts as failed, once, and is not said again")
  func denied() {
    var seat = RoomSeat(nick: "bob")
    _ = seat.connected()
    _ = seat.welcomed(nick: "bob", token: [1], heard: 0, startsAnew: true)
    for line in 1...3 { _ = seat.say(line: line, bytes: 1, text("x")) }
    let denied = seat.denied(2)
    let again = seat.denied(2)
    let heard = seat.heard(3)
    #expect(denied == 2)
    #expect(again == nil)
    #expect(heard == [1, 3])
  }

  @Test("A change that changes nothing is no news")
  func news() {
    var seat = RoomSeat(nick: "bob")
    let first = seat.update([.init(nick: "ann", online: true), .init(nick: "bob", online: true)])
    let second = seat.update([.init(nick: "bob", online: true), .init(nick: "ann", online: false)])
    #expect(first.count == 2)
    #expect(second == [.init(nick: "ann", online: false)])
    let (ann, bob) = (seat.isThere("ANN"), seat.isThere("Bob"))
    #expect(!ann)
    #expect(bob)
  }
}
