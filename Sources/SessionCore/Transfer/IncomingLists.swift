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
    /// What may still be offered, by path.
    case agreed([String: ListedEntry])

    /// How many entries are held, and the bytes of their paths.
    var size: (entries: Int, bytes: Int) {
      switch self {
      case .coming(let entries, _), .asked(let entries): Self.size(entries)
      case .agreed(let entries): Self.size(entries.values)
      }
    }

    static func size(_ entries: some Collection<ListedEntry>) -> (entries: Int, bytes: Int) {
      (entries.count, entries.reduce(0) { $0 + $1.path.utf8.count })
    }
  }

  private let parity: UInt64
  private var lists: [TransferID: State] = [:]

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
      dropUsed()
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
    var agreed: [String: ListedEntry] = [:]
    for entry in entries { agreed[entry.path] = entry }
    lists[id] = .agreed(agreed)
    return true
  }

  /// The sender gave a list up.
  public mutating func remove(_ id: TransferID) { lists[id] = nil }

  /// Whether an offer is of a list that was agreed to, no larger than it said there, and the first of its entry.
  public mutating func admits(_ offer: Offer) -> Bool {
    guard let list = offer.list, case .agreed(var entries)? = lists[list], let entry = entries[offer.path],
      entry.kind == offer.kind, fits(offer, entry)
    else { return false }
    entries[offer.path] = nil
    lists[list] = .agreed(entries)
    return true
  }

  private func fits(_ offer: Offer, _ entry: ListedEntry) -> Bool {
    guard offer.kind == .file, let listed = entry.size else { return true }
    return offer.size.map { $0 <= listed } ?? false
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
    lists[oldest] = nil
    return true
  }

  /// Forgets lists of which all was offered.
  private mutating func dropUsed() {
    lists = lists.filter { if case .agreed(let entries) = $0.value { !entries.isEmpty } else { true } }
  }
}
