import Documents
import KeyedArchive
import SessionCore

/// Preferences as lines for people, and as the objects of `--json`.
enum PreferencesText {
  /// How the key without a name is written where no other one stands beside it.
  static let emptyKey = #"\u{}"#

  /// A path as it can be typed again, escaped.
  static func name(_ path: String) -> String { path.isEmpty ? emptyKey : printable(path) }

  /// A row of `ls` and `find`: path, type, and as much of the value as a line has room for.
  static func row(_ item: PreferenceItem) -> [String] {
    [name(item.path.text), ValueType(item.value).rawValue, summary(item.value)]
  }

  /// A value on one line, cut where it is long; a container by how much is in it.
  static func summary(_ value: PropertyList) -> String {
    switch value {
    case .array(let elements), .set(let elements): Units.count(elements.count, "element")
    case .dictionary(let dictionary): Units.count(dictionary.count, "key")
    case .string(let text): "\"\(printable(text, columns: 60))\""
    case .data(let bytes): Units.bytes(Int64(bytes.count))
    default: printable(value.literal, columns: 60)
    }
  }

  static func object(_ item: PreferenceItem) -> PropertyListDictionary {
    ["key": .string(item.path.text), "type": .string(ValueType(item.value).rawValue), "value": item.value]
  }

  /// A line for each key that was changed, with the time and the type it has now; `now` in seconds since 1970.
  static func lines(_ received: PreferencesReceived, at now: Double) -> [String] {
    let time = PropertyList.date(now - 978_307_200).literal.prefix(19)
    guard let changes = received.applied, !changes.isEmpty else { return ["\(time)Z  something was changed"] }
    return changes.map { change in
      let type = (change.to ?? change.from).map { ValueType($0).rawValue } ?? ""
      return "\(time)Z  \(type)  \(EventText.change(change))"
    }
  }

  /// The lines of a change in the history.
  static func lines(_ entry: HistoryEntry) -> [String] {
    let time = PropertyList.date(entry.time - 978_307_200).literal.prefix(19)
    let author = entry.author.map { printable($0, columns: 40) } ?? "another program"
    let count = entry.count.map { Units.count($0, "key") } ?? "what is not known"
    let undone = entry.undoes.isEmpty ? "" : ", took back " + entry.undoes.map(String.init).joined(separator: ", ")
    let lost = entry.isComplete ? "" : ", not kept, so it cannot be taken back"
    let head = "\(entry.revision)  \(time)Z  \(author): \(count)\(undone)\(lost)"
    // The rest is in --json.
    let more = entry.changes.count > 20 ? ["    and \(entry.changes.count - 20) more"] : []
    return [head] + entry.changes.prefix(20).map { "    " + EventText.change($0) } + more
  }

  static func object(_ entry: HistoryEntry) -> PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "revision": .integer(Int128(entry.revision)), "time": .real(entry.time),
      "author": entry.author.map { .string($0) } ?? .null,
      "count": entry.count.map { .integer(Int128($0)) } ?? .null,
      "undoes": .array(entry.undoes.map { .integer(Int128($0)) }),
      "applied": .array(entry.changes.map { .dictionary($0.eventFields) }),
    ]
    if !entry.isComplete { fields["undoable"] = .bool(false) }
    return fields
  }

  /// What became of edits; `isTrial` where they were not made.
  static func object(_ outcome: PreferenceOutcome, isTrial: Bool) -> PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "revision": .integer(Int128(outcome.revision)), "count": .integer(Int128(outcome.count)),
      "applied": .array(outcome.changes.map { .dictionary($0.eventFields) }), "dryRun": .bool(isTrial),
      "recorded": .bool(outcome.isRecorded),
    ]
    if !outcome.isRecorded || !outcome.isUndoable { fields["undoable"] = .bool(false) }
    if !outcome.isExact { fields["exact"] = .bool(false) }
    return fields
  }
}
