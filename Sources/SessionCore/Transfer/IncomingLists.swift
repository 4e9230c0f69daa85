/// The lists that one peer sends of what it is going to offer, for an end that wants to be asked first.
///
/// An entry of a list that was agreed to may be offered once; nothing else may.
public struct IncomingLists: ~Copyable {
  /// What follows from a part.
  public enum Action: Sendable, Equatable {
    case nothing
    /// The list is complete: ask, and tell `answered`.
    case ask(TransferID, [ListedEntry])
    /// It breaks a bound, or a rule of its form.
    case decline(TransferID, RefusalReason)
  }

  /// The lists of one peer that may be open: each is one `send-file` of its user.
  ///
  /// Together they hold no more than one list may, so that a peer cannot fill this end's memory with names.
  public static let maximumLists = 8

  private enum State {
    case coming([ListedEntry], parts: Int)
    case asked([ListedEntry])
    /// What has not come yet, by path.
    case agreed([String: Agreed])

    /// How many entries are held, and the bytes of their paths.
    var size: (entries: Int, bytes: Int) {
      switch self {
      case .coming(let entries, _), .asked(let entries): Self.size(entries)
      case .agreed(let entries): Self.size(entries.values.lazy.map(\.entry))
      }
    }

    static func size(_ entries: some Collection<ListedEntry>) -> (entries: Int, bytes: Int) {
      (entries.count, entries.reduce(0) { $0 + $1.path.utf8.count })
    }
  }

  /// An entry that may come, and whether it was offered: that it may be once.
  private struct Agreed {
    var entry: ListedEntry
    var isOffered = false
  }

  private let parity: UInt64
  private var lists: [TransferID: State] = [:]
  /// The entries that were admitted and whose end was not told.
  private var underWay: [TransferID: (list: TransferID, path: String)] = [:]

  /// No list yet; `role` is this end's.
  public init(role: Hello.Role) {
    parity = role == .host ? 1 : 0
  }

  /// A part has come.
  public mutating func received(_ part: ListPart) -> Action {
    guard part.id.rawValue % 2 == parity else { return .nothing }
    var (entries, parts) = ([ListedEntry](), 0)
    switch lists[part.id] {
    case nil:
      // A list that was declined while its parts were on their way.
      if part.part > 0 { return .nothing }
      if lists.count >= Self.maximumLists, !dropOldestAgreed() { return .decline(part.id, .busy) }
    case .coming(let before, let count)?: (entries, parts) = (before, count)
    case .asked?, .agreed?: return .nothing
    }
    lists[part.id] = nil
    guard part.part == parts, part.entries.count <= ListPart.maximumEntries else { return .decline(part.id, .other) }
    entries += part.entries
    guard makeRoom(for: entries) else { return .decline(part.id, .tooLong) }
    guard part.isLast else {
      lists[part.id] = .coming(entries, parts: parts + 1)
      return .nothing
    }
    lists[part.id] = .asked(entries)
    return .ask(part.id, entries)
  }

  /// Somebody said yes or no; false where the list is gone.
  public mutating func answered(_ id: TransferID, isWanted: Bool) -> Bool {
    guard case .asked(let entries)? = lists[id] else { return false }
    guard isWanted else {
      lists[id] = nil
      return true
    }
    var agreed: [String: Agreed] = [:]
    for entry in entries { agreed[entry.path] = Agreed(entry: entry) }
    lists[id] = .agreed(agreed)
    return true
  }

  /// The sender gave a list up.
  public mutating func remove(_ id: TransferID) {
    lists[id] = nil
    underWay = underWay.filter { $0.value.list != id }
  }

  /// Whether an offer is of a list that was agreed to, no larger than it said there, and the first of its entry.
  public mutating func admits(_ offer: Offer) -> Bool {
    let offered = ListedEntry(kind: offer.kind, path: offer.path, size: offer.size)
    guard let list = offer.list, case .agreed(var entries)? = lists[list], let agreed = entries[offer.path],
      !agreed.isOffered, agreed.entry.includes(offered)
    else { return false }
    // Out of the table while it changes, so that it is not copied.
    lists[list] = nil
    entries[offer.path]?.isOffered = true
    lists[list] = .agreed(entries)
    underWay[offer.id] = (list, offer.path)
    return true
  }

  /// A transfer is over: stored, or for another reason.
  public mutating func ended(_ id: TransferID, isStored: Bool) {
    guard let (list, path) = underWay.removeValue(forKey: id), isStored, case .agreed(var entries)? = lists[list] else {
      return
    }
    lists[list] = nil
    entries[path] = nil
    // Of what was agreed to all has come.
    if !entries.isEmpty { lists[list] = .agreed(entries) }
  }

  /// What was agreed to, list by list, and has not been stored.
  public func outstanding() -> [[ListedEntry]] {
    lists.sorted { $0.key < $1.key }.compactMap {
      if case .agreed(let entries) = $0.value { entries.values.map(\.entry) } else { nil }
    }
  }

  /// Has a list fit beside the others that are open, if need be without those agreed to; false where it cannot.
  private mutating func makeRoom(for entries: [ListedEntry]) -> Bool {
    while !hasRoom(for: entries) {
      guard dropOldestAgreed() else { return false }
    }
    return true
  }

  /// Whether a list fits beside the others that are open.
  private func hasRoom(for entries: [ListedEntry]) -> Bool {
    var total = State.size(entries)
    for list in lists.values { total = (total.entries + list.size.entries, total.bytes + list.size.bytes) }
    return total.entries <= ListWriter.maximumEntries && total.bytes <= ListWriter.maximumPathBytes
  }

  /// Forgets the list that was agreed to and has the lowest number, as senders count up; false where there is none.
  ///
  /// Of most such lists something is never offered: what its sender could not read, or gave up.
  private mutating func dropOldestAgreed() -> Bool {
    let agreed = lists.filter { if case .agreed = $0.value { true } else { false } }
    guard let oldest = agreed.keys.min(by: { $0.rawValue < $1.rawValue }) else { return false }
    remove(oldest)
    return true
  }
}
