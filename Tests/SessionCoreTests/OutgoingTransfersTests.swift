import SessionCore
import Testing

@Suite("Outgoing transfers") struct OutgoingTransfersTests {
  private let start = Moment(nanoseconds: 0)

  /// An entry of a send of its own.
  private func offer(_ transfers: inout OutgoingTransfers, _ size: Int64?) -> TransferID {
    let flow = transfers.makeFlow(.normal)
    return offer(&transfers, size, in: flow)
  }

  private func offer(_ transfers: inout OutgoingTransfers, _ size: Int64?, in flow: Flow) -> TransferID {
    let id = transfers.makeID()
    transfers.add(Offer(id: id, kind: .file, path: "x", size: size), to: flow)
    return id
  }

  /// Sends what the plans say until none is left; the lengths and marks.
  private func drain(_ transfers: inout OutgoingTransfers, limit: Int = 204_800, atMost: Int = 10_000) -> [(Int, Bool)]
  {
    var sent: [(Int, Bool)] = []
    while sent.count < atMost, let plan = transfers.next(limit: limit, at: start) {
      transfers.sentChunk(plan.id, count: plan.length, isLast: plan.isLast)
      sent.append((plan.length, plan.isLast))
    }
    return sent
  }

  @Test("the host's ids are even, the joiner's odd") func parity() {
    var host = OutgoingTransfers(role: .host, dialect: .socketplay)
    var joiner = OutgoingTransfers(role: .join, dialect: .socketplay)
    #expect((0..<3).map { _ in host.makeID().rawValue } == [2, 4, 6])
    #expect((0..<3).map { _ in joiner.makeID().rawValue } == [1, 3, 5])
  }

