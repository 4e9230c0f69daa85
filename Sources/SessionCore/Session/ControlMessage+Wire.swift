public import Framing
public import KeyedArchive

extension ControlMessage {
  /// Bounds on a control message's dictionary: far above what any verb needs, far below what could hurt.
  public static let limits = PropertyListLimits(
    maximumSize: 1 << 20,  // An `applied` of thousands of keys.
    maximumObjects: 65_536, maximumDepth: 32, maximumNodes: 65_536)

  /// The longest path, name or reason taken from a peer, in UTF-8 bytes (PATH_MAX).
  static let maximumText = 4_096

  /// The message as a package of kind 64.
  public var package: Package {
    let (verb, fields) = verbAndFields
    // Every value of a message is one that a property list carries, so writing it cannot fail.
    let data = (try? PropertyList.dictionary(fields).binary()) ?? []
    return Package(kind: .control, intent: .none, word: verb, data: data)
  }

  /// Reads a verb and its dictionary; nil where the verb is unknown or a field it needs is missing or out of bounds.
  public init?(verb: String, data: UnsafeRawBufferPointer) {
    guard let value = try? PropertyList(binary: data, limits: Self.limits), let fields = value.dictionaryValue
    else { return nil }
    self.init(verb: verb, fields: fields)
  }

  private var verbAndFields: (String, PropertyListDictionary) {
    switch self {
    case .hello(let hello): ("hello", hello.fields)
    case .list(let part): ("list", part.fields)
    case .offer(let offer): ("offer", offer.fields)
    case .accept(let id, let offset, let proof, let changed):
      (
        "accept",
        PropertyListDictionary([("id", id.value), ("offset", .integer(Int128(offset)))])
          .with("proof", proof.map { .data($0) }).with("changed", changed ? .bool(true) : nil)
      )
    case .begin(let id, let offset): ("begin", ["id": id.value, "offset": .integer(Int128(offset))])
    case .decline(let id, let reason): ("decline", ["id": id.value, "reason": .string(reason.rawValue)])
    case .credit(let id, let bytes): ("credit", ["id": id.value, "bytes": .integer(Int128(bytes))])
    case .done(let id, let size, let digest):
      ("done", ["id": id.value, "size": .integer(Int128(size)), "digest": .data(digest)])
    case .stored(let stored):
      (
        "stored",
        [
          "id": stored.id.value, "name": .string(stored.name), "verified": .string(stored.verified),
          "already": .bool(stored.alreadyThere),
        ]
      )
    case .cancel(let id, let reason): ("cancel", ["id": id.value, "reason": .string(reason.rawValue)])
    case .got(let receipt): ("got", receipt.fields)
    case .ping(let token): ("ping", ["token": .integer(Int128(token))])
    case .pong(let token): ("pong", ["token": .integer(Int128(token))])
    case .bye(let goodbye): ("bye", ["reason": .string(goodbye.rawValue)])
    }
  }

  private init?(verb: String, fields: PropertyListDictionary) {
    let message: ControlMessage? =
      switch verb {
      case "hello": Hello(fields: fields).map { .hello($0) }
      case "list": ListPart(fields: fields).map { .list($0) }
      case "offer": Offer(fields: fields).map { .offer($0) }
      case "accept":
        if let id = fields.transfer, let offset = fields.size("offset") {
          .accept(
            id: id, offset: offset, proof: fields["proof"]?.dataValue,
            changed: fields["changed"]?.boolValue ?? false)
        } else {
          nil
        }
      case "begin":
        if let id = fields.transfer, let offset = fields.size("offset") { .begin(id: id, offset: offset) } else { nil }
      case "decline": fields.transfer.map { .decline(id: $0, reason: fields.refusal) }
      case "credit":
        if let id = fields.transfer, let bytes = fields.size("bytes") { .credit(id: id, bytes: bytes) } else { nil }
      case "done":
        if let id = fields.transfer, let size = fields.size("size"), let digest = fields["digest"]?.dataValue {
          .done(id: id, size: size, digest: digest)
        } else {
          nil
        }
      case "stored": Stored(fields: fields).map { .stored($0) }
      case "cancel": fields.transfer.map { .cancel(id: $0, reason: fields.refusal) }
      case "got": Receipt(fields: fields).map { .got($0) }
      case "ping": fields.token.map { .ping(token: $0) }
      case "pong": fields.token.map { .pong(token: $0) }
      case "bye": .bye(fields.text("reason").flatMap(Goodbye.init(rawValue:)) ?? .goodbye)
      default: nil
      }
    guard let message else { return nil }
    self = message
  }
}

