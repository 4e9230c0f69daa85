public import Documents
public import KeyedArchive
public import SessionCore

/// A place where an application keeps its preferences: keys and values that can be read, edited and watched for changes.
///
/// Everything blocks.
public protocol PreferenceStore: Sendable {
  /// What tells this store from others of this machine, and what people call it: a path, `defaults:DOMAIN`, `dconf:/path/`.
  var name: String { get }

  /// How to be told that the store may have changed.
  var changes: StoreChanges { get }

  /// Whether a stamp's `modified` is the time of the store's last change.
  var isDated: Bool { get }

  /// What the store looks like from outside: another stamp means that its keys may have changed.
  func stamp() throws(StoreError) -> StoreStamp

  /// The keys and values, and the stamp they had.
  func load() throws(StoreError) -> StoreContent

  /// Makes edits, all or none, while nobody else can.
  ///
  /// `plan` is given what the store holds and says what to do. Nothing is written where nothing changes. What the store is `known`
  /// to hold is not read again where its stamp still is the same.
  func edit(known: StoreContent?, _ plan: (StoreContent) -> StorePlan) throws(StoreError) -> StoreEdit
}

/// What to do with a store.
public enum StorePlan: Sendable {
  case nothing
  /// Makes the edits, all or none.
  case edits([PreferenceEdit])
  /// Finds out what edits would come to, errors included, and makes none.
  case trial([PreferenceEdit])
}

/// How to be told that a store may have changed.
public enum StoreChanges: Sendable, Hashable {
  /// Something happens under one of these paths; their folders are watched.
  case paths([String])
  /// The program at a path, run with arguments, prints something.
  case program(String, [String])
  /// Nobody can tell.
  case unknown
}

/// A store's outside.
public struct StoreStamp: Sendable, Hashable {
  /// The file's number, its size, and when it last changed, in nanoseconds since 1970; zeros where there is none.
  public var inode: UInt64
  /// Bytes.
  public var size: Int64
  /// Nanoseconds since 1970.
  public var modified: Int64

  /// The stamp of what is not there.
  public static let none = StoreStamp(inode: 0, size: 0, modified: 0)

  /// A stamp.
  public init(inode: UInt64, size: Int64, modified: Int64) {
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}

/// What a store held.
public struct StoreContent: Sendable {
  /// The keys and values.
  public var keys: PropertyListDictionary
  /// The stamp they had.
  public var stamp: StoreStamp
  /// The form they are written in.
  public var form: PropertyListDocument.Format

  /// What a store held.
  public init(keys: PropertyListDictionary, stamp: StoreStamp, form: PropertyListDocument.Format) {
    self.keys = keys
    self.stamp = stamp
    self.form = form
  }
}

/// What edits came to.
public struct StoreEdit: Sendable {
  /// What changed, in the order of the edits; empty where nothing did.
  public var changes: [KeyChange]
  /// What the store holds now; of a trial, what it holds still.
  public var content: StoreContent
  /// Whether every value is there as it was given: XML has no fractions of dates and no reals of 32 bits.
  public var isExact: Bool

  /// What edits came to.
  public init(changes: [KeyChange], content: StoreContent, isExact: Bool = true) {
    self.changes = changes
    self.content = content
    self.isExact = isExact
  }
}
