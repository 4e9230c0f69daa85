/// One send's share of a connection.
public struct Flow: Sendable, Hashable {
  let number: Int
}

extension Offer.Priority {
  /// How much of the line a send has beside others: 1, 4 and 16 parts.
  public var weight: Int {
    switch self {
    case .low: 1
    case .normal: 4
    case .high: 16
    }
  }
}

/// Whose turn it is to send: between sends by weight and bytes, within a send by turns.
///
/// Between flows it is start-time fair queueing (Goyal, Vin, Cheng 1996): each has a tag, the bytes it has had divided by its
/// weight, and the smallest goes next. A flow that could not send for a while starts at the present tag: it gets its
/// share from now on, and nothing for the time it missed.
struct FairSharing: Sendable {
  private struct State {
    let flow: Flow
    let weight: Int
    var bucket: TokenBucket?
    var tag = 0.0
    /// The transfers that have begun, the next one first.
    var turns: [TransferID] = []
  }

  /// What a chunk costs beside its bytes: offer, archive and receipts, so that small files are not free.
  private static let overhead = 1_024
  /// The smallest chunk that a limit cuts, so that archives do not outweigh what they carry.
  private static let smallestPiece = 1_024

  private var flows: [State] = []
  private var nextNumber = 0
  /// The tag of the flow that was served last.
  private var present = 0.0
  /// When the first of the flows that have something to send, and are held back by their limit, may go on.
  private(set) var opensAt: Moment?

  mutating func makeFlow(_ priority: Offer.Priority, limit: Int64?) -> Flow {
    nextNumber += 1
    let flow = Flow(number: nextNumber)
    flows.append(
      State(flow: flow, weight: priority.weight, bucket: limit.map { TokenBucket(rate: $0) }, tag: present))
    return flow
  }

  mutating func removeFlow(_ flow: Flow) {
    flows.removeAll { $0.flow == flow }
  }

  mutating func enqueue(_ id: TransferID, in flow: Flow) {
    guard let index = index(of: flow) else { preconditionFailure("a transfer begins while its flow is there") }
    flows[index].turns.append(id)
  }

  mutating func dequeue(_ id: TransferID, in flow: Flow) {
    guard let index = index(of: flow) else { return }
    if let position = flows[index].turns.lastIndex(of: id) { flows[index].turns.remove(at: position) }
  }

  mutating func dequeueAll() {
    for index in flows.indices { flows[index].turns = [] }
  }

  /// The plan of whoever is next, by `plan`: what a transfer would send with chunks of at most so many bytes; nil where it
  /// may not.
  mutating func next(
    at now: Moment, plan: (TransferID, _ largest: Int) -> OutgoingTransfers.Plan?
  ) -> OutgoingTransfers.Plan? {
    opensAt = nil
    var best: (flow: Int, position: Int, plan: OutgoingTransfers.Plan)?
    for index in flows.indices {
      let tag = max(flows[index].tag, present)
      if let best, max(flows[best.flow].tag, present) <= tag { continue }
      guard let (position, found) = firstPlan(of: flows[index], plan) else { continue }
      guard flows[index].bucket?.isOpen(at: now) ?? true else {
        if let opens = flows[index].bucket?.opensAt { opensAt = min(opensAt ?? opens, opens) }
        continue
      }
      best = (index, position, found)
    }
    guard let best else { return nil }
    present = max(flows[best.flow].tag, present)
    // Its next turn comes behind those of the others of its flow.
    let last = flows[best.flow].turns.count - 1
    if best.position < last {
      flows[best.flow].turns.remove(at: best.position)
      flows[best.flow].turns.append(best.plan.id)
    }
    return best.plan
  }

  /// A chunk of the flow was handed over.
  mutating func charge(_ flow: Flow, bytes: Int) {
    guard let index = index(of: flow) else { return }
    flows[index].tag = max(flows[index].tag, present) + Double(bytes + Self.overhead) / Double(flows[index].weight)
    flows[index].bucket?.take(bytes)
  }

  private func firstPlan(
    of state: State, _ plan: (TransferID, Int) -> OutgoingTransfers.Plan?
  ) -> (Int, OutgoingTransfers.Plan)? {
    // Of a flow with a limit a chunk takes 50 ms at its rate, as on a link of that rate.
    let largest = state.bucket.map { max(Self.smallestPiece, Int(min($0.rate * ChunkSizer.target, 1e9))) } ?? .max
    for (position, id) in state.turns.enumerated() {
      if let plan = plan(id, largest) { return (position, plan) }
    }
    return nil
  }

  private func index(of flow: Flow) -> Int? {
    flows.firstIndex { $0.flow == flow }
  }
}
