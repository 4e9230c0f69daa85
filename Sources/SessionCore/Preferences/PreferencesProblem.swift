import KeyedArchive

/// Why nothing came of a question, as the other end is told it.
public struct PreferencesProblem: Error, Sendable, Equatable {
  /// The most of `detail`, in bytes of UTF-8; what is longer is left out.
  public static let maximumDetail = 256

  /// What was wrong.
  public var reason: Reason
  /// More, as the system or a reader of property lists puts it, and never where the store is; empty for nothing.
  ///
  /// Untrusted.
  public var detail: String

  /// A problem.
  public init(_ reason: Reason, detail: String = "") {
    self.reason = reason
    self.detail = detail.utf8.count > Self.maximumDetail ? "" : detail
  }

  /// What was wrong.
  ///
  /// The raw values are the wire's.
  public enum Reason: String, Sendable, Equatable, CaseIterable {
    /// The peer may not.
    case notAllowed = "not-allowed"
    /// An edit leads through a value that has nothing in it, or to a position that an array does not have.
    case noSuchKey = "no-such-key"
    /// There are fewer changes that can be taken back.
    case nothingToUndo = "nothing-to-undo"
    /// What a change did was not kept; the detail is its revision.
    case notUndoable = "not-undoable"
    /// Changes are not kept there, so none are told and none taken back.
    case noHistory = "no-history"
    /// What was sent is too large.
    case tooLarge = "too-large"
    /// What came is no property list, or not what it should be.
    case malformed
    /// The system does not let the store be read.
    case storeUnreadable = "store-unreadable"
    /// The system does not let the store be written, or its form has none for a value.
    case storeUnwritable = "store-unwritable"
    /// The store's file is no property list.
    case storeMalformed = "store-malformed"
    /// The store's file is a property list of something else than keys and values.
    case storeNoDictionary = "store-no-dictionary"
    /// The store is too large, or would be.
    case storeTooLarge = "store-too-large"
    /// Another program holds the store's lock.
    case storeLocked = "store-locked"
    /// The store cannot be read or written.
    case failed
  }

  /// The peer may not.
  public static let notAllowed = PreferencesProblem(.notAllowed)
  /// What was sent is too large.
  public static let tooLarge = PreferencesProblem(.tooLarge)
  /// What came is no property list, or not what it should be.
  public static let malformed = PreferencesProblem(.malformed)
  /// The store cannot be read or written.
  public static let failed = PreferencesProblem(.failed)
}

extension PreferencesProblem {
  /// The problem as fields of a message, its reason under `key`.
  func fields(_ key: String) -> PropertyListDictionary {
    var fields: PropertyListDictionary = [key: .string(reason.rawValue)]
    if !detail.isEmpty { fields["detail"] = .string(detail) }
    return fields
  }

  /// The problem that the fields of a message tell, its reason under `key`; nil where there is none.
  ///
  /// A reason that is not known, of whatever type, is one: what was refused is not taken for made.
  init?(fields: PropertyListDictionary, _ key: String) {
    guard let reason = fields[key] else { return nil }
    self.init(
      reason.stringValue.flatMap(Reason.init(rawValue:)) ?? .failed, detail: fields["detail"]?.stringValue ?? "")
  }
}
