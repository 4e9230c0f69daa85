/// What somebody has agreed to and has not all come, of peers that were lost on the way: when one comes back with the same
/// files, the answer holds, once.
public struct KeptAgreements: Sendable {
  /// How many lists are kept; the oldest makes way.
  ///
  /// Together they hold no more than one list may.
  public static let maximum = 8

  private struct Kept {
    let owner: String
    let entries: [String: ListedEntry]
    let pathBytes: Int
  }

  private var lists: [Kept] = []

  /// Nothing agreed to.
  public init() {}

  /// Keeps what was agreed to and is still to come from `owner`, whose key is proven.
  public mutating func keep(_ entries: some Sequence<ListedEntry>, of owner: String) {
    var byPath: [String: ListedEntry] = [:]
    for entry in entries { byPath[entry.path] = entry }
    guard !byPath.isEmpty else { return }
    lists.append(
      Kept(owner: owner, entries: byPath, pathBytes: byPath.keys.reduce(0) { $0 + $1.utf8.count }))
    while lists.count > 1, isFull { lists.removeFirst() }
  }

  private var isFull: Bool {
    lists.count > Self.maximum || lists.reduce(0) { $0 + $1.entries.count } > ListWriter.maximumEntries
      || lists.reduce(0) { $0 + $1.pathBytes } > ListWriter.maximumPathBytes
  }

  /// Whether all of a list was agreed to before, each entry no smaller than it is now; that agreement is then used up.
  public mutating func covers(_ entries: [ListedEntry], of owner: String) -> Bool {
    let found = lists.firstIndex { kept in
      kept.owner == owner && entries.allSatisfy { kept.entries[$0.path]?.includes($0) ?? false }
    }
    guard let found, !entries.isEmpty else { return false }
    lists.remove(at: found)
    return true
  }
}

extension ListedEntry {
  /// Whether agreeing to this one is agreeing to `other`, of the same path: the same kind, and no larger.
  func includes(_ other: ListedEntry) -> Bool {
    guard kind == other.kind else { return false }
    guard kind == .file, let size else { return true }
    return other.size.map { $0 <= size } ?? false
  }
}