extension PropertyListDictionary {
  fileprivate var transfer: TransferID? { size("id").map { TransferID(rawValue: UInt64($0)) } }
  fileprivate var token: UInt32? {
    if case .integer(let value)? = self["token"] { UInt32(exactly: value) } else { nil }
  }
  /// The reason given; `other` for one that this version does not know.
  fileprivate var refusal: RefusalReason { text("reason").flatMap(RefusalReason.init(rawValue:)) ?? .other }

  /// A count of bytes: an integer from 0 to Int64.max.
  fileprivate func size(_ key: String) -> Int64? {
    guard case .integer(let value)? = self[key], value >= 0 else { return nil }
    return Int64(exactly: value)
  }

  /// A text of a length that is worth keeping.
  fileprivate func text(_ key: String) -> String? {
    guard let value = self[key]?.stringValue, value.utf8.count <= ControlMessage.maximumText else { return nil }
    return value
  }

  fileprivate func with(_ key: String, _ value: PropertyList?) -> PropertyListDictionary {
    var copy = self
    if let value { copy[key] = value }
    return copy
  }
}

extension TransferID {
  fileprivate var value: PropertyList { .integer(Int128(rawValue)) }
}

extension Hello {
  fileprivate var fields: PropertyListDictionary {
    [
      "version": .integer(Int128(version)), "instance": .string(instance), "name": .string(name),
      "features": .array(features.map { .string($0) }), "role": .string(role.rawValue),
    ]
  }

  fileprivate init?(fields: PropertyListDictionary) {
    guard let version = fields["version"]?.intValue, version >= 1, let instance = fields.text("instance"),
      (1...64).contains(instance.utf8.count), let name = fields.text("name"), (1...255).contains(name.utf8.count),
      let role = fields.text("role").flatMap(Role.init(rawValue:))
    else { return nil }
    let features = (fields["features"]?.arrayValue ?? []).compactMap(\.stringValue).filter { $0.utf8.count <= 64 }
    self.init(version: version, instance: instance, name: name, features: Array(features.prefix(64)), role: role)
  }
}

extension Offer {
  fileprivate var fields: PropertyListDictionary {
    PropertyListDictionary([
      ("id", id.value), ("type", .string(kind.rawValue)), ("path", .string(path)),
      ("digest", .string(digest.rawValue)), ("priority", .string(priority.rawValue)),
    ])
    .with("size", size.map { .integer(Int128($0)) })
    .with("mtime", modified.map { .integer(Int128($0)) })
    .with("list", list?.value)
  }

  fileprivate init?(fields: PropertyListDictionary) {
    guard let id = fields.transfer, let kind = fields.text("type").flatMap(Kind.init(rawValue:)),
      let path = fields.text("path"), let digest = fields.text("digest").flatMap(Digest.init(rawValue:))
    else { return nil }
    if fields["size"] != nil, fields.size("size") == nil { return nil }
    let modified: Int64? = if case .integer(let time)? = fields["mtime"] { Int64(exactly: time) } else { nil }
    self.init(
      id: id, kind: kind, path: path, size: fields.size("size"), modified: modified, digest: digest,
      priority: fields.text("priority").flatMap(Priority.init(rawValue:)) ?? .normal,
      list: fields.size("list").map { TransferID(rawValue: UInt64($0)) })
  }
}

