import SessionCore
import Testing

@Suite struct GuessingGameTests {
  private func settings(_ words: [String] = ["ice cream"]) -> RoomSettings {
    var settings = RoomSettings()
    settings.words = words
    return settings
  }

  private func word(_ harness: RoomHarness, _ member: RoomMemberID) -> String? {
    harness.games(member).compactMap { if case .word(let word) = $0 { word } else { nil } }.last
  }

  @Test("The word goes to the drawer alone, everybody else sees its blanks (004-7)")
  func wordToDrawerOnly() {
    let harness = RoomHarness(settings())
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.game(.start(rounds: 1)), from: bob)
    #expect(word(harness, ann) == "ice cream")
    #expect(word(harness, bob) == nil)
    #expect(word(harness, .host) == nil)
    #expect(
      harness.games(bob).contains(.turn(round: 1, drawer: "ann", mask: "___ _____", seconds: 80)))
  }

  @Test("A right guess is hidden from others and scored, for haste too; a wrong one is a text (004-7)")
  func guesses() {
    let harness = RoomHarness(settings())
    let (ann, bob, eve) = (harness.join("ann"), harness.join("bob"), harness.join("eve"))
    harness.send(.game(.start(rounds: 1)), from: ann)
    harness.send(.text("cake", to: nil), from: bob)
    harness.send(.text(" Ice  CREAM ", to: nil), from: bob)
    harness.pass(40)
    #expect(harness.texts(eve) == ["bob: cake"])
    #expect(harness.games(eve).contains(.guessed(nick: "bob", points: 100)))
    harness.send(.text("ice cream", to: nil), from: eve)
    #expect(harness.games(ann).contains(.guessed(nick: "eve", points: 75)))
    #expect(
      harness.games(ann).contains(
        .turnOver(
          word: "ice cream",
          scores: [.init(nick: "bob", points: 100), .init(nick: "eve", points: 75), .init(nick: "ann", points: 50)])))
  }

  @Test("Neither the drawer nor who has found it tells the word, to all or to one")
  func tells() {
    let harness = RoomHarness(settings())
    let (ann, bob, eve) = (harness.join("ann"), harness.join("bob"), harness.join("eve"))
    harness.send(.game(.start(rounds: 1)), from: ann)
    harness.send(.text("it is ICE cream!", to: nil), from: ann)
    harness.send(.text("ice cream", to: "eve"), from: ann)
    harness.send(.text("ice cream", to: nil), from: bob)
    harness.send(.text("ice cream", to: "eve"), from: bob)
    #expect(harness.denials[ann] == [.tellsTheWord, .tellsTheWord])
    #expect(harness.denials[bob] == [.tellsTheWord])
    #expect(harness.texts(eve).isEmpty)
  }

  @Test("Only the drawer draws in a turn, and the canvas is empty at its start")
  func drawing() throws {
    let harness = RoomHarness(settings())
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.stroke(try stroke(1)), from: bob)
    harness.send(.game(.start(rounds: 1)), from: ann)
    #expect(harness.canvas.isEmpty)
    harness.send(.stroke(try stroke(1)), from: bob)
    harness.send(.clear, from: bob)
    harness.send(.undo, from: bob)
    harness.send(.stroke(try stroke(1)), from: ann)
    #expect(harness.denials[bob] == [.notYourTurn, .notYourTurn, .notYourTurn])
    #expect(harness.canvas.map(\.from) == ["ann"])
    #expect(harness.allowsPreview(by: ann))
    #expect(!harness.allowsPreview(by: bob))
  }

  @Test("Everybody draws once a round, and the game ends after its rounds with the best first")
  func rounds() {
    let harness = RoomHarness(settings(["one", "two", "three"]))
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.game(.start(rounds: 2)), from: ann)
    for turn in 0..<4 {
      let (drawer, guesser) = turn % 2 == 0 ? (ann, bob) : (bob, ann)
      harness.send(.text(word(harness, drawer) ?? "", to: nil), from: guesser)
    }
    let turns = harness.games(.host).compactMap {
      if case .turn(let round, let drawer, _, _) = $0 { "\(round) \(drawer)" } else { nil }
    }
    #expect(turns == ["1 ann", "1 bob", "2 ann", "2 bob"])
    #expect(
      harness.games(ann).last == .over(scores: [.init(nick: "ann", points: 250), .init(nick: "bob", points: 250)]))
    harness.send(.game(.skip), from: ann)
    #expect(harness.denials[ann] == [.noGame])
  }

  @Test("Letters show with time, never all of them, and the turn ends with its time")
  func time() {
    let harness = RoomHarness(settings(["abcd"]))
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.game(.start(rounds: 1)), from: ann)
    for _ in 0..<5 { harness.send(.game(.hint), from: ann) }
    harness.send(.game(.hint), from: bob)
    #expect(harness.denials[bob] == [.notYourTurn])
    let masks = harness.games(bob).compactMap { if case .hint(let mask) = $0 { mask } else { nil } }
    #expect(masks.map { $0.count { $0 == "_" } } == [3, 2])
    harness.pass(80)
    #expect(harness.games(bob).contains { if case .turnOver("abcd", _) = $0 { true } else { false } })
    #expect(harness.games(bob).contains { if case .turn(1, "bob", _, _) = $0 { true } else { false } })
  }

  @Test("Who leaves and comes back keeps the points; a drawer who leaves ends the turn")
  func leaving() {
    let harness = RoomHarness(settings(["one", "two", "three", "four"]))
    let (ann, bob, eve) = (harness.join("ann"), harness.join("bob"), harness.join("eve"))
    harness.send(.game(.start(rounds: 1)), from: ann)
    harness.send(.text(word(harness, ann) ?? "", to: nil), from: bob)
    harness.leave(bob)
    harness.leave(ann)
    #expect(harness.games(eve).contains { if case .turnOver = $0 { true } else { false } })
    #expect(harness.games(eve).contains { if case .over = $0 { true } else { false } })
    let back = harness.join("bob")
    harness.send(.game(.scores), from: back)
    #expect(
      harness.games(back).last
        == .scores([
          .init(nick: "bob", points: 100), .init(nick: "ann", points: 25), .init(nick: "eve", points: 0),
        ]))
  }

  @Test("A drawer who is cut off and back at once still draws, and is told the word again")
  func cutDrawer() throws {
    let harness = RoomHarness(settings())
    let (ann, bob) = (harness.join("ann"), harness.join("bob"))
    harness.send(.game(.start(rounds: 1)), from: bob)
    let back = harness.join("ann", token: harness.welcomes[ann]?.token, since: 100)
    #expect(word(harness, back) == "ice cream")
    #expect(harness.allowsPreview(by: back))
  }

  @Test("A game needs two; the host's user plays once it has said something")
  func players() {
    let harness = RoomHarness(settings())
    let ann = harness.join("ann")
    harness.send(.game(.start(rounds: 1)), from: ann)
    #expect(harness.denials[ann] == [.tooFewPlayers])
    harness.send(.game(.start(rounds: 1)), from: .host)
    #expect(word(harness, .host) == "ice cream")
    harness.send(.game(.start(rounds: 1)), from: ann)
    #expect(harness.denials[ann] == [.tooFewPlayers, .gameRuns])
  }

  @Test("Who cannot draw has no turn, who cannot say a text to all is not waited for, coming in the middle too")
  func parts() {
    let harness = RoomHarness(settings(["one", "two", "three"]))
    let cat = harness.join("cat", part: RoomPart(.chat))
    let ann = harness.join("ann")
    harness.send(.game(.start(rounds: 1)), from: ann)
    #expect(harness.denials[ann] == [.tooFewPlayers])
    let ivy = harness.join("ivy", part: RoomPart(.im))
    harness.send(.game(.start(rounds: 2)), from: ann)
    _ = harness.join("cid", part: RoomPart(.chat))
    let (ida, ben) = (harness.join("ida", part: RoomPart(.im)), harness.join("ben", part: RoomPart(.draw)))
    let first = word(harness, ann) ?? ""
    for member in [ivy, ida] { harness.send(.text(first, to: nil), from: member) }
    #expect(word(harness, ben) == nil)
    // All who can have found it: the turn is over at once.
    harness.send(.text(first, to: nil), from: ben)
    #expect(word(harness, ben) != nil)
    harness.pass(400)
    let drawers = harness.games(.host).compactMap {
      if case .turn(_, let drawer, _, _) = $0 { drawer } else { nil }
    }
    #expect(Set(drawers).isDisjoint(with: ["cat", "cid", "ivy", "ida"]))
    #expect(drawers.prefix(2) == ["ann", "ben"])
    #expect(word(harness, cat) == nil && word(harness, ivy) == nil)
  }

  @Test("A list of words leaves out blank lines, remarks and what cannot be drawn")
  func wordList() {
    #expect(GuessingGame.words(in: "cat\n\n# no\n  ice   cream \r\n---\n猫\n") == ["cat", "ice cream", "猫"])
  }
}
