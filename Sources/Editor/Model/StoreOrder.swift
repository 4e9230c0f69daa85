/// The order in which belongs what is said of a store: by its revisions, since answers and news come by ways of their own.
public struct StoreOrder: Sendable {
  /// The revision of what is known.
  public private(set) var revision: Int64
  private var isReading = false
  /// Whether the store is to be read before what is known is all.
  private var isBehind = false
  /// Whether to read once more behind the answer that is awaited, which may be older than what is asked for.
  private var readsAgain = false
  /// Whether an answer has come that was older than what was known, and another is awaited.
  private var isInDoubt = false

  /// The order of what follows `revision`.
  public init(_ revision: Int64) {
    self.revision = revision
  }

  /// Where a change, or what became of edits, belongs.
  public enum Place: Sendable, Equatable {
    /// Behind what is known.
    case next
    /// Before it: what is known is newer.
    case past
    /// Behind something that nobody has told: the store is to be read.
    case gap
  }

  /// A change was told that has led to this revision; nil where that is not said.
  public mutating func heard(_ revision: Int64?) -> Place {
    if revision == self.revision { return .past }
    let place = revision.map { self.place($0) } ?? .next
    // What was to be read and could not be is still to be.
    return place == .next && isBehind && !isReading ? .gap : place
  }

  /// Edits were answered, behind which the store has this revision.
  public mutating func sent(_ revision: Int64) -> Place {
    revision == self.revision ? .next : place(revision)
  }

  private mutating func place(_ revision: Int64) -> Place {
    if revision < self.revision { return .past }
    let isNext = revision - 1 == self.revision
    self.revision = revision
    return isNext ? .next : .gap
  }

  /// Changes are told from now on, behind this revision, nil where that is not said; whether some were missed.
  public mutating func watches(_ revision: Int64?) -> Bool {
    guard let revision, revision == self.revision else {
      // A store whose history is gone begins anew.
      self.revision = min(self.revision, revision ?? self.revision)
      return true
    }
    return false
  }

  /// The store is to be read; false where it is being read already, and will be once more.
  public mutating func reads() -> Bool {
    isBehind = true
    if isReading { readsAgain = true }
    defer { isReading = true }
    return !isReading
  }

  /// What was read had this revision; whether it is to be taken, and whether to read again.
  public mutating func hasRead(_ revision: Int64) -> (isNews: Bool, readsAgain: Bool) {
    // Asked before what was heard since; asked after it and still older, the store has gone back.
    let isOld = revision < self.revision && !isInDoubt
    isInDoubt = isOld
    if !isOld { self.revision = revision }
    isReading = isOld || readsAgain
    isBehind = isReading
    readsAgain = false
    return (!isOld, isReading)
  }

  /// It could not be read.
  public mutating func couldNotRead() {
    isReading = false
    readsAgain = false
    isInDoubt = false
  }
}
