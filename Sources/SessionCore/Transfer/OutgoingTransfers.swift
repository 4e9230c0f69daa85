/// The files one end sends: which were offered, which may go on, and what the next chunk is.
///
/// It reads no file and writes no socket: whoever drives it opens a source when told to begin, reads the range a
/// `Plan` names, and tells what came of it. Between two socketplay ends an entry goes offered, begun, sent, stored.
/// Toward an original nothing is offered or confirmed: files go one after the other, as the original apps send them.
public struct OutgoingTransfers: ~Copyable {
  /// How the other end takes files.
  public enum Dialect: Sendable, Equatable { case socketplay, original }

  /// The range to read and send next.
  public struct Plan: Sendable, Equatable {
    /// The transfer.
    public var id: TransferID
    /// Where in the source.
    public var offset: Int64
    /// How many bytes; fewer at the end of a source of unknown size.
    public var length: Int
    /// Whether this is the last piece; for a source of unknown size, the reader finds out.
    public var isLast: Bool
  }

  /// What follows from a message of the other end, or from an end of reading.
  public enum Action: Sendable, Equatable {
    case nothing
    /// Open the source and call `began`: at `offset` where `proof` is the digest of the source's bytes before it, else at 0.
    ///
    /// `proof` is there where `offset` is not 0.
    case begin(TransferID, offset: Int64, proof: [UInt8]?)
    /// The entry is over: confirmed.
    case confirmed(TransferID, Stored)
    /// The entry is over: refused or cancelled by the other end.
    case refused(TransferID, RefusalReason)
  }

  private enum State {
    case offered
    /// Taken by the other end; the source is being opened, and its first bytes compared.
    case accepted
    /// `credit` is the receiver's leave, `sent` the next offset, `ready` whether the source has bytes to read.
    case sending(sent: Int64, credit: Int64, ready: Bool)
    case awaitingReceipt
  }

  private struct Transfer {
    var offer: Offer
    var flow: Flow
    var state: State
  }

  /// The entries offered and not over that one end may have at a time: enough to pipeline small files over a slow
  /// link, few enough that the other end's table stays small.
  public static let window = 256
  /// The bytes a receiver lets in before its first `credit`: 4 MiB.
  public static let initialCredit: Int64 = 4 << 20

  /// How the other end takes files.
  public private(set) var dialect: Dialect
  private var transfers: [TransferID: Transfer] = [:]
  /// The transfers that send, by whom they belong to, each in its turn.
  private var sharing = FairSharing()
  private var nextID: UInt64

  /// No file yet.
  ///
  /// The host's ids are even, the joiner's odd.
  public init(role: Hello.Role, dialect: Dialect) {
    self.dialect = dialect
    nextID = role == .host ? 2 : 1
  }

  /// Whether one more entry may be offered now.
  public var hasRoom: Bool { transfers.count < (dialect == .original ? 1 : Self.window) }

  /// Whether nothing is under way.
  public var isEmpty: Bool { transfers.isEmpty }

  /// A number for the next entry.
  public mutating func makeID() -> TransferID {
    defer { nextID += 2 }
    return TransferID(rawValue: nextID)
  }

  /// A share of the line for one send, until `removeFlow`: the larger its priority's weight, the more of it; never more
  /// than `limit` bytes of chunks a second (nil: as many as there are).
  public mutating func makeFlow(_ priority: Offer.Priority, limit: Int64? = nil) -> Flow {
    sharing.makeFlow(priority, limit: limit)
  }

  /// The send is over, and so are its transfers.
  public mutating func removeFlow(_ flow: Flow) {
    sharing.removeFlow(flow)
  }

  /// When a flow that its limit holds back may go on; nil where none is held back.
  ///
  /// As of the last `next`.
  public var opensAt: Moment? { sharing.opensAt }

  /// Takes an entry: the caller sends the offer, or, toward an original, opens the source at once and calls `began`.
  public mutating func add(_ offer: Offer, to flow: Flow) {
    precondition(transfers[offer.id] == nil, "a transfer is added once")
    transfers[offer.id] = Transfer(offer: offer, flow: flow, state: .offered)
  }

  /// The other end takes an entry, and has its first `offset` bytes.
  ///
  /// An offset without a proof, or beyond the size offered, counts as none.
  public mutating func accepted(_ id: TransferID, offset: Int64, proof: [UInt8]?) -> Action {
    guard let transfer = transfers[id], case .offered = transfer.state else { return .nothing }
    transfers[id]?.state = .accepted
    guard let proof, offset > 0, transfer.offer.kind == .file, let size = transfer.offer.size, offset <= size else {
      return .begin(id, offset: 0, proof: nil)
    }
    return .begin(id, offset: offset, proof: proof)
  }

