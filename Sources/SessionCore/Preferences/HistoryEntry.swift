public import KeyedArchive

/// One change of a store, as its history has it.
public struct HistoryEntry: Sendable, Equatable {
  /// The store's revision since then.
  public var revision: Int64
  /// When, in seconds since 1970.
  public var time: Double
  /// Who changed it: a peer's name, this machine's user, or nobody that is known; nil for another program.
  ///
  /// Untrusted.
  public var author: String?
  /// What changed, keys as paths; empty where that is not known, or was too much to be kept.
  public var changes: [KeyChange]
  /// How many keys changed; nil where that is not known.
  public var count: Int?
  /// The revisions that this change took back.
  public var undoes: [Int64]

  /// An entry.
  public init(
    revision: Int64, time: Double, author: String?, changes: [KeyChange], count: Int?, undoes: [Int64] = []
  ) {
    self.revision = revision
    self.time = time
    self.author = author
    self.changes = changes
    self.count = count
    self.undoes = undoes
  }

  /// Whether it says all that is needed to take it back.
  public var isComplete: Bool { count == changes.count }
}

extension HistoryEntry {
  /// The entry as a dictionary, as files and the wire carry it; what is not known has no key.
  public var fields: PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "revision": .integer(Int128(revision)), "time": .real(time),
      "changes": .array(changes.map { .dictionary($0.wireFields) }),
    ]
    if let author { fields["author"] = .string(author) }
    if let count { fields["count"] = .integer(Int128(count)) }
    if !undoes.isEmpty { fields["undoes"] = .array(undoes.map { .integer(Int128($0)) }) }
    return fields
  }

  /// The entry of a dictionary that `fields` made; nil where a field is missing or of another type.
  public init?(fields: PropertyListDictionary) {
    guard case .integer(let revision)? = fields["revision"], let revision = Int64(exactly: revision),
      case .real(let time)? = fields["time"], let changes = fields["changes"]?.arrayValue
    else { return nil }
    self.init(
      revision: revision, time: time, author: fields["author"]?.stringValue,
      changes: changes.compactMap(\.dictionaryValue).compactMap(KeyChange.init(wireFields:)),
      count: fields["count"]?.intValue,
      undoes: (fields["undoes"]?.arrayValue ?? []).compactMap(\.intValue).map(Int64.init))
  }
}

extension KeyChange {
  // On the wire a value that is not there has no key, since null is no property list's value.
  var wireFields: PropertyListDictionary {
    var fields: PropertyListDictionary = ["key": .string(key)]
    if let from { fields["from"] = from }
    if let to { fields["to"] = to }
    return fields
  }

  init?(wireFields fields: PropertyListDictionary) {
    guard let key = fields["key"]?.stringValue else { return nil }
    self.init(key: key, from: fields["from"], to: fields["to"])
  }
}
