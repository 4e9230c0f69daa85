import Editor
import KeyedArchive
import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("What the editor does with what comes")
struct EditorMachineTests {
  private static func machine(isTrial: Bool = false) -> EditorMachine {
    EditorMachine(EditorStore.Content(revision: 3, keys: ["age": .integer(80)]), isTrial: isTrial)
  }

  private static func change(to value: Int128, from: Int128, revision: Int64?) -> EditorInput {
    let change = KeyChange(key: "age", from: .integer(from), to: .integer(value))
    return .heard(
      PreferencesReceived(peer: "phone", bytes: 0, keys: 1, path: "studio", applied: [change], revision: revision))
  }

  private static func answer(_ revision: Int64, _ value: Int128) -> EditorInput {
    .read(.success(.values(revision: revision, ["age": .integer(value)])))
  }

  private func typed(_ text: String, into machine: inout EditorMachine, at now: Double = 0) -> [EditorMachine.Effect] {
    machine.take(.typed(Array(text.utf8)), at: now)
  }

  private func age(_ machine: EditorMachine) -> PropertyList? { machine.model.draft.keys["age"] }

  @Test("Keys become edits, and edits are sent; a trial sends none")
  func sending() {
    var machine = Self.machine()
    var effects = typed("\r\u{15}81\rs", into: &machine)
    guard case .send(let edits)? = effects.first else { Issue.record("nothing is sent"); return }
    #expect(edits.edits == [PreferenceEdit(PreferencePath(key: "age"), to: .integer(81))])
    #expect(machine.model.isSending)
    var trial = Self.machine(isTrial: true)
    effects = typed("\r\u{15}81\rs", into: &trial)
    #expect(effects.isEmpty)
    #expect(trial.model.notice == .trial(1))
  }

  @Test("What is typed behind a key that leaves does nothing")
  func leaving() {
    var machine = Self.machine()
    let effects = typed("qd", into: &machine)
    #expect(effects == [.leave(.left)])
    let hungUp = machine.take(.typed(nil), at: 0)
    #expect(hungUp == [.leave(.hungUp)])
    let interrupted = typed("\u{3}", into: &machine)
    #expect(interrupted == [.leave(.interrupted)])
  }

  @Test("What was not sent is there for who ends the editor without asking, the value being typed too (000-7)")
  func unsent() {
    var machine = Self.machine()
    #expect(machine.model.unsent == nil)
    _ = typed("\r\u{15}81", into: &machine)
    #expect(machine.model.unsent == UnsentEdits(base: ["age": .integer(80)], edited: ["age": .integer(81)]))
    // What is no int yet is none.
    _ = typed("x", into: &machine)
    #expect(machine.model.unsent == nil)
    _ = typed("\u{7F}\r", into: &machine)
    _ = typed("\ra", into: &machine)
    #expect(machine.model.unsent?.edited == ["age": .integer(81)])
    _ = typed("\u{1B}\u{1B}", into: &machine)
  }

  @Test("A lone ESC, and a paste without its end, are keys after a while")
  func deadlines() throws {
    var machine = Self.machine()
    _ = typed("/x\u{1B}", into: &machine, at: 10)
    let deadline = try #require(machine.deadline)
    #expect(deadline > 10 && deadline < 10.5)
    _ = machine.take(.tick, at: deadline)
    #expect(machine.model.mode == .browsing)
    #expect(machine.deadline == nil)
    _ = typed("\u{1B}[200~qq", into: &machine, at: 20)
    _ = machine.take(.tick, at: 20.5)
    #expect(machine.deadline == 22)
    _ = machine.take(.tick, at: 22)
    let effects = typed("q", into: &machine, at: 23)
    #expect(effects == [.leave(.left)])
  }

  @Test("Of what was typed and could not wait the rest is no command")
  func overrun() {
    var machine = Self.machine()
    _ = machine.take(.overrun, at: 0)
    let effects = typed("dqs", into: &machine)
    #expect(effects.isEmpty)
    #expect(machine.model.draft.edits.isEmpty)
  }

