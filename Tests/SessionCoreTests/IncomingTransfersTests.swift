@testable import SessionCore
import Testing

@Suite("Incoming transfers") struct IncomingTransfersTests {
  private let id = TransferID(rawValue: 1)

  private func begun(_ size: Int64?) -> IncomingTransfers {
    var transfers = IncomingTransfers(role: .host)
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: size))
    transfers.accept(id, at: 0)
    _ = transfers.began(id, at: 0)
    return transfers
  }

  @Test("an offer is opened under its checked path, one with a bad name declined") func offers() throws {
    var transfers = IncomingTransfers(role: .host)
    let good = Offer(id: id, kind: .file, path: "a/b.mp3", size: 1)
    #expect(transfers.offered(good) == .open(good, try RelativePath(offered: "a/b.mp3")))
    let bad = TransferID(rawValue: 3)
    #expect(transfers.offered(Offer(id: bad, kind: .file, path: "../x", size: 1)) == .decline(bad, .name))
  }

  @Test("an id of this end's own, or one that is in use, is ignored") func ids() {
    var host = IncomingTransfers(role: .host)
    #expect(host.offered(Offer(id: TransferID(rawValue: 2), kind: .file, path: "x", size: 1)) == .ignore)
    var joiner = IncomingTransfers(role: .join)
    #expect(joiner.offered(Offer(id: TransferID(rawValue: 1), kind: .file, path: "x", size: 1)) == .ignore)
    var transfers = begun(10)
    #expect(transfers.offered(Offer(id: id, kind: .file, path: "y", size: 1)) == .ignore)
  }

  @Test("a peer may have four windows of transfers under way, no more") func limit() {
    var transfers = IncomingTransfers(role: .host)
    for number in 0..<UInt64(IncomingTransfers.maximumTransfers) {
      _ = transfers.offered(Offer(id: TransferID(rawValue: 2 * number + 1), kind: .file, path: "x", size: 1))
    }
    let next = TransferID(rawValue: 99_999)
    #expect(transfers.offered(Offer(id: next, kind: .file, path: "x", size: 1)) == .decline(next, .busy))
  }

  @Test("chunks are written one behind the other, up to what was offered") func chunks() {
    var transfers = begun(300)
    #expect(transfers.chunk(id, count: 200, isLast: false) == .write(offset: 0))
    _ = transfers.wrote(id, count: 200)
    #expect(transfers.chunk(id, count: 100, isLast: true) == .write(offset: 200))
    #expect(transfers.done(id, size: 300, digest: [1]) == .finish(size: 300, digest: [1]))
    #expect(transfers.done(id, size: 300, digest: [1]) == .ignore)
  }

  @Test("one byte more than offered cancels, and what is still on its way is dropped in silence") func tooLong() {
    var transfers = begun(300)
    #expect(transfers.chunk(id, count: 301, isLast: false) == .cancel(.tooLong))
    #expect(transfers.chunk(id, count: 1, isLast: false) == .drop)
    #expect(transfers.chunk(id, count: Int.max, isLast: false) == .drop)
  }

  @Test("a chunk that was never offered, or not begun, is cancelled") func notOffered() {
    var transfers = IncomingTransfers(role: .host)
    #expect(transfers.chunk(id, count: 1, isLast: false) == .cancel(.notOffered))
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: 10))
    #expect(transfers.chunk(id, count: 1, isLast: false) == .cancel(.notOffered))
  }

  @Test("an end before the last chunk, or of another size, is incomplete") func incomplete() {
    var early = begun(10)
    _ = early.chunk(id, count: 10, isLast: false)
    #expect(early.done(id, size: 10, digest: []) == .cancel(.incomplete))
    var short = begun(10)
    _ = short.chunk(id, count: 5, isLast: true)
    #expect(short.done(id, size: 5, digest: []) == .cancel(.incomplete))
    var unknown = begun(nil)
    _ = unknown.chunk(id, count: 5, isLast: true)
    #expect(unknown.done(id, size: 5, digest: [7]) == .finish(size: 5, digest: [7]))
  }

  @Test("what goes on begins where this end said, or at the start, and nowhere else (000-21)") func resume() {
    func accepted() -> IncomingTransfers {
      var transfers = IncomingTransfers(role: .host)
      _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: 1000))
      transfers.accept(id, at: 600)
      return transfers
    }
    var further = accepted()
    #expect(further.began(id, at: 600) == .write(offset: 600))
    #expect(further.chunk(id, count: 401, isLast: true) == .cancel(.tooLong))
    var rest = accepted()
    _ = rest.began(id, at: 600)
    #expect(rest.chunk(id, count: 400, isLast: true) == .write(offset: 600))
    #expect(rest.done(id, size: 1000, digest: [1]) == .finish(size: 1000, digest: [1]))
    var anew = accepted()
    #expect(anew.began(id, at: 0) == .write(offset: 0))
    #expect(anew.chunk(id, count: 1000, isLast: true) == .write(offset: 0))
    var elsewhere = accepted()
    #expect(elsewhere.began(id, at: 599) == .cancel(.other))
  }

  @Test("a sender that begins before it is told to is cancelled") func early() {
    var transfers = IncomingTransfers(role: .host)
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: 10))
    #expect(transfers.began(id, at: 0) == .cancel(.other))
  }

  @Test("credit counts from where a file goes on") func resumedCredit() {
    var transfers = IncomingTransfers(role: .host)
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: 100 << 20))
    transfers.accept(id, at: 50 << 20)
    _ = transfers.began(id, at: 50 << 20)
    #expect(transfers.chunk(id, count: 4 << 20, isLast: false) == .write(offset: 50 << 20))
    #expect(transfers.chunk(id, count: 1, isLast: false) == .cancel(.other))
  }

  @Test("credit keeps the sender a window ahead of what is written, in steps") func credit() {
    var transfers = begun(nil)
    var granted = OutgoingTransfers.initialCredit + transfers.wrote(id, count: 0)
    #expect(granted == IncomingTransfers.window)
    for number in 1...100 as ClosedRange<Int64> {
      #expect(transfers.chunk(id, count: 204_800, isLast: false) == .write(offset: (number - 1) * 204_800))
      let credit = transfers.wrote(id, count: 204_800)
      #expect(credit == 0 || credit >= IncomingTransfers.window / 8)
      granted += credit
      let ahead = granted - number * 204_800
      #expect(ahead <= IncomingTransfers.window && ahead > IncomingTransfers.window * 7 / 8)
    }
  }

  @Test("a sender whose bytes this end has to hold is never further ahead than at first") func heldCredit() {
    var transfers = IncomingTransfers(role: .host)
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: nil))
    transfers.accept(id, at: 0, window: IncomingTransfers.heldWindow)
    _ = transfers.began(id, at: 0)
    #expect(transfers.wrote(id, count: 0) == 0)
    #expect(transfers.chunk(id, count: 4 << 20, isLast: false) == .write(offset: 0))
    #expect(transfers.wrote(id, count: 1 << 20) == 1 << 20)
  }

  @Test("a file that what is let in at first covers, or all of which was let in, is given no credit") func noCredit() {
    var small = begun(OutgoingTransfers.initialCredit)
    #expect(small.wrote(id, count: 0) == 0)
    _ = small.chunk(id, count: 4 << 20, isLast: false)
    #expect(small.wrote(id, count: 4 << 20) == 0)
    var large = begun(10 << 20)
    #expect(large.wrote(id, count: 0) > 0)
    _ = large.chunk(id, count: 9 << 20, isLast: false)
    #expect(large.wrote(id, count: 9 << 20) == 0)
  }

  @Test("nothing is let in of a transfer that has not begun") func noCreditBefore() {
    var transfers = IncomingTransfers(role: .host)
    _ = transfers.offered(Offer(id: id, kind: .file, path: "x", size: nil))
    #expect(transfers.wrote(id, count: 0) == 0)
  }

  @Test("a sender that outruns its credit is cancelled") func outruns() {
    var transfers = begun(nil)
    var actions: [IncomingTransfers.ChunkAction] = []
    for _ in 0..<30 { actions.append(transfers.chunk(id, count: 204_800, isLast: false)) }
    #expect(actions.contains(.cancel(.other)))
  }
}

