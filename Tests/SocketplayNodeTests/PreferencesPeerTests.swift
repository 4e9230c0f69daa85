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
        expected = .noSuchKey
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

  @Test(
    "no preference reaches what keeps peers out",
    arguments: ["identity", "known_peers", "may", "plain", "../known_peers"])
  func security(key: String) async throws {
    let set = try PropertyList.dictionary(["set": .dictionary([key: .bool(true)])]).binary()
    let keys = try await store { peer in
      try peer.send(Self.part(0, last: true, set))
      _ = try peer.preferences()
    }
    // A key of that name is a key of the store, and nothing else.
    #expect(keys.count == 3)
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
