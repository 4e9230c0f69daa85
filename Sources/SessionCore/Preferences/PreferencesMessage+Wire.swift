public import Framing
public import KeyedArchive

extension PreferencesMessage {
  /// What every verb of preferences begins with.
  public static let prefix = "prefs"

  /// A message's dictionary: as large as any control message, but as deep as the values of a store.
  private static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 65_536, maximumDepth: 136, maximumNodes: 1 << 18)

  /// The most paths asked for at once.
  public static let maximumPaths = 1_024

  /// The message as a package of kind 64.
  ///
  /// Nil where a value in it is nested deeper than is written.
  public var package: Package? {
    let (verb, fields) = verbAndFields
    guard let data = try? PropertyList.dictionary(fields).binary() else { return nil }
    return Package(kind: .control, intent: .none, word: verb, data: data)
  }

  private var verbAndFields: (String, PropertyListDictionary) {
    switch self {
    case .ask(let id, let question):
      var fields: PropertyListDictionary = ["id": .integer(Int128(id))]
      switch question {
      case .read(let paths):
        if let paths { fields["keys"] = .array(paths.map { .string($0.text) }) }
      case .history(let limit): fields["log"] = .integer(Int128(limit))
      case .undo(let count, let isTrial): fields[isTrial ? "trial" : "undo"] = .integer(Int128(count))
      case .edit: preconditionFailure("edits travel in parts")
      }
      return ("prefs-ask", fields)
    case .values(let part): return ("prefs", part.fields)
    case .set(let part): return ("prefs-set", part.fields)
    case .result(let id, .success(let outcome)): return ("prefs-result", outcome.fields(id: id))
    case .result(let id, .failure(let problem)):
      var fields = problem.fields("error")
      fields["id"] = .integer(Int128(id))
      return ("prefs-result", fields)
    case .watch(let id, let isOn):
      var fields: PropertyListDictionary = ["on": .bool(isOn)]
      if let id { fields["id"] = .integer(Int128(id)) }
      return ("prefs-watch", fields)
    case .changed(let entry):
      var entry = entry
      entry.changes = Receipt.fitting(entry.changes)
      return ("prefs-changed", entry.fields)
    }
  }

  /// Reads a verb and its dictionary; nil where the verb is unknown or a field it needs is missing or out of bounds.
  public init?(verb: String, data: UnsafeRawBufferPointer) {
    guard let fields = try? PropertyList(binary: data, limits: Self.limits).dictionaryValue else { return nil }
    let message: PreferencesMessage? =
      switch verb {
      case "prefs-ask": Self.question(fields)
      case "prefs": PreferencesPart(fields: fields).map { .values($0) }
      case "prefs-set": PreferencesPart(fields: fields).map { .set($0) }
      case "prefs-result": Self.result(fields)
      case "prefs-watch": Self.watch(fields)
      case "prefs-changed": HistoryEntry(fields: fields).map { .changed($0) }
      default: nil
      }
    guard let message else { return nil }
    self = message
  }

  /// Whether whoever sends a message of this verb waits for an answer.
  public static func isQuestion(_ verb: String) -> Bool { verb == "prefs-ask" || verb == "prefs-set" }

  /// The id of a message that cannot be read otherwise; nil where not even that can.
  public static func idOfUnreadable(_ data: UnsafeRawBufferPointer) -> Int64? {
    (try? PropertyList(binary: data, limits: wideLimits).dictionaryValue)?.number("id")
  }

  /// As large as a frame is, and no more values than such a message could hold by its rules many times over.
  private static let wideLimits = PropertyListLimits(
    maximumSize: 16 << 20, maximumObjects: 1 << 20, maximumDepth: 512, maximumNodes: 1 << 20)

  private static func question(_ fields: PropertyListDictionary) -> PreferencesMessage? {
    guard let id = fields.number("id") else { return nil }
    // What is there and cannot be read is not taken for another question.
    if fields["undo"] != nil { return fields.number("undo").map { .ask(id: id, .undo(count: Int(clamping: $0))) } }
    if fields["trial"] != nil {
      return fields.number("trial").map { .ask(id: id, .undo(count: Int(clamping: $0), isTrial: true)) }
    }
    if fields["log"] != nil { return fields.number("log").map { .ask(id: id, .history(limit: Int(clamping: $0))) } }
    guard let keys = fields["keys"] else { return .ask(id: id, .read(nil)) }
    guard let texts = keys.arrayValue, texts.count <= maximumPaths else { return nil }
    let paths = texts.compactMap { $0.stringValue.flatMap(PreferencePath.init(text:)) }
    return paths.count == texts.count ? .ask(id: id, .read(paths)) : nil
  }

  private static func watch(_ fields: PropertyListDictionary) -> PreferencesMessage? {
    guard let isOn = fields["on"]?.boolValue else { return nil }
    guard fields["id"] != nil else { return .watch(id: nil, isOn) }
    return fields.number("id").map { .watch(id: $0, isOn) }
  }

  private static func result(_ fields: PropertyListDictionary) -> PreferencesMessage? {
    guard let id = fields.number("id") else { return nil }
    if let problem = PreferencesProblem(fields: fields, "error") { return .result(id: id, .failure(problem)) }
    return PreferenceOutcome(fields: fields).map { .result(id: id, .success($0)) }
  }
}

