/// The files another socketplay end offers: what was agreed, what may come, and when a file is whole.
///
/// It writes nothing: whoever drives it opens a part file when told to, writes each chunk at the offset named, and
/// stores the file when it is complete.
public struct IncomingTransfers: ~Copyable {
  /// What follows from an offer.
  public enum OfferAction: Sendable, Equatable {
    /// Open a part file there, then call `accept` or `remove`.
    case open(Offer, RelativePath)
    /// Make a folder there, then call `accept` or `remove`.
    case makeDirectory(Offer, RelativePath)
    case decline(TransferID, RefusalReason)
    /// The peer broke a rule that leaves nothing to answer.
    case ignore
  }

  /// What follows from a chunk.
  public enum ChunkAction: Sendable, Equatable {
    /// Write it at `offset`.
    case write(offset: Int64)
    /// Tell the other end, and drop what there is.
    case cancel(RefusalReason)
    /// A chunk of a transfer that was cancelled: dropped without a word.
    case drop
  }

  /// What follows from `done`.
  public enum DoneAction: Sendable, Equatable {
    /// Everything came: compare and store, then call `remove`.
    case finish(size: Int64, digest: [UInt8])
    case cancel(RefusalReason)
    case ignore
  }

  private struct Transfer {
    var size: Int64?
    /// How many bytes this end has and told so; nil until it takes the offer.
    var accepted: Int64?
    /// The most that is taken, where the size is not known.
    var maximum: Int64?
    var received: Int64 = 0
    var consumed: Int64 = 0
    /// How far the sender may go.
    var granted: Int64 = 0
    var window = IncomingTransfers.window
    var begun = false
    var ended = false
    var finishing = false
  }

  /// The transfers one peer may have under way, each an open file: a sender that keeps to the rules has no more.
  public static let maximumTransfers = OutgoingTransfers.window
  /// How far the sender of a large file may be ahead of what was stored: enough that it never waits for a `credit`.
  public static let window: Int64 = 16 << 20
  /// The same for what this end holds until a program has taken it: no more than is let in at first.
  public static let heldWindow = OutgoingTransfers.initialCredit
  /// How many cancelled transfers are remembered, so that their chunks on the way are answered once.
  private static let remembered = 64

  private let parity: UInt64
  private var transfers: [TransferID: Transfer] = [:]
  private var cancelled: [TransferID] = []

  /// No file yet.
  ///
  /// `role` is this end's: the other end's ids are odd for a host, even for a joiner.
  public init(role: Hello.Role) {
    parity = role == .host ? 1 : 0
  }

  /// The other end offers an entry; of a file of unknown size no more than `maximum` bytes are taken.
  public mutating func offered(_ offer: Offer, maximum: Int64? = nil) -> OfferAction {
    guard offer.id.rawValue % 2 == parity, transfers[offer.id] == nil else { return .ignore }
    guard transfers.count < Self.maximumTransfers else { return .decline(offer.id, .busy) }
    guard let path = try? RelativePath(offered: offer.path) else { return .decline(offer.id, .name) }
    cancelled.removeAll { $0 == offer.id }
    // A folder has no chunks: it has ended before it begins.
    transfers[offer.id] = Transfer(
      size: offer.kind == .file ? offer.size : 0, maximum: maximum, ended: offer.kind == .directory)
    return offer.kind == .file ? .open(offer, path) : .makeDirectory(offer, path)
  }

  /// This end takes the offer and has the first `offset` bytes already: the caller sends `accept`.
  ///
  /// - Parameter window: how far its sender may be ahead of what is written.
  public mutating func accept(_ id: TransferID, at offset: Int64, window: Int64 = Self.window) {
    guard let transfer = transfers[id] else { preconditionFailure("an offer is taken while it stands") }
    precondition(transfer.accepted == nil, "an offer is taken once")
    precondition(offset >= 0 && offset <= (transfer.size ?? 0), "no more is there than was offered")
    transfers[id]?.accepted = offset
    transfers[id]?.window = window
  }

  /// Whether the offer stands, and was not taken yet.
  public func isOpen(_ id: TransferID) -> Bool {
    transfers[id].map { $0.accepted == nil } ?? false
  }

  /// The sender says where it really starts: where this end offered to go on, or at 0.
  public mutating func began(_ id: TransferID, at offset: Int64) -> ChunkAction {
    guard let transfer = transfers[id], !transfer.begun else { return .drop }
    guard let accepted = transfer.accepted, offset == 0 || offset == accepted else { return cancel(id, .other) }
    transfers[id]?.begun = true
    transfers[id]?.received = offset
    transfers[id]?.consumed = offset
    transfers[id]?.granted = min(offset, .max - OutgoingTransfers.initialCredit) + OutgoingTransfers.initialCredit
    return .write(offset: offset)
  }

  /// A chunk of `count` bytes has come.
  public mutating func chunk(_ id: TransferID, count: Int, isLast: Bool) -> ChunkAction {
    guard var transfer = transfers[id], transfer.begun, !transfer.ended else {
      if transfers[id] == nil, cancelled.contains(id) { return .drop }
      return cancel(id, .notOffered)
    }
    let offset = transfer.received
    // Subtracted rather than added, so that no count can overflow.
    if let size = transfer.size, Int64(count) > size - offset { return cancel(id, .tooLong) }
    if let maximum = transfer.maximum, Int64(count) > maximum - offset { return cancel(id, .notAllowed) }
    // A sender that outruns its credit does not keep to the rules.
    if Int64(count) > transfer.granted - offset { return cancel(id, .other) }
    transfer.received += Int64(count)
    transfer.ended = isLast
    transfers[id] = transfer
    return .write(offset: offset)
  }

  /// `count` bytes were written: the credit to give now, in bytes; 0 where none is due.
  ///
  /// A `credit` is due where an eighth of the window may be let in. A file that fits what was let in at first is given none.
  public mutating func wrote(_ id: TransferID, count: Int) -> Int64 {
    guard var transfer = transfers[id], transfer.begun else { return 0 }
    transfer.consumed += Int64(count)
    let credit = transfer.window - (transfer.granted - transfer.consumed)
    let isDue = credit >= transfer.window / 8 && !transfer.ended && transfer.granted < transfer.size ?? .max
    if isDue { transfer.granted += credit }
    transfers[id] = transfer
    return isDue ? credit : 0
  }

  /// The sender says that this was all.
  public mutating func done(_ id: TransferID, size: Int64, digest: [UInt8]) -> DoneAction {
    guard let transfer = transfers[id], !transfer.finishing else { return .ignore }
    guard transfer.ended, transfer.received == size, transfer.size ?? size == size else {
      _ = cancel(id, .incomplete)
      return .cancel(.incomplete)
    }
    transfers[id]?.finishing = true
    return .finish(size: size, digest: digest)
  }

  /// Forgets a transfer that this end gives up, and remembers to say so once only.
  public mutating func cancel(_ id: TransferID, _ reason: RefusalReason) -> ChunkAction {
    transfers[id] = nil
    cancelled.append(id)
    if cancelled.count > Self.remembered { cancelled.removeFirst() }
    return .cancel(reason)
  }

  /// Forgets a transfer that is stored, declined or cancelled by its sender.
  ///
  /// False where it was over already.
  @discardableResult
  public mutating func remove(_ id: TransferID) -> Bool {
    transfers.removeValue(forKey: id) != nil
  }
}