  /// The source is open and goes from `offset`.
  public mutating func began(_ id: TransferID, at offset: Int64) {
    guard let transfer = transfers[id] else { preconditionFailure("what begins was added") }
    switch transfer.state {
    case .offered, .accepted: break
    case .sending, .awaitingReceipt: preconditionFailure("a transfer begins once")
    }
    if transfer.offer.kind == .directory {
      transfers[id]?.state = .awaitingReceipt
      return
    }
    let credit = dialect == .original ? Int64.max : Self.initialCredit
    transfers[id]?.state = .sending(sent: offset, credit: credit, ready: true)
    sharing.enqueue(id, in: transfer.flow)
  }

  /// The other end lets more bytes come.
  public mutating func credited(_ id: TransferID, bytes: Int64) {
    guard case .sending(let sent, let credit, let ready)? = transfers[id]?.state else { return }
    let (sum, overflow) = credit.addingReportingOverflow(bytes)
    transfers[id]?.state = .sending(sent: sent, credit: overflow ? .max : sum, ready: ready)
  }

  /// A source that had nothing to read (a pipe) has bytes again, or has run dry.
  public mutating func source(_ id: TransferID, isReady: Bool) {
    guard case .sending(let sent, let credit, _)? = transfers[id]?.state else { return }
    transfers[id]?.state = .sending(sent: sent, credit: credit, ready: isReady)
  }

  /// What to read and send next, at `now`; nil where nothing may go.
  ///
  /// Among the flows it is the one that has had least for its weight; within a flow its files take turns, chunk by chunk.
  /// `limit` is the largest chunk for this link, in bytes.
  public mutating func next(limit: Int, at now: Moment) -> Plan? {
    let (dialect, transfers) = (dialect, transfers)
    return sharing.next(at: now) { (id, smooth) in
      guard let transfer = transfers[id], case .sending(let sent, let credit, true) = transfer.state else { return nil }
      let limit = dialect == .original ? limit : min(limit, smooth)
      return Self.plan(transfer.offer, dialect, sent: sent, credit: credit, limit: limit)
    }
  }

  private static func plan(_ offer: Offer, _ dialect: Dialect, sent: Int64, credit: Int64, limit: Int) -> Plan? {
    var length = Int64(limit)
    guard let size = offer.size else {
      length = min(length, credit)
      return length > 0 ? Plan(id: offer.id, offset: sent, length: Int(length), isLast: false) : nil
    }
    if dialect == .original {
      // The Mac app's pieces: whole strides, never marked; then one empty piece that is. An empty file is two empty ones.
      if sent > size || (sent == size && size > 0) {
        return Plan(id: offer.id, offset: size, length: 0, isLast: true)
      }
      return Plan(id: offer.id, offset: sent, length: Int(min(length, size - sent)), isLast: false)
    }
    let left = size - sent
    length = min(length, left, credit)
    guard length > 0 || left <= 0 else { return nil }
    return Plan(id: offer.id, offset: sent, length: Int(max(0, length)), isLast: length >= left)
  }

  /// A chunk of `count` bytes was handed to the connection; true where it was the last one.
  public mutating func sentChunk(_ id: TransferID, count: Int, isLast: Bool) {
    guard let transfer = transfers[id], case .sending(let sent, let credit, let ready) = transfer.state else {
      preconditionFailure("a chunk is sent of a transfer that has begun")
    }
    sharing.charge(transfer.flow, bytes: count)
    guard !isLast else {
      sharing.dequeue(id, in: transfer.flow)
      if dialect == .original {
        transfers[id] = nil
      } else {
        transfers[id]?.state = .awaitingReceipt
      }
      return
    }
    // An empty file toward an original: the first empty piece puts `sent` past the size, so that the last one follows.
    let advance = dialect == .original && count == 0 ? 1 : Int64(count)
    let left = credit == .max ? credit : credit - Int64(count)
    transfers[id]?.state = .sending(sent: sent + advance, credit: left, ready: ready)
  }

  /// The other end has it on disk.
  public mutating func stored(_ stored: Stored) -> Action {
    guard case .awaitingReceipt? = transfers[stored.id]?.state else { return .nothing }
    remove(stored.id)
    return .confirmed(stored.id, stored)
  }

  /// The other end does not want it, or no more of it.
  public mutating func refused(_ id: TransferID, _ reason: RefusalReason) -> Action {
    guard transfers[id] != nil else { return .nothing }
    remove(id)
    return .refused(id, reason)
  }

  /// Forgets a transfer that ends here: its source failed, or its sender gave up.
  ///
  /// False where it was over already.
  @discardableResult
  public mutating func remove(_ id: TransferID) -> Bool {
    guard let transfer = transfers.removeValue(forKey: id) else { return false }
    sharing.dequeue(id, in: transfer.flow)
    return true
  }

  /// The other end turned out to speak the extension: what is under way starts again with the offers returned.
  public mutating func upgrade() -> [Offer] {
    dialect = .socketplay
    sharing.dequeueAll()
    let offers = transfers.values.map(\.offer).sorted { $0.id < $1.id }
    for offer in offers { transfers[offer.id]?.state = .offered }
    return offers
  }
}
