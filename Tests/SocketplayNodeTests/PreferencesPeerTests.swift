import Documents
import Framing
import KeyedArchive
import SessionCore
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

/// A peer that asks for, and edits, preferences by hand.
@Suite("A peer and this end's preferences", .serialized, .timeLimit(.minutes(1))) struct PreferencesPeerTests {
  private static let before: PropertyListDictionary = ["age": .integer(80), "when": .date(0.25)]

  /// Connects and greets, runs `body`, hangs up; then the store's values.
  private func store(
    readOnly: Bool = false, after body: @escaping @Sendable (RawPeer) throws -> Void
  ) async throws -> PropertyListDictionary {
    let scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(Self.before).binary())
    _ = try await withHost(
      scratch.node("host"),
      {
        $0.store = path
        $0.isReadOnly = readOnly
      }
    ) { host, endpoint in
      let peer = try RawPeer(endpoint)
      let hello = Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)
      try peer.send(.hello(hello))
      let greeting = try peer.message { if case .hello = $0 { true } else { false } }
      if case .hello(let hello)? = greeting { #expect(hello.features.contains("prefs")) }
      try body(peer)
      try peer.finishSending()
      _ = try peer.isClosed()
      _ = await host.first { if case .disconnected = $0 { true } else { false } }
    }
    let limits = StoreOpener.limits
    return try #require(PropertyList(binary: scratch.read("store.plist"), limits: limits).dictionaryValue)
  }

  /// Edits of so many keys, as the bytes of their list.
  private static func edits(_ count: Int) throws -> [UInt8] {
    let edits = (0..<count).map { PreferenceEdit(PreferencePath(key: "key \($0)"), to: .integer(Int128($0))) }
    return try PropertyList.dictionary(PreferenceEdits(edits).fields).binary()
  }

  private static func part(_ number: Int, last: Bool, _ data: [UInt8]) -> PreferencesMessage {
    .set(PreferencesPart(id: 1, revision: -1, part: number, isLast: last, data: data))
  }

  @Test("edits in parts are made when the last part has come") func parts() async throws {
    let bytes = try Self.edits(1_000)
    let keys = try await store { peer in
      try peer.send(Self.part(0, last: false, Array(bytes[..<5_000])))
      try peer.send(Self.part(1, last: true, Array(bytes[5_000...])))
      guard case .result(1, .success(let outcome))? = try peer.preferences() else {
        Issue.record("no result")
        return
      }
      #expect(outcome.revision == 1 && outcome.count == 1_000)
    }
    #expect(keys.count == 1_002 && keys["key 999"] == .integer(999) && keys["when"] == .date(0.25))
  }

  @Test("an old revision in any part of edits guards them all, and two revisions are none (000-40)")
  func guarded() async throws {
    let bytes = try PropertyList.dictionary(
      PreferenceEdits([PreferenceEdit(PreferencePath(key: "age"), to: .integer(1))]).fields
    ).binary()
    let keys = try await store { peer in
      func sent(_ id: Int64, _ first: Int64, _ last: Int64) throws -> PreferencesMessage? {
        for (number, revision) in [first, last].enumerated() {
          let data = number == 0 ? Array(bytes[..<10]) : Array(bytes[10...])
          try peer.send(
            .set(PreferencesPart(id: id, revision: revision, part: number, isLast: number == 1, data: data)))
        }
        return try peer.preferences()
      }
      for (id, revisions) in [(5, -1), (-1, 5), (5, 5)].enumerated() as EnumeratedSequence<[(Int64, Int64)]> {
        guard case .result(_, .success(let outcome))? = try sent(Int64(id), revisions.0, revisions.1) else {
          Issue.record("no result")
          return
        }
        #expect(outcome.conflicts.map(\.path.text) == ["age"] && outcome.count == 0)
      }
      #expect(try sent(9, 0, 5) == .result(id: 9, .failure(.malformed)))
      // Of what was contradicted nothing is left.
    }
    #expect(keys == Self.before)
  }

  @Test("what becomes of edits is told before the end of whoever has sent them, though they had to wait for it")
  func toldBeforeTheEnd() async throws {
    let scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(Self.before).binary())
    _ = try await withHost(scratch.node("host"), { $0.store = path }) { host, endpoint in
      // Another program works on the store, for longer than is waited.
      let folder = try Directory(path: Path.split(path).parent)
      let isLocked = try folder.descriptor.tryLock()
      #expect(isLocked)
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
      try peer.send(Self.part(0, last: true, Self.edits(3)))
      try peer.finishSending()
      let first = await host.first { event in
        switch event {
        case .error, .disconnected: true
        default: false
        }
      }
      guard case .error(let failure)? = first else {
        Issue.record("\(String(describing: first)) came first")
        return
      }
      #expect(failure.reason == .storeLocked)
      _ = await host.first { if case .disconnected = $0 { true } else { false } }
    }
  }

  @Test(
    "whole preferences wait for a store that is locked beside the peer's pings, and events and receipts keep their order"
  )
  func besideTheQueue() async throws {
    let scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(Self.before).binary())
    _ = try await withHost(scratch.node("host"), { $0.store = path }) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
      do {
        let folder = try Directory(path: Path.split(path).parent)
        let isLocked = try folder.descriptor.tryLock()
        #expect(isLocked)
        for (id, age) in [("1", 1), ("2", 2)] as [(String, Int128)] {
          try peer.send(
            Package(
              kind: .preferences, intent: .data, name: id,
              data: PropertyList.dictionary(["age": .integer(age)]).binary()))
          try peer.send(Package(kind: .text, intent: .data, word: "behind \(id)", name: "text \(id)"))
        }
        // One that is refused for itself waits for its turn, too.
        try peer.send(Package(kind: .preferences, intent: .data, name: "3", data: PropertyList.array([]).binary()))
        try peer.send(.ping(token: 7))
        let answer = try peer.message { message in
          switch message {
          case .pong, .got: true
          default: false
          }
        }
        #expect(answer == .pong(token: 7))
      }
      var receipts: [String] = []
      while receipts.count < 5,
        case .got(let receipt)? = try peer.message({ if case .got = $0 { true } else { false } })
      {
        receipts.append(receipt.id)
      }
      #expect(receipts == ["1", "text 1", "2", "text 2", "3"])
      try peer.finishSending()
      _ = await host.first { if case .disconnected = $0 { true } else { false } }
      let told = host.all.compactMap { event in
        switch event {
        case .preferences(let received): String(received.applied?.last?.to?.intValue ?? 0)
        case .text(_, let text): text
        case .error(let failure): failure.reason.rawValue
        default: nil
        }
      }
      #expect(told == ["1", "behind 1", "2", "behind 2", "notADictionary"])
    }
  }

  @Test("a peer that goes in the middle of its edits has changed nothing") func killed() async throws {
    let bytes = try Self.edits(1_000)
    let keys = try await store { peer in
      try peer.send(Self.part(0, last: false, Array(bytes[..<5_000])))
      try peer.send(Self.part(1, last: false, Array(bytes[5_000...])))
    }
    #expect(keys == Self.before)
  }

  @Test(
    "edits that are none, or lead nowhere, are refused whole", arguments: ["list", "path", "nowhere", "order", "bomb"])
  func refused(kind: String) async throws {
    let keys = try await store { peer in
      var expected = PreferencesProblem.malformed
      switch kind {
      case "list": try peer.send(Self.part(0, last: true, PropertyList.array([]).binary()))
      case "path":
        try peer.send(Self.part(0, last: true, PropertyList.dictionary(["set": .dictionary(["\\": .null])]).binary()))
      case "nowhere":
        expected = PreferencesProblem(.noSuchKey)
        let set: PropertyListDictionary = ["new": .integer(1), "age.x": .integer(1)]
        try peer.send(Self.part(0, last: true, PropertyList.dictionary(["set": .dictionary(set)]).binary()))
      case "order":
        expected = .tooLarge
        try peer.send(Self.part(1, last: true, []))
      default:
        try peer.send(Self.part(0, last: true, Fixtures.bytes("hostile/laughs20.plist")))
      }
      #expect(try peer.preferences() == .result(id: 1, .failure(expected)))
    }
    #expect(keys == Self.before)
  }

  @Test("a read-only end answers and changes nothing") func readOnly() async throws {
    let bytes = try Self.edits(10)
    let keys = try await store(readOnly: true) { peer in
      try peer.send(Self.part(0, last: true, bytes))
      #expect(try peer.preferences() == .result(id: 1, .failure(.notAllowed)))
      try peer.send(.ask(id: 2, .undo(count: 1)))
      #expect(try peer.preferences() == .result(id: 2, .failure(.notAllowed)))
      try peer.send(.ask(id: 3, .read([PreferencePath(key: "when")])))
      guard case .values(let part)? = try peer.preferences() else {
        Issue.record("no values")
        return
      }
      let values = try PropertyList(binary: part.data, limits: StoreOpener.limits)
      #expect(values == .dictionary(["when": .date(0.25)]) && part.isLast && part.revision == 0)
    }
    #expect(keys == Self.before)
  }

  @Test("who sits at a read-only end is told who may not change it, and not that somebody else does not allow it")
  func refusalIsTold() async throws {
    let scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(Self.before).binary())
    let bytes = try Self.edits(1)
    try await withHost(
      scratch.node("host"),
      {
        $0.store = path
        $0.isReadOnly = true
      }
    ) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)))
      try peer.send(Self.part(0, last: true, bytes))
      #expect(try peer.preferences() == .result(id: 1, .failure(.notAllowed)))
      try peer.send(
        Package(
          kind: .preferences, intent: .data, name: "r1", data: try PropertyList.dictionary(Self.before).xml()))
      let receipt = try peer.message { if case .got = $0 { true } else { false } }
      #expect(receipt == .got(Receipt(id: "r1", outcome: .failed(.notAllowed))))
      let refusals = host.all.compactMap { event -> Failure? in
        if case .error(let failure) = event { failure } else { nil }
      }
      #expect(refusals.map(\.reason) == [.readOnly, .readOnly] && refusals.allSatisfy { !$0.subject.isEmpty })
    }
  }

  @Test("what a peer has changed is told, though it hangs up at once") func goneAtOnce() async throws {
    let scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(Self.before).binary())
    let bytes = try Self.edits(1)
    try await withHost(scratch.node("host"), { $0.store = path }) { host, endpoint in
      let peer = try RawPeer(endpoint)
      try peer.send(.hello(Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
      try peer.send(Self.part(0, last: true, bytes))
      try peer.finishSending()
      let event = await host.first { if case .preferences = $0 { true } else { false } }
      guard case .preferences(let received)? = event else {
        Issue.record("nothing was told")
        return
      }
      #expect(received.keys == 1 && received.path == path)
    }
  }

  @Test(
    "no preference reaches what keeps peers out: its files are there, and byte for byte as they were",
    arguments: ["identity", "identity\\.pem", "known_peers", "may", "plain", "../known_peers", "isReadOnly"])
  func security(key: String) async throws {
    let scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(Self.before).binary())
    let node = scratch.node("host")
    let (before, after) = try await withHost(
      node,
      {
        $0.store = path
        $0.isReadOnly = key == "isReadOnly"
      }
    ) { _, endpoint in
      // A known peer, so that there is a file of them.
      _ = try node.trust("friend", id: "sha256:" + String(repeating: "ab", count: 32), may: "prefs")
      let peer = try RawPeer(endpoint)
      let hello = Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)
      try peer.send(.hello(hello))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
      let before = try scratch.snapshot(of: "config")
      let set = try PropertyList.dictionary(["set": .dictionary([key: .string("prefs,files")])]).binary()
      try peer.send(Self.part(0, last: true, set))
      _ = try peer.preferences()
      let document = try PropertyList.dictionary([key: .string("prefs,files")]).xml()
      try peer.send(Package(kind: .preferences, intent: .data, data: document))
      // What comes behind it is answered behind it.
      try peer.send(.ask(id: 2, .read([])))
      _ = try peer.preferences()
      return (before, try scratch.snapshot(of: "config"))
    }
    #expect(before == after)
    for name in ["identity.pem", "known_peers"] { #expect(before.contains { $0.hasPrefix("config/\(name) ") }) }
    // A key of that name is a key of the store, and nothing else.
    let keys = try #require(
      PropertyList(binary: scratch.read("store.plist"), limits: StoreOpener.limits).dictionaryValue)
    #expect(key == "isReadOnly" ? keys.count == 2 : keys.count > 2)
  }

  @Test("what cannot be read of a question or of edits is answered, and the next one is too")
  func unreadable() async throws {
    let keys = try await store { peer in
      func answer(_ verb: String, _ fields: PropertyListDictionary) throws -> PreferencesMessage? {
        let data = try PropertyList.dictionary(fields).binary()
        try peer.send(Package(kind: .control, intent: .none, word: verb, data: data))
        return try peer.preferences()
      }
      let malformed: Result<PreferenceOutcome, PreferencesProblem> = .failure(.malformed)
      #expect(try answer("prefs-ask", ["id": .integer(1), "keys": .string("a")]) == .result(id: 1, malformed))
      #expect(try answer("prefs-ask", ["id": .integer(2), "undo": .string("a")]) == .result(id: 2, malformed))
      #expect(try answer("prefs-set", ["id": .integer(3), "part": .integer(0)]) == .result(id: 3, malformed))
      let tooMuch = PropertyList.data([UInt8](repeating: 0, count: PreferencesPart.maximumSize + 1))
      let part: PropertyListDictionary = [
        "id": .integer(4), "part": .integer(0), "last": .bool(true), "data": tooMuch,
      ]
      #expect(try answer("prefs-set", part) == .result(id: 4, malformed))
      // Of a list that had begun nothing is made.
      try peer.send(.set(PreferencesPart(id: 5, revision: -1, part: 0, isLast: false, data: [1])))
      #expect(try answer("prefs-set", ["id": .integer(5), "part": .integer(1)]) == .result(id: 5, malformed))
      // One of a verb that nobody knows yet is passed over, and so is one without an id.
      let new = Package(
        kind: .control, intent: .none, word: "prefs-new", data: try PropertyList.dictionary([:]).binary())
      try peer.send(new)
      try peer.send(Package(kind: .control, intent: .none, word: "prefs-ask", data: [1, 2, 3]))
      try peer.send(.ask(id: 6, .read([])))
      guard case .values(let values)? = try peer.preferences() else {
        Issue.record("no values")
        return
      }
      #expect(values.id == 6)
    }
    #expect(keys == Self.before)
  }

  @Test(
    "a watch with an id is answered with the revision behind which every change is told, and a trial changes nothing")
  func watching() async throws {
    let keys = try await store { peer in
      try peer.send(.watch(id: 1, true))
      #expect(try peer.preferences() == .result(id: 1, .success(PreferenceOutcome(revision: 0, changes: []))))
      try peer.send(Self.part(0, last: true, try Self.edits(1)))
      var got: [PreferencesMessage] = []
      for _ in 0..<2 { if let message = try peer.preferences() { got.append(message) } }
      #expect(got.contains { if case .changed(let entry) = $0 { entry.revision == 1 } else { false } })
      try peer.send(.ask(id: 2, .undo(count: 1, isTrial: true)))
      let change = KeyChange(key: "key 0", from: .integer(0), to: nil)
      let trial = PreferenceOutcome(revision: 1, changes: [change])
      #expect(try peer.preferences() == .result(id: 2, .success(trial)))
    }
    #expect(keys.count == 3)
  }

  @Test("who may not look is told so when it wants to watch")
  func watchRefused() async throws {
    let scratch = try Scratch()
    try await withHost(scratch.node("host")) { _, endpoint in
      let peer = try RawPeer(endpoint)
      let hello = Hello(instance: "hand", name: "hand", features: [Hello.preferencesFeature], role: .join)
      try peer.send(.hello(hello))
      _ = try peer.message { if case .hello = $0 { true } else { false } }
      try peer.send(.watch(id: 1, true))
      #expect(try peer.preferences() == .result(id: 1, .failure(.notAllowed)))
    }
  }
}

extension RawPeer {
  func send(_ message: PreferencesMessage) throws {
    try send(#require(message.package))
  }

  /// The next message about preferences.
  func preferences() throws -> PreferencesMessage? {
    while let (package, data) = try next() {
      guard package.kind == .control, let verb = package.word else { continue }
      if let message = data.withUnsafeBytes({ PreferencesMessage(verb: verb, data: $0) }) { return message }
    }
    return nil
  }
}
