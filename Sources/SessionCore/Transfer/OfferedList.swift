/// One entry of a list that is agreed on before anything is offered.
public struct ListedEntry: Sendable, Equatable {
  /// File or folder.
  public var kind: Offer.Kind
  /// The path that the offer is going to have.
  ///
  /// Untrusted.
  public var path: String
  /// Bytes; nil where it is not known, and for a folder.
  public var size: Int64?

  /// An entry.
  public init(kind: Offer.Kind, path: String, size: Int64?) {
    self.kind = kind
    self.path = path
    self.size = size
  }
}

/// A part of a list, as it travels.
public struct ListPart: Sendable, Equatable {
  /// The list's number, of the same series as transfers.
  public var id: TransferID
  /// Counted from 0.
  public var part: Int
  /// Whether the list ends with it.
  public var isLast: Bool
  /// At most `maximumEntries`.
  public var entries: [ListedEntry]

  /// The entries of one part: with paths of the usual length it is far below what a control message holds.
  public static let maximumEntries = 1_024
  /// The bytes of all paths of one part: half of what a control message holds.
  public static let maximumPathBytes = 512 << 10

  /// A part.
  public init(id: TransferID, part: Int, isLast: Bool, entries: [ListedEntry]) {
    self.id = id
    self.part = part
    self.isLast = isLast
    self.entries = entries
  }
}

/// Cuts the entries of a send into the parts of a list.
public struct ListWriter: Sendable {
  /// The most entries of one list: each is kept until it is sent.
  public static let maximumEntries = 100_000
  /// The bytes of all paths of one list: 16 MiB.
  public static let maximumPathBytes = 16 << 20

  private let id: TransferID
  private var part = 0
  private var entries: [ListedEntry] = []
  private var bytes = 0
  private var total = (entries: 0, bytes: 0)

  /// A list of that number.
  public init(id: TransferID) { self.id = id }

  /// Whether it holds as much as a list may.
  public var isFull: Bool { total.entries > Self.maximumEntries || total.bytes > Self.maximumPathBytes }

  /// Takes an entry; the part to send, where it is complete without this one.
  public mutating func add(_ entry: ListedEntry) -> ListPart? {
    let size = entry.path.utf8.count
    var complete: ListPart?
    if entries.count == ListPart.maximumEntries || bytes + size > ListPart.maximumPathBytes {
      complete = take(isLast: false)
    }
    entries.append(entry)
    bytes += size
    total = (total.entries + 1, total.bytes + size)
    return complete
  }

  /// The last part.
  public mutating func finish() -> ListPart { take(isLast: true) }

  private mutating func take(isLast: Bool) -> ListPart {
    defer {
      part += 1
      entries = []
      bytes = 0
    }
    return ListPart(id: id, part: part, isLast: isLast, entries: entries)
  }
}
