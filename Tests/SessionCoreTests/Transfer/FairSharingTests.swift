import SessionCore
import Testing

@Suite("Sharing a connection") struct FairSharingTests {
  private let start = Moment(nanoseconds: 1_000_000_000)

  private struct Sender: ~Copyable {
    var transfers = OutgoingTransfers(role: .join, dialect: .socketplay)

    mutating func flow(_ priority: Offer.Priority = .normal, limit: Int64? = nil, sizes: [Int64]) -> [TransferID] {
      let flow = transfers.makeFlow(priority, limit: limit)
      return sizes.map { size in
        let id = transfers.makeID()
        transfers.add(Offer(id: id, kind: .file, path: "x", size: size, priority: priority), to: flow)
        transfers.began(id, at: 0)
        transfers.credited(id, bytes: .max)
        return id
      }
    }

    /// The bytes that each transfer got of the next `total`, or of what may go now.
    mutating func send(_ total: Int, limit: Int = 204_800, at now: Moment) -> [TransferID: Int] {
      var sent: [TransferID: Int] = [:]
      var left = total
      while left > 0, let plan = transfers.next(limit: limit, at: now) {
        transfers.sentChunk(plan.id, count: plan.length, isLast: plan.isLast)
        sent[plan.id, default: 0] += plan.length
        left -= max(1, plan.length)
      }
      return sent
    }
  }

  @Test("two big files progress alike (000-34)") func alike() {
    var sender = Sender()
    let one = sender.flow(sizes: [1 << 40])[0]
    let other = sender.flow(sizes: [1 << 40])[0]
    let sent = sender.send(100 << 20, at: start)
    #expect(abs((sent[one] ?? 0) - (sent[other] ?? 0)) <= 204_800)
  }

  @Test("a tree of small files and a big file do not starve each other") func treeBesideFile() {
    var sender = Sender()
    let big = sender.flow(sizes: [1 << 40])[0]
    let small = sender.flow(sizes: Array(repeating: 1_000, count: 200))
    let sent = sender.send(2 << 20, at: start)
    #expect(small.allSatisfy { sent[$0] == 1_000 })
    #expect((sent[big] ?? 0) > 1 << 20)
  }

  @Test("files of one send take turns, and a small one is not behind all of a big one") func within() {
    var sender = Sender()
    let ids = sender.flow(sizes: [1 << 30, 1_000])
    let sent = sender.send(500_000, at: start)
    #expect(sent[ids[1]] == 1_000)
  }

  @Test("low, normal and high get 1, 4 and 16 parts") func weights() {
    var sender = Sender()
    let ids = [Offer.Priority.low, .normal, .high].map { sender.flow($0, sizes: [1 << 40])[0] }
    let sent = sender.send(210 << 20, at: start)
    let parts = ids.map { Double(sent[$0] ?? 0) / Double(10 << 20) }
    #expect(abs(parts[0] - 1) < 0.1 && abs(parts[1] - 4) < 0.1 && abs(parts[2] - 16) < 0.2)
  }

  @Test("who comes later, or could not send for a while, gets its share from then on and no more") func late() {
    var sender = Sender()
    let first = sender.flow(sizes: [1 << 40])[0]
    _ = sender.send(100 << 20, at: start)
    let second = sender.flow(sizes: [1 << 40])[0]
    sender.transfers.source(second, isReady: false)
    _ = sender.send(50 << 20, at: start)
    sender.transfers.source(second, isReady: true)
    let sent = sender.send(20 << 20, at: start)
    #expect(abs((sent[first] ?? 0) - (sent[second] ?? 0)) <= 2 * 204_800)
  }

  @Test(
    "a limit holds within 5 % over a few seconds, whatever the chunks are",
    arguments: [1_000, 50_000, 5_000_000, 200_000_000] as [Int64], [4_096, 204_800])
  func limit(_ rate: Int64, _ chunk: Int) {
    var sender = Sender()
    let id = sender.flow(limit: rate, sizes: [1 << 40])[0]
    var now = start
    var total = 0
    while now < start + 5 {
      total += sender.send(.max, limit: chunk, at: now)[id] ?? 0
      // Driven as a peer does it, by a timer that is late by some milliseconds.
      guard let opens = sender.transfers.opensAt else {
        Issue.record("nothing to wait for")
        return
      }
      now = max(now, opens) + 0.01
    }
    let wished = Double(rate) * 5
    #expect(abs(Double(total) - wished) <= max(wished * 0.05, 1_100))
  }

  @Test("a limit of one send does not hold the others back") func limitBeside() {
    var sender = Sender()
    let slow = sender.flow(limit: 1_000_000, sizes: [1 << 40])[0]
    let fast = sender.flow(sizes: [1 << 40])[0]
    let sent = sender.send(100 << 20, at: start)
    #expect((sent[slow] ?? 0) <= 204_800 && (sent[fast] ?? 0) >= (99 << 20))
  }

  @Test("a flow without anything to send has nothing to wait for") func idle() {
    var sender = Sender()
    _ = sender.flow(limit: 1_000, sizes: [100])
    let sent = sender.send(.max, at: start)
    #expect(sent.values.reduce(0, +) == 100)
    let opens = sender.transfers.opensAt
    #expect(opens == nil)
  }

  @Test("a bucket saves up a tenth of a second and no more") func burst() {
    var bucket = TokenBucket(rate: 1_000)
    var open: [Bool] = []
    for (seconds, taken) in [(0.0, 0), (60, 100), (60, 1), (60, 0), (60.001, 0)] {
      open.append(bucket.isOpen(at: start + seconds))
      bucket.take(taken)
    }
    #expect(open == [true, true, true, false, true])
  }
}