  @Test("An answer asked for before a change that was heard since does not take it back")
  func oldAnswer() {
    var machine = Self.machine()
    let read = typed("R", into: &machine)
    #expect(read == [.read])
    _ = machine.take(Self.change(to: 90, from: 80, revision: 4), at: 0)
    let again = machine.take(Self.answer(3, 80), at: 0)
    #expect(again == [.read])
    #expect(age(machine) == .integer(90))
    let done = machine.take(Self.answer(5, 91), at: 0)
    #expect(done.isEmpty)
    #expect(age(machine) == .integer(91))
    // Told late, what was read already.
    _ = machine.take(Self.change(to: 91, from: 90, revision: 5), at: 0)
    #expect(age(machine) == .integer(91))
  }

  @Test("A change that was missed makes it read; a reload while it reads reads once more")
  func gaps() {
    var machine = Self.machine()
    let gap = machine.take(Self.change(to: 90, from: 81, revision: 6), at: 0)
    #expect(gap == [.read])
    let reload = typed("R", into: &machine)
    #expect(reload.isEmpty)
    let again = machine.take(Self.answer(6, 90), at: 0)
    #expect(again == [.read])
    #expect(age(machine) == .integer(90))
  }

  @Test("A read that fails leaves edits on their way")
  func failedRead() {
    var machine = Self.machine()
    _ = typed("\r\u{15}81\rs", into: &machine)
    _ = typed("R", into: &machine)
    _ = machine.take(.read(.failure(Failure(.timedOut))), at: 0)
    #expect(machine.model.isSending)
    #expect(machine.model.notice == .failed(Failure(.timedOut)))
    let read = typed("R", into: &machine)
    #expect(read == [.read])
  }

  @Test("An outcome behind a change nobody has told makes it read; one that is late takes nothing back")
  func outcomes() {
    var machine = Self.machine()
    guard case .send(let edits)? = typed("\r\u{15}81\rs", into: &machine).first else {
      Issue.record("nothing is sent")
      return
    }
    let change = KeyChange(key: "age", from: .integer(80), to: .integer(81))
    let gap = machine.take(.sent(edits, .success(.outcome(PreferenceOutcome(revision: 5, changes: [change])))), at: 0)
    #expect(gap == [.read])
    _ = machine.take(Self.answer(5, 81), at: 0)
    guard case .send(let more)? = typed("\r\u{15}82\rs", into: &machine).first else {
      Issue.record("nothing is sent")
      return
    }
    _ = machine.take(Self.change(to: 82, from: 81, revision: 6), at: 0)
    _ = machine.take(Self.change(to: 90, from: 82, revision: 7), at: 0)
    let own = KeyChange(key: "age", from: .integer(81), to: .integer(82))
    let late = machine.take(.sent(more, .success(.outcome(PreferenceOutcome(revision: 6, changes: [own])))), at: 0)
    #expect(late.isEmpty)
    #expect(age(machine) == .integer(90))
    #expect(machine.model.draft.edits.isEmpty)
  }

  @Test("A connection that comes back is read where something was missed, or nothing was heard for a time")
  func connections() {
    var machine = Self.machine()
    let same = machine.take(.watching(3), at: 0)
    #expect(same.isEmpty)
    _ = machine.take(.lost(Failure(.lost)), at: 0)
    #expect(!machine.model.isConnected)
    let back = machine.take(.watching(3), at: 0)
    #expect(back == [.read])
    _ = machine.take(Self.answer(3, 80), at: 0)
    #expect(machine.model.isConnected)
    let missed = machine.take(.watching(4), at: 0)
    #expect(missed == [.read])
  }

  @Test("Suspended, it is there again with a signal, or after a while without one")
  func suspension() {
    var machine = Self.machine()
    let suspended = typed("\u{1A}", into: &machine)
    #expect(suspended == [.suspend] && machine.isPaused)
    let resumed = machine.take(.tick, at: 1)
    #expect(resumed == [.resume] && !machine.isPaused)
    let resized = machine.take(.terminal, at: 2)
    #expect(resized == [.resume])
  }
}
