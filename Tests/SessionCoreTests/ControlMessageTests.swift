import Framing
import KeyedArchive
import SessionCore
import Testing

@Suite("Control messages") struct ControlMessageTests {
  private static let id = TransferID(rawValue: 7)

  static let all: [ControlMessage] = [
    .hello(Hello(instance: "0b0d", name: "ge's \"Mac\"; 空格 🎵", features: ["a", "b"], role: .host)),
    .offer(
      Offer(id: id, kind: .file, path: "songs/a é.mp3", size: 1 << 40, modified: -5, priority: .high)),
    .offer(Offer(id: id, kind: .file, path: "x.tar", size: nil)),
    .offer(Offer(id: id, kind: .directory, path: "empty", size: 0)),
    .accept(id: id, offset: 0, proof: nil),
    .accept(id: id, offset: 204_800, proof: [1, 2, 3]),
    .accept(id: id, offset: 0, proof: nil, changed: true),
    .begin(id: id, offset: 0),
    .credit(id: id, bytes: 1 << 19),
    .done(id: id, size: 0, digest: [UInt8](repeating: 9, count: 16)),
    .stored(Stored(id: id, name: "a (2).mp3", verified: "xxh3-128", alreadyThere: true)),
    .got(Receipt(id: "1", outcome: .delivered)),
    .got(Receipt(id: "2", outcome: .stored)),
    .got(
      Receipt(
        id: "3",
        outcome: .applied(
          changes: [
            KeyChange(key: "age", from: .integer(80), to: .integer(81)),
            KeyChange(key: "new", from: nil, to: .bool(true)),
            KeyChange(key: "gone", from: .string("x"), to: nil),
          ], count: 3))),
    .got(Receipt(id: "4", outcome: .failed(.notADictionary))),
    .got(Receipt(id: "5", outcome: .refused(PreferencesProblem(.storeUnwritable, detail: "Is a directory")))),
    .ping(token: 0), .pong(token: .max), .bye(.goodbye), .bye(.restart), .bye(.busy),
  ]

  @Test("each message is read back as it was written", arguments: all) func roundTrip(_ message: ControlMessage) throws
  {
    let package = message.package
    #expect(package.kind == .control && package.intent == .none && !package.isLast)
    let verb = try #require(package.word)
    let data = try #require(package.data)
    #expect(data.withUnsafeBytes { ControlMessage(verb: verb, data: $0) } == message)
  }

  @Test("every reason of a refusal has a word of its own", arguments: RefusalReason.allCases)
  func reasons(_ reason: RefusalReason) {
    for message: ControlMessage in [.decline(id: Self.id, reason: reason), .cancel(id: Self.id, reason: reason)] {
      let package = message.package
      #expect(read(package.word ?? "", package.data ?? []) == message)
    }
  }

  @Test("a reason this version does not know is another one") func unknownReason() {
    let fields: PropertyList = .dictionary(["id": .integer(7), "reason": .string("weather")])
    #expect(read("cancel", fields) == .cancel(id: Self.id, reason: .other))
  }

  @Test(
    "a message that lacks a field, or has one out of bounds, is none",
    arguments: [
      ("offer", ["id": .integer(-1), "type": .string("file"), "path": .string("x"), "digest": .string("xxh3-128")]),
      ("offer", ["id": .integer(1), "type": .string("link"), "path": .string("x"), "digest": .string("xxh3-128")]),
      ("offer", ["id": .integer(1), "type": .string("file"), "digest": .string("xxh3-128")]),
      (
        "offer",
        [
          "id": .integer(1), "type": .string("file"), "path": .string("x"), "digest": .string("xxh3-128"),
          "size": .integer(-1),
        ]
      ),
      ("accept", ["id": .integer(1)]), ("begin", ["id": .integer(1), "offset": .integer(1 << 70)]),
      ("credit", ["id": .string("1"), "bytes": .integer(1)]), ("done", ["id": .integer(1), "size": .integer(1)]),
      ("hello", ["version": .integer(0), "instance": .string("i"), "name": .string("n"), "role": .string("host")]),
      ("hello", ["version": .integer(1), "instance": .string(""), "name": .string("n"), "role": .string("host")]),
      ("ping", ["token": .integer(-1)]), ("got", ["id": .string("1")]), ("dance", [:]),
    ] as [(String, PropertyListDictionary)])
  func malformed(_ verb: String, _ fields: PropertyListDictionary) {
    #expect(read(verb, .dictionary(fields)) == nil)
  }

  @Test("a receipt holds the changes that fit, and the count of all") func manyChanges() throws {
    let value = PropertyList.string(String(repeating: "v", count: 1000))
    let changes = (0..<2000).map { KeyChange(key: "key \($0)", from: nil, to: value) }
    let package = ControlMessage.got(Receipt(id: "1", outcome: .applied(changes: changes, count: 2000))).package
    let data = try #require(package.data)
    #expect(data.count < ControlMessage.limits.maximumSize)
    guard case .got(let receipt)? = read("got", data), case .applied(let fitting, 2000) = receipt.outcome else {
      Issue.record("not a receipt")
      return
    }
    #expect(fitting.count > 400 && fitting == Array(changes.prefix(fitting.count)))
  }

  @Test("a path longer than any file system's is none") func longPath() {
    let fields: PropertyListDictionary = [
      "id": .integer(1), "type": .string("file"), "path": .string(String(repeating: "x", count: 4097)),
      "digest": .string("xxh3-128"),
    ]
    #expect(read("offer", .dictionary(fields)) == nil)
  }

  private func read(_ verb: String, _ fields: PropertyList) -> ControlMessage? {
    (try? fields.binary()).flatMap { read(verb, $0) }
  }

  private func read(_ verb: String, _ data: [UInt8]) -> ControlMessage? {
    data.withUnsafeBytes { ControlMessage(verb: verb, data: $0) }
  }
}