extension PreferencesPart {
  fileprivate var fields: PropertyListDictionary {
    [
      "id": .integer(Int128(id)), "revision": .integer(Int128(revision)), "part": .integer(Int128(part)),
      "last": .bool(isLast), "data": .data(data),
    ]
  }

  fileprivate init?(fields: PropertyListDictionary) {
    guard let id = fields.number("id"), let part = fields.number("part"), let isLast = fields["last"]?.boolValue,
      let data = fields["data"]?.dataValue, data.count <= Self.maximumSize, let revision = Self.revision(fields)
    else { return nil }
    self.init(id: id, revision: revision, part: Int(part), isLast: isLast, data: data)
  }

  /// The revision, -1 where there is none or a negative one; nil where it cannot be read, which is not any revision.
  private static func revision(_ fields: PropertyListDictionary) -> Int64? {
    guard let value = fields["revision"] else { return -1 }
    guard case .integer(let number) = value else { return nil }
    return number < 0 ? -1 : Int64(exactly: number)
  }
}

extension PreferenceOutcome {
  /// The outcome as a dictionary, its changes and conflicts as far as they fit a message.
  public func fields(id: Int64) -> PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "id": .integer(Int128(id)), "revision": .integer(Int128(revision)), "count": .integer(Int128(count)),
      "applied": .array(Receipt.fitting(changes).map { .dictionary($0.wireFields) }),
    ]
    if !isRecorded { fields["unrecorded"] = .bool(true) }
    if !isUndoable { fields["unkept"] = .bool(true) }
    if !isExact { fields["inexact"] = .bool(true) }
    if !conflicts.isEmpty { fields["conflicts"] = .array(toldConflicts) }
    return fields
  }

  /// The conflicts as far as they fit a message, the first in any case: without any the edits would look made.
  ///
  /// A value that does not fit is left out.
  private var toldConflicts: [PropertyList] {
    var left = Receipt.changesLimit
    var told: [PropertyList] = []
    for conflict in conflicts {
      var (fields, size) = Self.told(conflict.path, conflict.present)
      if size > left { (fields, size) = Self.told(conflict.path, nil) }
      guard size <= left || told.isEmpty else { break }
      left -= min(size, left)
      told.append(fields)
    }
    return told
  }

  private static func told(_ path: PreferencePath, _ present: PropertyList?) -> (fields: PropertyList, size: Int) {
    let fields = PropertyList.dictionary(KeyChange(key: path.text, from: nil, to: present).wireFields)
    return (fields, (try? fields.binary().count) ?? .max)
  }

  /// The outcome of a dictionary that `fields` made; nil where a field is missing or of another type.
  public init?(fields: PropertyListDictionary) {
    guard let revision = fields.number("revision"), let count = fields.number("count"),
      let applied = fields["applied"]?.arrayValue
    else { return nil }
    let conflicts = (fields["conflicts"]?.arrayValue ?? []).compactMap(\.dictionaryValue)
      .compactMap(KeyChange.init(wireFields:))
    // Edits that were refused are not taken for made because the reasons cannot be read.
    guard fields["conflicts"] == nil || !conflicts.isEmpty else { return nil }
    self.init(
      revision: revision, changes: applied.compactMap(\.dictionaryValue).compactMap(KeyChange.init(wireFields:)),
      count: Int(clamping: count),
      conflicts: conflicts.compactMap { change in
        PreferencePath(text: change.key).map { PreferenceConflict(path: $0, present: change.to) }
      }, isRecorded: fields["unrecorded"]?.boolValue != true, isUndoable: fields["unkept"]?.boolValue != true,
      isExact: fields["inexact"]?.boolValue != true)
  }
}

extension PropertyListDictionary {
  /// An integer from 0 to Int64.max.
  func number(_ key: String) -> Int64? {
    guard case .integer(let value)? = self[key], value >= 0 else { return nil }
    return Int64(exactly: value)
  }
}

extension Receipt {
  /// The changes, in order, as far as a message has room for them.
  static func fitting(_ changes: [KeyChange]) -> [KeyChange] {
    var left = changesLimit
    return Array(
      changes.prefix { change in
        left -= (try? PropertyList.dictionary(change.wireFields).binary().count) ?? left
        return left > 0
      })
  }
}
