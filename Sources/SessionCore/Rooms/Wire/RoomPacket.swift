public import Framing
import KeyedArchive

/// What a room says to a member, as packages of kind 64; `docs/PROTOCOL.md` has the table.
public enum RoomPacket: Sendable, Equatable {
  /// The answer to `join`; the roster follows.
  case welcome(room: String, nick: String, token: [UInt8], heard: UInt64, last: UInt64, startsAnew: Bool)
  case refused(RoomRefusal)
  /// A part of the whole roster, from 0.
  case roster([RosterEntry], part: Int, isLast: Bool)
  /// Who came and who left.
  case changes([RosterEntry])
  case text(number: UInt64, from: String, to: String?, text: String)
  case stroke(number: UInt64, from: String, StrokePart)
  case file(number: UInt64, from: String, FilePart)
  case preview(from: String, StrokePart)
  case undo(number: UInt64, from: String, of: UInt64?)
  case clear(number: UInt64, from: String)
  case game(number: UInt64, from: String, GameNews)
  /// The member's own numbers up to this one were taken.
  case heard(UInt64)
  /// What has that number of the member's own was not done; nil where it had none.
  case denied(RoomDenial, number: UInt64?)
  case pong(token: UInt32)
  case bye(RoomFarewell)

  /// Entries of one part of a roster.
  public static let rosterLimit = 512

  /// The packet as a package.
  public var package: Package { RoomWire.package(verbAndFields) }

  /// Reads a verb and its dictionary; nil where the verb is unknown, or a field is missing or out of bounds.
  public init?(verb: String, data: UnsafeRawBufferPointer) {
    guard let fields = RoomWire.fields(data), let packet = try? RoomPacket(verb, FieldReader(fields: fields))
    else { return nil }
    self = packet
  }

  private var verbAndFields: (String, PropertyListDictionary) {
    switch self {
    case .welcome(let room, let nick, let token, let heard, let last, let startsAnew):
      (
        "room-welcome",
        [
          "version": .number(MemberPacket.version), "room": .string(room), "nick": .string(nick),
          "token": .data(token), "heard": .number(heard), "last": .number(last), "anew": .bool(startsAnew),
        ]
      )
    case .refused(let refusal): ("room-refused", refusal.fields)
    case .roster(let entries, let part, let isLast):
      ("room-roster", ["members": entries.value, "part": .number(part), "last": .bool(isLast)])
    case .changes(let entries): ("room-changes", ["members": entries.value])
    case .text(let number, let from, let to, let text):
      (
        "room-text",
        RoomWire.present([
          ("seq", .number(number)), ("from", .string(from)), ("to", to.map { .string($0) }), ("text", .string(text)),
        ])
      )
    case .stroke(let number, let from, let part):
      ("room-stroke", part.fields.with("seq", .number(number)).with("from", .string(from)))
    case .file(let number, let from, let part):
      ("room-file", part.fields.with("seq", .number(number)).with("from", .string(from)))
    case .preview(let from, let part): ("room-preview", part.fields.with("from", .string(from)))
    case .undo(let number, let from, let of):
      (
        "room-undo",
        RoomWire.present([("seq", .number(number)), ("from", .string(from)), ("of", of.map { .number($0) })])
      )
    case .clear(let number, let from): ("room-clear", ["seq": .number(number), "from": .string(from)])
    case .game(let number, let from, let news):
      ("room-game", news.wireFields.with("seq", .number(number)).with("from", .string(from)))
    case .heard(let number): ("room-heard", ["n": .number(number)])
    case .denied(let denial, let number):
      ("room-denied", RoomWire.present([("reason", .string(denial.rawValue)), ("n", number.map { .number($0) })]))
    case .pong(let token): ("room-pong", ["token": .number(token)])
    case .bye(let farewell): ("room-bye", ["reason": .string(farewell.rawValue)])
    }
  }

  private init(_ verb: String, _ read: FieldReader) throws(FieldMissing) {
    switch verb {
    case "room-welcome":
      self = .welcome(
        room: try read.string("room"), nick: try read.nick("nick"), token: try read.data("token"),
        heard: try read.counter("heard"), last: try read.counter("last"), startsAnew: try read.bool("anew"))
    case "room-refused": self = .refused(try RoomRefusal(read))
    case "room-roster":
      self = .roster(try read.roster(), part: try read.int("part"), isLast: try read.bool("last"))
    case "room-changes": self = .changes(try read.roster())
    case "room-text":
      self = .text(
        number: try read.counter("seq"), from: try read.nick("from"), to: try read.optional("to", FieldReader.nick),
        text: try read.string("text"))
    case "room-stroke":
      self = .stroke(number: try read.counter("seq"), from: try read.nick("from"), try StrokePart(read))
    case "room-file": self = .file(number: try read.counter("seq"), from: try read.nick("from"), try FilePart(read))
    case "room-preview": self = .preview(from: try read.nick("from"), try StrokePart(read))
    case "room-undo":
      self = .undo(
        number: try read.counter("seq"), from: try read.nick("from"), of: try read.optional("of", FieldReader.counter))
    case "room-clear": self = .clear(number: try read.counter("seq"), from: try read.nick("from"))
    case "room-game":
      self = .game(number: try read.counter("seq"), from: try read.nick("from"), try GameNews(read))
    case "room-heard": self = .heard(try read.counter("n"))
    case "room-denied":
      self = .denied(
        try read.word("reason", as: RoomDenial.self), number: try read.optional("n", FieldReader.counter))
    case "room-pong": self = .pong(token: try read.token())
    case "room-bye": self = .bye(RoomFarewell(rawValue: try read.string("reason")) ?? .goodbye)
    default: throw FieldMissing()
    }
  }
}

extension [RosterEntry] {
  fileprivate var value: PropertyList {
    .array(map { .dictionary(["nick": .string($0.nick), "online": .bool($0.online)]) })
  }
}

extension FieldReader {
  /// A nick as a room gives it: at most as long as nicks are.
  fileprivate func nick(_ key: String) throws(FieldMissing) -> String {
    let nick = try string(key)
    guard (1...Nick.maximumBytes).contains(nick.utf8.count) else { throw FieldMissing() }
    return nick
  }

  fileprivate func roster() throws(FieldMissing) -> [RosterEntry] {
    try list("members") { (entry) throws(FieldMissing) in
      RosterEntry(nick: try entry.nick("nick"), online: try entry.bool("online"))
    }
  }
}

extension RoomRefusal {
  fileprivate var fields: PropertyListDictionary {
    switch self {
    case .nick(let refusal): ["reason": .string("nick"), "nick": .string(refusal.rawValue)]
    case .full: ["reason": .string("full")]
    case .kicked: ["reason": .string("kicked")]
    }
  }

  fileprivate init(_ read: FieldReader) throws(FieldMissing) {
    switch try read.string("reason") {
    case "nick": self = .nick(try read.word("nick", as: Nick.Refusal.self))
    case "full": self = .full
    case "kicked": self = .kicked
    default: throw FieldMissing()
    }
  }
}
