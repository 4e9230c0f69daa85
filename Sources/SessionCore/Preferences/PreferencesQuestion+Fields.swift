public import KeyedArchive

extension PreferencesQuestion {
  /// The question as a dictionary, as the control socket carries it.
  public var fields: PropertyListDictionary {
    switch self {
    case .read(let paths):
      ["ask": .string("read"), "keys": paths.map { .texts($0.map(\.text)) } ?? .null]
    case .edit(let edits):
      [
        "ask": .string("edit"), "edits": .dictionary(edits.fields), "expected": .number(edits.expected),
      ]
    case .history(let limit): ["ask": .string("history"), "limit": .number(limit)]
    case .undo(let count, let isTrial): ["ask": .string(isTrial ? "trial" : "undo"), "count": .number(count)]
    }
  }

  /// The question of a dictionary that `fields` made; nil where a field is missing or of another type.
  public init?(fields: PropertyListDictionary) {
    guard let question = try? PreferencesQuestion(FieldReader(fields: fields)) else { return nil }
    self = question
  }

  init(_ read: FieldReader) throws(FieldMissing) {
    switch try read.string("ask") {
    case "read":
      let texts = try read.optional("keys", FieldReader.strings)
      let paths = texts?.compactMap(PreferencePath.init(text:))
      guard paths?.count == texts?.count else { throw FieldMissing() }
      self = .read(paths)
    case "edit":
      let expected = try read.optional("expected", FieldReader.int64)
      guard let edits = PreferenceEdits(fields: try read.dictionary("edits"), expected: expected) else {
        throw FieldMissing()
      }
      self = .edit(edits)
    case "history": self = .history(limit: try read.int("limit"))
    case "undo": self = .undo(count: try read.int("count"))
    case "trial": self = .undo(count: try read.int("count"), isTrial: true)
    default: throw FieldMissing()
    }
  }
}

extension PreferencesAnswer {
  /// The answer as a dictionary, as the control socket carries it; values as the bytes of a property list, so that only who
  /// asked reads them.
  public var fields: PropertyListDictionary {
    switch self {
    case .values(let revision, let keys):
      // What was read from a store can be written.
      PreferencesAnswer.encoded(revision: revision, (try? PropertyList.dictionary(keys).binary()) ?? []).fields
    case .encoded(let revision, let bytes): ["revision": .number(revision), "values": .data(bytes)]
    case .outcome(let outcome): ["outcome": .dictionary(outcome.fields(id: 0))]
    case .history(let entries): ["history": .array(entries.map { .dictionary($0.fields) })]
    }
  }

  /// The answer of a dictionary that `fields` made; nil where a field is missing or of another type.
  public init?(fields: PropertyListDictionary) {
    if let bytes = fields["values"]?.dataValue, let revision = fields.number("revision") {
      self = .encoded(revision: revision, bytes)
    } else if let outcome = fields["outcome"]?.dictionaryValue.flatMap(PreferenceOutcome.init(fields:)) {
      self = .outcome(outcome)
    } else if let entries = fields["history"]?.arrayValue {
      self = .history(entries.compactMap(\.dictionaryValue).compactMap(HistoryEntry.init(fields:)))
    } else {
      return nil
    }
  }
}