  @Test("nothing goes before the other end accepts, and no more than its credit after (000-12)") func credit() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let id = offer(&transfers, 10 << 20)
    #expect(transfers.next(limit: 204_800, at: start) == nil)
    #expect(transfers.accepted(id, offset: 0, proof: nil) == .begin(id, offset: 0, proof: nil))
    transfers.began(id, at: 0)
    #expect(drain(&transfers).reduce(0) { $0 + $1.0 } == 4 << 20)
    transfers.credited(id, bytes: 100)
    #expect(drain(&transfers).map(\.0) == [100])
    transfers.credited(id, bytes: .max)
    transfers.credited(id, bytes: .max)
    let rest = drain(&transfers)
    #expect(rest.reduce(0) { $0 + $1.0 } == (6 << 20) - 100)
    #expect(rest.last?.1 == true && rest.dropLast().allSatisfy { !$0.1 })
  }

  @Test("an offset comes with a proof and within the file, or counts as none (000-21)") func resume() {
    func answer(_ offset: Int64, _ proof: [UInt8]?) -> OutgoingTransfers.Action {
      var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
      let id = offer(&transfers, 1000)
      return transfers.accepted(id, offset: offset, proof: proof)
    }
    let id = TransferID(rawValue: 1)
    #expect(answer(600, [1]) == .begin(id, offset: 600, proof: [1]))
    #expect(answer(1000, [1]) == .begin(id, offset: 1000, proof: [1]))
    #expect(answer(600, nil) == .begin(id, offset: 0, proof: nil))
    #expect(answer(1001, [1]) == .begin(id, offset: 0, proof: nil))
    #expect(answer(.max, [1]) == .begin(id, offset: 0, proof: nil))
  }

  @Test("a file that is there already is one empty last chunk") func nothingLeft() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let id = offer(&transfers, 1000)
    _ = transfers.accepted(id, offset: 1000, proof: [1])
    #expect(transfers.accepted(id, offset: 0, proof: nil) == .nothing)
    transfers.began(id, at: 1000)
    #expect(drain(&transfers).map(\.0) == [0])
  }

  @Test("a file is over once it is stored, and not before all was sent") func stored() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let id = offer(&transfers, 5)
    let receipt = Stored(id: id, name: "x", verified: "xxh3-128", alreadyThere: false)
    #expect(transfers.stored(receipt) == .nothing)
    _ = transfers.accepted(id, offset: 0, proof: nil)
    transfers.began(id, at: 0)
    #expect(drain(&transfers).map(\.1) == [true])
    #expect(transfers.stored(receipt) == .confirmed(id, receipt))
    #expect(transfers.stored(receipt) == .nothing)
    #expect(transfers.isEmpty == true)
  }

  @Test("a file of no bytes is one empty last chunk") func empty() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let id = offer(&transfers, 0)
    _ = transfers.accepted(id, offset: 0, proof: nil)
    transfers.began(id, at: 0)
    let sent = drain(&transfers)
    #expect(sent.map(\.0) == [0] && sent.map(\.1) == [true])
  }

  @Test("transfers take turns, chunk by chunk (000-34)") func turns() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let ids = (0..<3).map { _ in offer(&transfers, 1000) }
    for id in ids { transfers.began(id, at: 0) }
    var order: [UInt64] = []
    while let plan = transfers.next(limit: 400, at: start) {
      order.append(plan.id.rawValue)
      transfers.sentChunk(plan.id, count: plan.length, isLast: plan.isLast)
    }
    #expect(order == [1, 3, 5, 1, 3, 5, 1, 3, 5])
  }

  @Test("a source that has run dry waits, and the others go on") func dry() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let pipe = offer(&transfers, nil)
    let file = offer(&transfers, 10)
    transfers.began(pipe, at: 0)
    transfers.began(file, at: 0)
    transfers.source(pipe, isReady: false)
    #expect(transfers.next(limit: 100, at: start)?.id == file)
    transfers.source(pipe, isReady: true)
    transfers.sentChunk(file, count: 10, isLast: true)
    #expect(transfers.next(limit: 100, at: start)?.id == pipe)
  }

  @Test("the window lets 256 entries be under way, an original one") func window() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    for _ in 0..<256 {
      #expect(transfers.hasRoom == true)
      _ = offer(&transfers, 1)
    }
    #expect(transfers.hasRoom == false)
    var original = OutgoingTransfers(role: .join, dialect: .original)
    _ = offer(&original, 1)
    #expect(original.hasRoom == false)
  }

  @Test("a refusal ends a transfer at any stage") func refused() {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)
    let id = offer(&transfers, 10)
    #expect(transfers.refused(id, .noSpace) == .refused(id, .noSpace))
    #expect(transfers.refused(id, .noSpace) == .nothing)
    #expect(transfers.accepted(id, offset: 0, proof: nil) == .nothing)
  }

  @Test(
    "toward an original a file goes in strides and ends with an empty marked piece",
    arguments: [
      (0, [0, 0]), (1, [1, 0]), (204_800, [204_800, 0]), (204_801, [204_800, 1, 0]), (409_600, [204_800, 204_800, 0]),
    ] as [(Int64, [Int])])
  func original(_ size: Int64, _ lengths: [Int]) {
    var transfers = OutgoingTransfers(role: .join, dialect: .original)
    let id = offer(&transfers, size)
    transfers.began(id, at: 0)
    let sent = drain(&transfers, atMost: 10)
    #expect(sent.map(\.0) == lengths)
    #expect(sent.map(\.1) == lengths.indices.map { $0 == lengths.count - 1 })
    #expect(transfers.isEmpty == true)
  }

  @Test("a peer that turns out to speak the extension is offered everything again") func upgrade() {
    var transfers = OutgoingTransfers(role: .join, dialect: .original)
    let id = offer(&transfers, 1_000_000)
    transfers.began(id, at: 0)
    _ = drain(&transfers, atMost: 2)
    #expect(transfers.upgrade().map(\.id) == [id])
    #expect(transfers.next(limit: 204_800, at: start) == nil)
    #expect(transfers.accepted(id, offset: 0, proof: nil) == .begin(id, offset: 0, proof: nil))
  }
}
