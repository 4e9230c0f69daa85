/// What two socketplay ends tell each other about preferences: verbs of a kind 64 package, beside `ControlMessage`.
///
/// docs/PROTOCOL.md, section 2.5, lists each with its fields, types and limits.
public enum PreferencesMessage: Sendable, Equatable {
  /// A question, but for edits.
  case ask(id: Int64, PreferencesQuestion)
  /// A part of what was asked for.
  case values(PreferencesPart)
  /// A part of edits; a revision of -1 is any.
  case set(PreferencesPart)
  /// What became of edits, or why nothing did.
  case result(id: Int64, Result<PreferenceOutcome, PreferencesProblem>)
  /// Tell changes from now on, or no longer; one with an id is answered.
  case watch(id: Int64?, Bool)
  /// Something was changed.
  case changed(HistoryEntry)
}

/// A part of a property list too large for one message.
public struct PreferencesPart: Sendable, Equatable {
  /// The bytes of a part at most: with its fields it fits a message of 1 MiB.
  public static let maximumSize = (1 << 20) - 4_096
  /// The bytes of all parts at most.
  public static let maximumTotal = 64 << 20

  /// What it belongs to.
  public var id: Int64
  /// The store's revision, or the one that is expected; -1 for any.
  public var revision: Int64
  /// Its number, from 0.
  public var part: Int
  /// Whether it is the last.
  public var isLast: Bool
  /// Its bytes.
  public var data: [UInt8]

  /// A part.
  public init(id: Int64, revision: Int64, part: Int, isLast: Bool, data: [UInt8]) {
    self.id = id
    self.revision = revision
    self.part = part
    self.isLast = isLast
    self.data = data
  }
}

/// Puts the parts of property lists together, each in its order, and no more of them than there may be.
///
/// All parts of a list rest on one revision, which any of them may leave out: a guard that one carries is the guard of all.
public struct PreferencesAssembly: Sendable {
  /// Lists that may be under way at once; they share `PreferencesPart.maximumTotal`.
  public static let maximumLists = 8

  private struct List: Sendable {
    var next = 0
    var bytes: [UInt8] = []
    var revision: Int64 = -1
  }

  private var lists: [Int64: List] = [:]
  private var total = 0

  /// Nothing yet.
  public init() {}

  /// What a part brought about.
  public enum Outcome: Sendable, Equatable {
    case incomplete
    /// The revision that a part carries; -1 where none does.
    case complete([UInt8], revision: Int64)
    /// It does not follow what came before, or is too much: what came of that list is dropped.
    case refused
    /// It rests on another revision than a part before it: what came of that list is dropped.
    case contradicted
  }

  /// Takes a part.
  public mutating func add(_ part: PreferencesPart) -> Outcome {
    if part.part == 0 { drop(part.id) }
    var list = lists.removeValue(forKey: part.id) ?? List()
    total -= list.bytes.count
    guard part.part == list.next, lists.count < Self.maximumLists,
      total + list.bytes.count + part.data.count <= PreferencesPart.maximumTotal
    else { return .refused }
    if part.revision >= 0 {
      guard list.revision < 0 || list.revision == part.revision else { return .contradicted }
      list.revision = part.revision
    }
    list.next += 1
    list.bytes += part.data
    if part.isLast { return .complete(list.bytes, revision: list.revision) }
    total += list.bytes.count
    lists[part.id] = list
    return .incomplete
  }

  /// Drops what came of a list.
  public mutating func drop(_ id: Int64) {
    total -= lists.removeValue(forKey: id)?.bytes.count ?? 0
  }
}