extension ListPart {
  fileprivate var fields: PropertyListDictionary {
    [
      "id": id.value, "part": .integer(Int128(part)), "last": .bool(isLast),
      "entries": .array(entries.map { .dictionary($0.fields) }),
    ]
  }

  fileprivate init?(fields: PropertyListDictionary) {
    guard let id = fields.transfer, let part = fields["part"]?.intValue, part >= 0,
      let isLast = fields["last"]?.boolValue, let values = fields["entries"]?.arrayValue
    else { return nil }
    var entries: [ListedEntry] = []
    for value in values {
      guard let fields = value.dictionaryValue, let entry = ListedEntry(fields: fields) else { return nil }
      entries.append(entry)
    }
    self.init(id: id, part: part, isLast: isLast, entries: entries)
  }
}

extension ListedEntry {
  fileprivate var fields: PropertyListDictionary {
    PropertyListDictionary([("type", .string(kind.rawValue)), ("path", .string(path))])
      .with("size", size.map { .integer(Int128($0)) })
  }

  fileprivate init?(fields: PropertyListDictionary) {
    guard let kind = fields.text("type").flatMap(Offer.Kind.init(rawValue:)), let path = fields.text("path")
    else { return nil }
    if fields["size"] != nil, fields.size("size") == nil { return nil }
    self.init(kind: kind, path: path, size: fields.size("size"))
  }
}

extension Stored {
  fileprivate init?(fields: PropertyListDictionary) {
    guard let id = fields.transfer, let name = fields.text("name"), let verified = fields.text("verified")
    else { return nil }
    self.init(id: id, name: name, verified: verified, alreadyThere: fields["already"]?.boolValue ?? false)
  }
}

extension Receipt {
  fileprivate var fields: PropertyListDictionary {
    switch outcome {
    case .delivered: ["id": .string(id), "result": .string("delivered")]
    case .stored: ["id": .string(id), "result": .string("stored")]
    case .applied(let changes, let count):
      [
        "id": .string(id), "result": .string("applied"), "count": .integer(Int128(count)),
        "applied": .array(Self.fitting(changes)),
      ]
    case .failed(let problem): ["id": .string(id), "error": .string(problem.rawValue)]
    case .refused(let problem): refused(problem)
    }
  }

  private func refused(_ problem: PreferencesProblem) -> PropertyListDictionary {
    var fields = problem.fields("store")
    fields["id"] = .string(id)
    fields["error"] = .string(Problem.failed.rawValue)
    return fields
  }

  fileprivate init?(fields: PropertyListDictionary) {
    guard let id = fields.text("id") else { return nil }
    let outcome: Outcome? =
      switch fields.text("result") {
      case "delivered": .delivered
      case "stored": .stored
      case "applied":
        if let count = fields.size("count").flatMap({ Int(exactly: $0) }) {
          .applied(changes: fields.changes, count: count)
        } else {
          nil
        }
      default:
        fields.text("error").map { error in
          PreferencesProblem(fields: fields, "store").map { .refused($0) }
            ?? .failed(Problem(rawValue: error) ?? .failed)
        }
      }
    guard let outcome else { return nil }
    self.init(id: id, outcome: outcome)
  }

  /// The changes, in order, as far as they fit.
  private static func fitting(_ changes: [KeyChange]) -> [PropertyList] {
    var left = changesLimit
    return changes.lazy.map { PropertyList.dictionary($0.wireFields) }.prefix { change in
      left -= (try? change.binary().count) ?? left
      return left > 0
    }
  }
}

extension PropertyListDictionary {
  fileprivate var changes: [KeyChange] {
    (self["applied"]?.arrayValue ?? []).compactMap(\.dictionaryValue).compactMap(KeyChange.init(wireFields:))
  }
}
