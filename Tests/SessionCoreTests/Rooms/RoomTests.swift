import SessionCore
import Testing

@Suite struct RoomTests {
  @Test("A text to all reaches everybody, the sender and the host included, with one number (004-1)")
  func textToAll() {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.text("hi", to: nil), from: ann)
    harness.send(.text("ho", to: nil), from: bob)
    for member in [.host, ann, bob] {
      #expect(harness.texts(member) == ["ann: hi", "bob: ho"])
      #expect(harness.numbers(member) == [1, 2])
    }
  }

  @Test("A text to one reaches sender, receiver and the host's log alone (001-4, 001-11)")
  func textToOne() {
    let harness = RoomHarness()
    let (ann, bob, eve) = (harness.join("ann"), harness.join("bob"), harness.join("eve"))
    harness.send(.text("psst", to: "BOB"), from: ann)
    #expect(harness.texts(ann) == ["ann: psst"])
    #expect(harness.texts(bob) == ["ann: psst"])
    #expect(harness.texts(.host) == ["ann: psst"])
    #expect(harness.texts(eve).isEmpty)
  }

  @Test("The host's user says something to one member (001-5)")
  func operatorToOne() {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.text("welcome", to: "ann"), from: .host)
    #expect(harness.texts(ann) == ["host: welcome"])
    #expect(harness.texts(bob).isEmpty)
  }

  @Test("A second bob becomes bob-2, whatever its capitals, and is told so (001-12)")
  func conflict() {
    let harness = RoomHarness()
    let members = [harness.join("bob"), harness.join("Bob"), harness.join("bob")]
    #expect(members.map { harness.welcomes[$0]?.nick } == ["bob", "Bob-2", "bob-3"])
  }

  @Test("Nobody is called like the host's user, or like nothing at all (001-3, 001-10)")
  func reserved() {
    let harness = RoomHarness()
    let (host, empty, colon) = (harness.join("HOST"), harness.join(""), harness.join("a:b"))
    #expect(harness.welcomes[host]?.nick == "HOST-2")
    #expect(harness.refusals[empty] == .nick(.empty))
    #expect(harness.refusals[colon] == .nick(.colon))
  }

  @Test("An empty text and a text to nobody are denied, and nobody else hears of it (001-3)")
  func denied() {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.text("", to: nil), from: ann)
    harness.send(.text("x", to: "nobody"), from: ann)
    harness.send(.text(String(repeating: "x", count: 65_537), to: nil), from: ann)
    #expect(harness.denials[ann] == [.emptyText, .nobody, .longText])
    #expect(harness.texts(bob).isEmpty)
  }

  @Test("Who leaves is told as offline to all, and is the only one (001-6, 001-7)")
  func offline() {
    let harness = RoomHarness()
    let (ann, _) = (harness.join("ann"), harness.join("bob"))
    harness.pass(1)
    harness.pass(1)
    harness.leave(ann)
    #expect(harness.changes.last == [RosterEntry(nick: "ann", online: false)])
    #expect(
      harness.members == [
        .init(nick: "host", online: true), .init(nick: "ann", online: false), .init(nick: "bob", online: true),
      ])
  }

  @Test("Who comes is told to all within a second, a crowd in one piece, and coming back adds no row (001-8)")
  func crowd() {
    let harness = RoomHarness()
    let first = harness.join("m0")
    for index in 1..<100 { _ = harness.join("m\(index)") }
    #expect(harness.changes.count == 1)
    harness.pass(0.1)
    #expect(harness.changes.map(\.count) == [1, 99])
    harness.leave(first)
    _ = harness.join("m0")
    #expect(harness.members.count == 101)
    #expect(harness.welcomes.values.filter { $0.nick == "m0" }.count == 2)
  }

  @Test("Who comes late gets the canvas without what was taken back, in order, and no texts (004-15)")
  func lateJoiner() throws {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.stroke(try stroke(1)), from: ann)
    harness.send(.text("hi", to: nil), from: ann)
    harness.send(.stroke(try stroke(2)), from: bob)
    harness.send(.file(RoomFile(number: 9, kind: .picture, bytes: 10)), from: ann)
    harness.send(.stroke(try stroke(3)), from: ann)
    harness.send(.undo, from: ann)
    let late = harness.join("late")
    #expect(harness.numbers(late) == [1, 3, 4])
    #expect(harness.welcomes[late]?.startsAnew == true)
  }

  @Test("Texts of before come to who comes late where the host allows it, in their place among the strokes")
  func history() throws {
    var settings = RoomSettings()
    settings.history = 2
    let harness = RoomHarness(settings)
    let ann = harness.join("ann")
    for text in ["one", "two"] { harness.send(.text(text, to: nil), from: ann) }
    harness.send(.stroke(try stroke(1)), from: ann)
    harness.send(.text("to the host", to: "host"), from: ann)
    harness.send(.text("three", to: nil), from: ann)
    let late = harness.join("late")
    #expect(harness.numbers(late) == [2, 3, 5])
  }

  @Test("Undo takes back a member's own last, however others drew meanwhile, and a second nothing (004-11)")
  func undo() throws {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.stroke(try stroke(1)), from: ann)
    harness.send(.stroke(try stroke(2)), from: bob)
    harness.send(.undo, from: ann)
    harness.send(.undo, from: ann)
    #expect(harness.canvas.map(\.from) == ["bob"])
    #expect(harness.heard[bob]?.last?.content == .undo(of: 1))
    #expect(harness.denials[ann] == [.nothingToUndo])
  }

  @Test("Clear empties the canvas for all, and undo brings nothing back (004-11)")
  func clear() throws {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.stroke(try stroke(1)), from: ann)
    harness.send(.clear, from: bob)
    harness.send(.undo, from: ann)
    #expect(harness.canvas.isEmpty)
    #expect(harness.heard[ann]?.last?.content == .clear)
    #expect(harness.denials[ann] == [.nothingToUndo])
  }

  @Test("A full canvas takes no more strokes, points or pictures, and says so")
  func fullCanvas() throws {
    var settings = RoomSettings()
    (settings.canvas.operations, settings.canvas.points, settings.canvas.bytes) = (3, 10, 100)
    let harness = RoomHarness(settings)
    let ann = harness.join("ann")
    harness.send(.stroke(try stroke(1, count: 11)), from: ann)
    harness.send(.file(RoomFile(number: 1, kind: .picture, bytes: 101)), from: ann)
    #expect(harness.denials[ann] == [.canvasFull, .canvasFull])
    #expect(harness.forgotten.map(\.number) == [1])
    for _ in 0..<4 { harness.send(.stroke(try stroke(1)), from: ann) }
    #expect(harness.canvas.count == 3)
    harness.send(.undo, from: ann)
    harness.send(.stroke(try stroke(2)), from: ann)
    #expect(harness.canvas.count == 3)
  }

  @Test("A file is forgotten once neither the canvas nor the log has it")
  func forgottenFile() throws {
    var settings = RoomSettings()
    settings.log.messages = 2
    let harness = RoomHarness(settings)
    let ann = harness.join("ann")
    harness.send(.file(RoomFile(number: 1, kind: .picture, bytes: 10)), from: ann)
    harness.send(.undo, from: ann)
    #expect(harness.forgotten.isEmpty)
    harness.send(.text("a", to: nil), from: ann)
    #expect(harness.forgotten.map(\.number) == [1])
  }

  @Test("Who comes back after a cut gets what was missed once, texts to it alone included")
  func since() throws {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.text("one", to: nil), from: ann)
    let token = try #require(harness.welcomes[bob]?.token)
    harness.leave(bob)
    harness.send(.text("two", to: nil), from: ann)
    harness.send(.stroke(try stroke(1)), from: ann)
    let back = harness.join("bob", token: token, since: 1)
    #expect(harness.welcomes[back]?.nick == "bob")
    #expect(harness.welcomes[back]?.startsAnew == false)
    #expect(harness.numbers(back) == [2, 3])
  }

  @Test("Who missed more than is remembered starts anew with the canvas")
  func forgottenPast() throws {
    var settings = RoomSettings()
    settings.log.messages = 3
    let harness = RoomHarness(settings)
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.stroke(try stroke(1)), from: ann)
    let token = try #require(harness.welcomes[bob]?.token)
    harness.leave(bob)
    for text in 0..<5 { harness.send(.text("\(text)", to: nil), from: ann) }
    let back = harness.join("bob", token: token, since: 1)
    #expect(harness.welcomes[back]?.startsAnew == true)
    #expect(harness.numbers(back) == [1])
  }

  @Test("A member that comes back over a new connection replaces its ghost at once")
  func ghost() throws {
    let harness = RoomHarness()
    let bob = harness.join("bob")
    let token = try #require(harness.welcomes[bob]?.token)
    let back = harness.join("bob", token: token, since: 0)
    #expect(harness.closed[bob] == .replaced)
    #expect(harness.welcomes[back]?.nick == "bob")
    harness.leave(bob)
    #expect(harness.nick(of: back) == "bob")
  }

  @Test("An empty token is nobody's, and least of all the host's")
  func emptyToken() {
    let harness = RoomHarness()
    let hostNick = harness.nick(of: .host)
    let stranger = harness.join("mallory", token: [], since: 0)
    #expect(harness.nick(of: stranger) == "mallory")
    #expect(harness.nick(of: .host) == hostNick)
  }

  @Test("A nick whose owner has a key is nobody else's, not even while it is away")
  func owned() {
    let harness = RoomHarness()
    let bob = harness.join("bob", owner: "key 1")
    harness.leave(bob)
    let (other, plain, same) = (
      harness.join("bob", owner: "key 2"), harness.join("bob"), harness.join("bob", owner: "key 1")
    )
    #expect(harness.welcomes[other]?.nick == "bob-2")
    #expect(harness.welcomes[plain]?.nick == "bob-3")
    #expect(harness.welcomes[same]?.nick == "bob")
  }

  @Test("A key is known again under the nick it wished, whatever the room called it (004-7)")
  func wishOfAKey() {
    let room = RoomHarness()
    _ = room.join("bob", owner: "sha256:1")
    let second = room.join("Bob", owner: "sha256:2")
    #expect(room.welcomes[second]?.nick == "Bob-2")
    room.leave(second)
    let stranger = room.join("bob", owner: "sha256:3")
    #expect(room.welcomes[stranger]?.nick == "bob-3")
    let back = room.join("bob", owner: "sha256:2")
    #expect(room.welcomes[back]?.nick == "Bob-2")
    #expect(room.members.count == 4)
  }

  @Test("A plain member gets nothing of a key's, and a key nothing of a plain member's (000-38)")
  func plainAndKeyed() throws {
    let room = RoomHarness()
    let keyed = room.join("bob", owner: "sha256:1")
    room.send(.stroke(try stroke(1)), from: keyed)
    room.leave(keyed)
    let plain = room.join("bob")
    #expect(room.welcomes[plain]?.nick == "bob-2")
    room.send(.undo, from: plain)
    #expect(room.denials[plain] == [.nothingToUndo])
    room.leave(plain)
    let other = room.join("bob-2", owner: "sha256:9")
    #expect(room.welcomes[other]?.nick == "bob-2-2")
  }

  @Test("The pages of the roster are the roster, and only a page of somebody who came, left or was forgotten changes")
  func pages() {
    var settings = RoomSettings()
    settings.maximumAbsent = 2
    let room = RoomHarness(settings)
    let members = (0..<150).map { room.join("m\($0)") }
    let before = room.pages
    #expect(before.flatMap(\.entries) == room.members)
    #expect(before.count == 3)
    room.leave(members[80])
    let after = room.pages
    #expect(zip(before, after).map { $0.revision == $1.revision } == [true, false, true])
    #expect(after.flatMap(\.entries) == room.members)
    for member in members[..<3] { room.leave(member) }
    #expect(room.pages.flatMap(\.entries) == room.members)
    #expect(room.members.count == 149)
    #expect(zip(after, room.pages).allSatisfy { $0.revision != $1.revision })
  }

  @Test("What is sent again after a cut is taken once (002-9)")
  func again() throws {
    let harness = RoomHarness()
    let ann = harness.join("ann")
    let token = try #require(harness.welcomes[ann]?.token)
    harness.send(.text("one", to: nil), from: ann, number: 1)
    harness.send(.text("two", to: nil), from: ann, number: 2)
    let back = harness.join("ann", token: token, since: 0)
    #expect(harness.welcomes[back]?.heard == 2)
    harness.send(.text("two", to: nil), from: back, number: 2)
    harness.send(.text("three", to: nil), from: back, number: 3)
    #expect(harness.texts(.host) == ["ann: one", "ann: two", "ann: three"])
  }

  @Test("Kick ends a member's connection and keeps it out; members may not")
  func kick() throws {
    let harness = RoomHarness()
    let (ann, bob) = (harness.join("ann"), harness.join("bob", owner: "key"))
    harness.kick("bob", by: ann)
    #expect(harness.denials[ann] == [.hostOnly])
    harness.kick("bob", by: .host)
    #expect(harness.closed[bob] == .kicked)
    harness.leave(bob)
    let back = harness.join("bob", owner: "key")
    #expect(harness.refusals[back] == .kicked)
    harness.kick("host", by: .host)
    #expect(harness.denials[.host] == [.nobody])
  }

  @Test("A full room refuses, but takes back who has a place in it")
  func full() throws {
    var settings = RoomSettings()
    settings.maximumMembers = 2
    let harness = RoomHarness(settings)
    let ann = harness.join("ann")
    _ = harness.join("bob")
    let third = harness.join("eve")
    #expect(harness.refusals[third] == .full)
    let back = harness.join("ann", token: harness.welcomes[ann]?.token, since: 0)
    #expect(harness.welcomes[back]?.nick == "ann")
  }

  @Test("Those that are away are forgotten, the longest gone first")
  func absent() {
    var settings = RoomSettings()
    settings.maximumAbsent = 2
    let harness = RoomHarness(settings)
    for index in 0..<4 { harness.leave(harness.join("m\(index)")) }
    #expect(harness.members.map(\.nick) == ["host", "m2", "m3"])
  }
}
