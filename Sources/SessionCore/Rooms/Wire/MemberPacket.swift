public import Framing
import KeyedArchive

/// What a member says to its room, as packages of kind 64; `docs/PROTOCOL.md` has the table.
///
/// Numbers are the member's own, from 1, counted up with everything that is to be taken once.
public enum MemberPacket: Sendable, Equatable {
  /// The first packet.
  case join(nick: String, token: [UInt8]?, since: UInt64?)
  case text(number: UInt64, text: String, to: String?)
  case stroke(number: UInt64, StrokePart)
  case file(number: UInt64, FilePart)
  case preview(StrokePart)
  case undo(number: UInt64)
  case clear(number: UInt64)
  case who
  case game(number: UInt64, GameCommand)
  case ping(token: UInt32)
  case bye

  /// The version of this exchange.
  public static let version = 1

  /// The packet as a package.
  public var package: Package { RoomWire.package(verbAndFields) }

  /// Reads a verb and its dictionary; nil where the verb is unknown, or a field is missing or out of bounds.
  public init?(verb: String, data: UnsafeRawBufferPointer) {
    guard let fields = RoomWire.fields(data), let packet = try? MemberPacket(verb, FieldReader(fields: fields))
    else { return nil }
    self = packet
  }

  private var verbAndFields: (String, PropertyListDictionary) {
    switch self {
    case .join(let nick, let token, let since):
      (
        "room-join",
        RoomWire.present([
          ("version", .number(Self.version)), ("nick", .string(nick)), ("token", token.map { .data($0) }),
          ("since", since.map { .number($0) }),
        ])
      )
    case .text(let number, let text, let to):
      (
        "room-text",
        RoomWire.present([("n", .number(number)), ("text", .string(text)), ("to", to.map { .string($0) })])
      )
    case .stroke(let number, let part): ("room-stroke", part.fields.with("n", .number(number)))
    case .file(let number, let part): ("room-file", part.fields.with("n", .number(number)))
    case .preview(let part): ("room-preview", part.fields)
    case .undo(let number): ("room-undo", ["n": .number(number)])
    case .clear(let number): ("room-clear", ["n": .number(number)])
    case .who: ("room-who", [:])
    case .game(let number, let command): ("room-game", command.fields.with("n", .number(number)))
    case .ping(let token): ("room-ping", ["token": .number(token)])
    case .bye: ("room-bye", [:])
    }
  }

  private init(_ verb: String, _ read: FieldReader) throws(FieldMissing) {
    switch verb {
    case "room-join":
      guard try read.int("version") >= 1 else { throw FieldMissing() }
      self = .join(
        nick: try read.string("nick"), token: try read.optional("token", FieldReader.data),
        since: try read.optional("since", FieldReader.counter))
    case "room-text":
      self = .text(
        number: try read.counter("n"), text: try read.string("text"), to: try read.optional("to", FieldReader.string))
    case "room-stroke": self = .stroke(number: try read.counter("n"), try StrokePart(read))
    case "room-file": self = .file(number: try read.counter("n"), try FilePart(read))
    case "room-preview": self = .preview(try StrokePart(read))
    case "room-undo": self = .undo(number: try read.counter("n"))
    case "room-clear": self = .clear(number: try read.counter("n"))
    case "room-who": self = .who
    case "room-game": self = .game(number: try read.counter("n"), try GameCommand(read))
    case "room-ping": self = .ping(token: try read.token())
    case "room-bye": self = .bye
    default: throw FieldMissing()
    }
  }
}

extension GameCommand {
  fileprivate var fields: PropertyListDictionary {
    switch self {
    case .start(let rounds): ["what": .string("start"), "rounds": .number(rounds)]
    case .stop: ["what": .string("stop")]
    case .hint: ["what": .string("hint")]
    case .skip: ["what": .string("skip")]
    case .scores: ["what": .string("scores")]
    }
  }

  fileprivate init(_ read: FieldReader) throws(FieldMissing) {
    switch try read.string("what") {
    case "start": self = .start(rounds: try read.int("rounds"))
    case "stop": self = .stop
    case "hint": self = .hint
    case "skip": self = .skip
    case "scores": self = .scores
    default: throw FieldMissing()
    }
  }
}