@Suite("Files of originals") struct OriginalFilesTests {
  private let key = OriginalFiles.Key(folder: nil, name: "a.mp3")

  @Test("pieces follow each other, an empty marked one ends the file") func pieces() {
    var files = OriginalFiles()
    var first = OriginalFiles.Action()
    first.opens = true
    first.offset = 0
    #expect(files.piece(key, count: 300, isLast: false) == first)
    #expect(files.piece(key, count: 200, isLast: false).offset == 300)
    let last = files.piece(key, count: 0, isLast: true)
    #expect(last.offset == 500 && last.closes)
    #expect(files.unfinished() == [])
  }

  @Test("a piece without data is nothing, marked or not") func noData() {
    var files = OriginalFiles()
    #expect(files.piece(key, count: nil, isLast: true) == OriginalFiles.Action())
    _ = files.piece(key, count: 3, isLast: false)
    #expect(files.piece(key, count: nil, isLast: true) == OriginalFiles.Action())
    #expect(files.unfinished() == [key])
  }

  @Test("an empty marked piece behind a file that has ended is nothing; a full one begins anew") func behind() {
    var files = OriginalFiles()
    #expect(files.piece(key, count: 3, isLast: true).closes)
    #expect(files.piece(key, count: 0, isLast: true) == OriginalFiles.Action())
    #expect(files.piece(key, count: 3, isLast: true).opens)
  }

  @Test("one name in two folders is two files (000-34)") func folders() {
    var files = OriginalFiles()
    let (a, b) = (OriginalFiles.Key(folder: "a", name: "x"), OriginalFiles.Key(folder: "b", name: "x"))
    _ = files.piece(a, count: 1, isLast: false)
    #expect(files.piece(b, count: 1, isLast: false).opens)
    #expect(files.piece(a, count: 1, isLast: false).offset == 1)
  }

  @Test("the oldest of too many open files gives way") func evicts() {
    var files = OriginalFiles()
    for number in 0..<OriginalFiles.maximumOpen {
      _ = files.piece(OriginalFiles.Key(folder: nil, name: "\(number)"), count: 1, isLast: false)
    }
    #expect(files.piece(key, count: 1, isLast: false).evicts == OriginalFiles.Key(folder: nil, name: "0"))
  }

  @Test("a refused file's pieces are dropped to its end, and the next one of its name is new") func refused() {
    var files = OriginalFiles()
    _ = files.piece(key, count: 1, isLast: false)
    files.refuse(key)
    #expect(files.piece(key, count: 1, isLast: false) == OriginalFiles.Action())
    #expect(files.unfinished() == [])
    _ = files.piece(key, count: 1, isLast: false)
    files.refuse(key)
    #expect(files.piece(key, count: 0, isLast: true) == OriginalFiles.Action())
    #expect(files.piece(key, count: 1, isLast: false).opens)
  }
}
