import Framing
import KeyedArchive
import SessionCore
import TestSupport
import Testing

@Suite("Preferences on the wire")
struct PreferencesMessageTests {
  private static let path = PreferencePath(key: "a.b")
  private static let entry = HistoryEntry(
    revision: 3, time: 1.5, author: "p", changes: [KeyChange(key: "a", from: .real32(1), to: nil)], count: 1)

  static let messages: [PreferencesMessage] =
    [
      .ask(id: 1, .read(nil)), .ask(id: 2, .read([path])), .ask(id: 3, .history(limit: 5)),
      .ask(id: 4, .undo(count: 2)), .ask(id: 4, .undo(count: 2, isTrial: true)),
      .values(PreferencesPart(id: 5, revision: 9, part: 0, isLast: true, data: [1, 2])),
      .set(PreferencesPart(id: 6, revision: 9, part: 3, isLast: false, data: [])),
      .result(id: 7, .success(PreferenceOutcome(revision: 4, changes: entry.changes, count: 9))),
      .result(
        id: 8,
        .success(
          PreferenceOutcome(
            revision: 4, changes: [],
            conflicts: [
              PreferenceConflict(path: path, present: .integer(1)), PreferenceConflict(path: path, present: nil),
            ]))),
      .result(
        id: 9,
        .success(PreferenceOutcome(revision: 4, changes: [], isRecorded: false, isUndoable: false, isExact: false))),
      .watch(id: 3, true), .watch(id: nil, true), .watch(id: nil, false), .changed(entry),
    ] + PreferencesProblem.Reason.allCases.map { .result(id: 9, .failure(PreferencesProblem($0, detail: "why"))) }

  private func read(_ package: Package) throws -> PreferencesMessage? {
    let verb = try #require(package.word)
    return try #require(package.data).withUnsafeBytes { PreferencesMessage(verb: verb, data: $0) }
  }

  @Test("every message comes back, in a package that originals ignore", arguments: messages)
  func roundTrip(message: PreferencesMessage) throws {
    let package = try #require(message.package)
    #expect(package.kind == .control && package.intent == .none)
    #expect(package.word?.hasPrefix(PreferencesMessage.prefix) == true)
    #expect(try read(package) == message)
  }

  @Test("a field that is missing, of another type or beyond its limit makes no message")
  func refused() throws {
    let fields: [(String, PropertyListDictionary)] = [
      ("prefs-ask", [:]), ("prefs-ask", ["id": .integer(-1)]), ("prefs-ask", ["id": .integer(1 << 70)]),
      ("prefs-ask", ["id": .integer(1), "keys": .string("a")]),
      ("prefs-ask", ["id": .integer(1), "keys": .array([.string("\\")])]),
      ("prefs-ask", ["id": .integer(1), "keys": .array(Array(repeating: .string("a"), count: 1_025))]),
      ("prefs", ["id": .integer(1), "part": .integer(0), "last": .bool(true)]),
      ("prefs-result", ["id": .integer(1)]), ("prefs-watch", [:]), ("prefs-changed", ["revision": .integer(1)]),
      ("prefs-more", ["id": .integer(1)]),
    ]
    for (verb, fields) in fields {
      let bytes = try PropertyList.dictionary(fields).binary()
      #expect(bytes.withUnsafeBytes { PreferencesMessage(verb: verb, data: $0) } == nil, "\(verb) \(fields)")
    }
  }

