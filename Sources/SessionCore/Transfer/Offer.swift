/// The number of a transfer between two ends: even where the host offers, odd where the joiner does.
public struct TransferID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number, below 2^63.
  public var rawValue: UInt64

  /// The transfer of that number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The transfer that a chunk's `word` names; nil where it is no decimal number.
  public init?(word: String) {
    guard let value = UInt64(word), value <= UInt64(Int64.max) else { return nil }
    rawValue = value
  }

  /// Whether the left one comes first.
  public static func < (left: TransferID, right: TransferID) -> Bool { left.rawValue < right.rawValue }

  /// The number, as a chunk's `word` has it.
  public var description: String { String(rawValue) }
}

/// What is offered before the first chunk of an entry.
public struct Offer: Sendable, Equatable {
  /// What kind of entry it is.
  public enum Kind: String, Sendable, Equatable { case file, directory = "dir" }
  /// The digest that `done` will carry.
  public enum Digest: String, Sendable, Equatable { case xxh3 = "xxh3-128", sha256 = "sha-256" }
  /// How urgent it is among the transfers of one end.
  public enum Priority: String, Sendable, Equatable { case low, normal, high }

  /// The transfer's number.
  public var id: TransferID
  /// File or folder.
  public var kind: Kind
  /// The relative path, `/` between components; one component for a single file.
  ///
  /// At most 4,096 bytes. Untrusted.
  public var path: String
  /// Bytes; nil where it is not known (standard input).
  public var size: Int64?
  /// The source's modification time, nanoseconds since 1970; nil where there is none.
  public var modified: Int64?
  /// The digest that `done` will carry.
  public var digest: Digest
  /// How urgent it is.
  public var priority: Priority
  /// The list it was agreed on with, where the other end wants to be asked first.
  public var list: TransferID?

  /// An offer.
  public init(
    id: TransferID, kind: Kind, path: String, size: Int64?, modified: Int64? = nil, digest: Digest = .xxh3,
    priority: Priority = .normal, list: TransferID? = nil
  ) {
    self.id = id
    self.kind = kind
    self.path = path
    self.size = size
    self.modified = modified
    self.digest = digest
    self.priority = priority
    self.list = list
  }
}

/// Why an offer was not taken, or a transfer under way was ended.
///
/// The raw values are the wire's.
public enum RefusalReason: String, Sendable, Equatable, CaseIterable {
  // Of an offer.
  case exists
  case noSpace = "no-space"
  case name
  case notAllowed = "not-allowed"
  case notOffered = "not-offered"
  case busy
  case user
  // Of a transfer under way.
  case changed
  case unreadable
  case tooLong = "too-long"
  case incomplete
  case digest
  case storeFailed = "store-failed"
  case other
}