  @Test("of a message that cannot be read the id is, so that whoever waits is answered")
  func unreadable() throws {
    func id(_ fields: PropertyListDictionary) throws -> Int64? {
      try PropertyList.dictionary(fields).binary().withUnsafeBytes(PreferencesMessage.idOfUnreadable)
    }
    #expect(try id(["id": .integer(7), "keys": .string("a")]) == 7)
    #expect(try id(["id": .integer(7), "data": .data([UInt8](repeating: 0, count: 2 << 20))]) == 7)
    #expect(try id(["keys": .string("a")]) == nil && id(["id": .integer(-1)]) == nil)
    #expect([UInt8]("none".utf8).withUnsafeBytes(PreferencesMessage.idOfUnreadable) == nil)
    #expect(
      ["prefs-ask", "prefs-set", "prefs", "prefs-watch"].map(PreferencesMessage.isQuestion) == [
        true, true, false, false,
      ])
  }

  @Test("a hundred thousand changes still make one message of less than 1 MiB")
  func fits() throws {
    let changes = (0..<100_000).map { KeyChange(key: "key \($0)", from: nil, to: .string("value \($0)")) }
    let message = PreferencesMessage.result(id: 1, .success(PreferenceOutcome(revision: 1, changes: changes)))
    let package = try #require(message.package)
    #expect(try #require(package.data).count < 1 << 20)
    guard case .result(_, .success(let outcome)) = try read(package) else { return #expect(Bool(false)) }
    #expect(outcome.count == 100_000 && outcome.changes == Array(changes.prefix(outcome.changes.count)))
    #expect(outcome.changes.count > 1_000)
  }

  @Test("one change of a key in a large store is sent in less than 1 KB")
  func small() throws {
    var base = PreferenceBase()
    base[Self.path] = .some(.integer(1))
    let edits = PreferenceEdits([PreferenceEdit(Self.path, to: .integer(2))], base: base, expected: 7)
    let data = try PropertyList.dictionary(edits.fields).binary()
    let part = PreferencesPart(id: 1, revision: 7, part: 0, isLast: true, data: data)
    #expect(try #require(PreferencesMessage.set(part).package).frame().count < 1_000)
    #expect(PreferenceEdits(fields: edits.fields, expected: 7) == edits)
  }

  @Test("edits come back, removals first, each with what is believed of it")
  func edits() throws {
    var base = PreferenceBase()
    base[PreferencePath(key: "gone")] = .some(nil)
    let nested = try #require(PreferencePath(text: "x.0.y"))
    let edits = PreferenceEdits(
      [
        PreferenceEdit(Self.path, to: .data([1])), PreferenceEdit(nested, to: nil),
        PreferenceEdit(PreferencePath(key: "gone"), to: .null),
      ],
      base: base)
    #expect(edits.edits.first?.value == nil)
    #expect(PreferenceEdits(fields: edits.fields, expected: nil) == edits)
    #expect(PreferenceEdits(fields: ["set": .dictionary(["\\": .null])], expected: nil) == nil)
  }

  @Test("parts make their list in order; what is out of order or too much is dropped, and others are not touched")
  func assembly() {
    func part(_ id: Int64, _ number: Int, last: Bool = false, _ data: [UInt8]) -> PreferencesPart {
      PreferencesPart(id: id, revision: 0, part: number, isLast: last, data: data)
    }
    var assembly = PreferencesAssembly()
    #expect(assembly.add(part(1, 0, [1])) == .incomplete)
    #expect(assembly.add(part(2, 0, [9])) == .incomplete)
    #expect(assembly.add(part(1, 2, [3])) == .refused)
    #expect(assembly.add(part(1, 1, [2])) == .refused)
    #expect(assembly.add(part(2, 1, last: true, [8])) == .complete([9, 8], revision: 0))
    #expect(assembly.add(part(3, 0, last: true, [])) == .complete([], revision: 0))
    let most = [UInt8](repeating: 0, count: PreferencesPart.maximumSize)
    var number = 0
    while assembly.add(part(4, number, most)) == .incomplete { number += 1 }
    #expect(number == PreferencesPart.maximumTotal / PreferencesPart.maximumSize)
    for id in 10..<18 { #expect(assembly.add(part(Int64(id), 0, [1])) == .incomplete) }
    #expect(assembly.add(part(18, 0, [1])) == .refused)
  }

  @Test("the revision that any part carries guards the whole list, and two that differ contradict each other (000-40)")
  func guardOfParts() {
    func part(_ number: Int, _ revision: Int64, last: Bool = false) -> PreferencesPart {
      PreferencesPart(id: 1, revision: revision, part: number, isLast: last, data: [UInt8(number)])
    }
    var assembly = PreferencesAssembly()
    for revisions in [[7, 7, 7], [7, -1, -1], [-1, 7, -1], [-1, -1, 7], [-1, -1, -1]] as [[Int64]] {
      #expect(assembly.add(part(0, revisions[0])) == .incomplete)
      #expect(assembly.add(part(1, revisions[1])) == .incomplete)
      #expect(assembly.add(part(2, revisions[2], last: true)) == .complete([0, 1, 2], revision: revisions.max() ?? 0))
    }
    for revisions in [[7, 8], [0, 7]] as [[Int64]] {
      #expect(assembly.add(part(0, revisions[0])) == .incomplete)
      #expect(assembly.add(part(1, revisions[1])) == .contradicted)
      // What came is dropped.
      #expect(assembly.add(part(2, revisions[1], last: true)) == .refused)
    }
  }

  @Test("damaged messages are read or ignored, never worse", arguments: 1...10 as ClosedRange<UInt64>)
  func damaged(seed: UInt64) throws {
    var mutator = Mutator(seed: seed)
    for message in Self.messages {
      let package = try #require(message.package)
      let data = try #require(package.data)
      for _ in 0..<40 {
        _ = mutator.mutation(of: data).withUnsafeBytes { PreferencesMessage(verb: package.word ?? "", data: $0) }
      }
    }
  }

  @Test("a refusal stays one, however large what is there, and one that cannot be read is no answer")
  func largeConflicts() throws {
    let large = PropertyList.data([UInt8](repeating: 7, count: 600_000))
    let outcome = PreferenceOutcome(
      revision: 3, changes: [], count: 0,
      conflicts: [
        PreferenceConflict(path: Self.path, present: large),
        PreferenceConflict(path: PreferencePath(key: "small"), present: .integer(1)),
      ])
    let told = try #require(PreferenceOutcome(fields: outcome.fields(id: 1))).conflicts
    #expect(told.map(\.path) == outcome.conflicts.map(\.path))
    #expect(told.map(\.present) == [nil, .integer(1)])
    var fields = outcome.fields(id: 1)
    fields["conflicts"] = .array([.integer(1)])
    #expect(PreferenceOutcome(fields: fields) == nil)
  }

  @Test("a question that cannot be read is none, and not one for everything", arguments: ["undo", "trial", "log"])
  func malformedCount(key: String) throws {
    for value in [PropertyList.integer(-1), .string("1")] {
      let data = try PropertyList.dictionary(["id": .integer(1), key: value]).binary()
      #expect(data.withUnsafeBytes { PreferencesMessage(verb: "prefs-ask", data: $0) } == nil)
    }
  }

  @Test(
    "edits whose revision cannot be read are none, and not edits whatever the revision",
    arguments: [.string("1"), .real(1), .bool(true), .null, .integer(1 << 63), .integer(1 << 64 - 1)] as [PropertyList])
  func malformedRevision(value: PropertyList) throws {
    let fields: PropertyListDictionary = [
      "id": .integer(1), "revision": value, "part": .integer(0), "last": .bool(true), "data": .data([]),
    ]
    let data = try PropertyList.dictionary(fields).binary()
    #expect(data.withUnsafeBytes { PreferencesMessage(verb: "prefs-set", data: $0) } == nil)
    #expect(data.withUnsafeBytes(PreferencesMessage.idOfUnreadable) == 1)
  }

  @Test("a revision that is left out or negative is any, and the largest is itself")
  func anyRevision() throws {
    let revisions: [(PropertyList?, Int64)] = [
      (nil, -1), (.integer(-1), -1), (.integer(-1 << 70), -1), (.integer(0), 0), (.integer(1 << 63 - 1), .max),
    ]
    for (value, revision) in revisions {
      var fields: PropertyListDictionary = [
        "id": .integer(1), "part": .integer(0), "last": .bool(true), "data": .data([]),
      ]
      if let value { fields["revision"] = value }
      let message = try PropertyList.dictionary(fields).binary().withUnsafeBytes {
        PreferencesMessage(verb: "prefs-set", data: $0)
      }
      #expect(message == .set(PreferencesPart(id: 1, revision: revision, part: 0, isLast: true, data: [])))
    }
  }

  @Test("edits with a field of another type are none: what guards them is not passed over")
  func malformedEdits() {
    let set = PropertyList.dictionary(["a": .integer(1)])
    let malformed: [PropertyListDictionary] = [
      ["set": .array([.integer(1)])], ["set": .null], ["unset": .string("a")], ["unset": .dictionary([:])],
      ["unset": .array([.integer(1)])], ["set": set, "unset": .null],
      ["set": set, "base": .array([.string("a")])], ["set": set, "base": .string("a")], ["set": set, "base": .null],
      ["set": set, "base": .dictionary(["\\": .integer(1)])],
      ["set": set, "absent": .string("a")], ["set": set, "absent": .dictionary([:])], ["set": set, "absent": .null],
      ["set": set, "absent": .array([.integer(1)])], ["set": set, "absent": .array([.string("a"), .bool(true)])],
    ]
    for fields in malformed { #expect(PreferenceEdits(fields: fields, expected: 1) == nil, "\(fields)") }
    #expect(PreferenceEdits(fields: [:], expected: 1) == PreferenceEdits([], expected: 1))
  }

  @Test("a watch whose id cannot be read is none, and an error of any type is one")
  func malformedWatchAndError() throws {
    func read(_ verb: String, _ fields: PropertyListDictionary) throws -> PreferencesMessage? {
      try PropertyList.dictionary(fields).binary().withUnsafeBytes { PreferencesMessage(verb: verb, data: $0) }
    }
    #expect(try read("prefs-watch", ["on": .bool(true), "id": .string("1")]) == nil)
    #expect(try read("prefs-watch", ["on": .bool(true), "id": .integer(-1)]) == nil)
    var fields = PreferenceOutcome(revision: 1, changes: []).fields(id: 2)
    fields["error"] = .integer(1)
    #expect(try read("prefs-result", fields) == .result(id: 2, .failure(.failed)))
  }
}
