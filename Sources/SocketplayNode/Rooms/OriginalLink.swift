import Dialects
import SessionCore
import Sys
import Transport

/// A client of an original system at a room: its stream, the writes that wait for their gaps, and what is coming.
///
/// Belongs to the actor that made it.
final class OriginalLink {
  /// Bytes that wait for one such client at most: a picture of the largest kind, and as much again.
  static let overflowBytes = 2 * OriginalLimits.picture
  /// Writes that wait for one at most: at the usual gap it would be a quarter of an hour behind.
  static let overflowWrites = 16_384
  /// Bytes that are written in one go at most, before others get their turn.
  private static let budget = 1 << 20

  let id: RoomMemberID
  let address: String
  var member: OriginalMember
  /// Set once, before anything is read.
  var stream: ByteStream?
  var file: RoomIncomingFile?
  /// What is coming, once it was told.
  var pending: (kind: RoomFile.Kind, size: Int64)?
  var skipsFile = false
  /// What it wished to be called.
  var wish: String?
  /// When silence ends what has been begun.
  var settlesAt: Moment?
  /// When it is dropped, unless it has named itself; nil once it has.
  var entersBy: Moment?
  /// Whether it is to be closed once all is written, or at that time.
  var closesAt: Moment?

  private enum Item {
    case write(SpacedWrite)
    case file(OriginalFileReader)
  }

  private var items: [Item] = []
  private var first = 0
  /// What is being written, and how much of it has gone.
  private var current: SpacedWrite?
  private var written = 0
  /// Bytes of the writes that wait; those of files wait on the disk.
  private var bytes = 0
  private var pausesUntil: Moment?

  init(id: RoomMemberID, _ dialect: OriginalDialect, address: String) {
    self.id = id
    self.address = address
    member = OriginalMember(dialect, address: address, limits: OriginalLimits(stream: FilePart.maximumStream))
  }

  /// Whether what was said before it came is of use to it: the canvas to who draws, texts to who talks.
  func shows(_ message: RoomMessage) -> Bool {
    switch message.content {
    case .text: true
    case .stroke, .file: member.dialect == .draw
    case .undo, .clear, .game: false
    }
  }

  /// Whether nothing waits.
  var isIdle: Bool { current == nil && first == items.count }

  /// Whether too much waits.
  var isOverflowing: Bool { bytes > Self.overflowBytes || items.count - first > Self.overflowWrites }

  /// When the next write is due; nil where none waits, or the socket must take more first.
  var dueAt: Moment? { isIdle ? nil : pausesUntil }

  /// When time has something to say about it; nil where it has not.
  var deadline: Moment? {
    Self.earlier(Self.earlier(dueAt, settlesAt), Self.earlier(closesAt, entersBy))
  }

  /// The earlier of two moments, of which there may be none.
  static func earlier(_ one: Moment?, _ other: Moment?) -> Moment? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  /// Puts writes into the queue.
  func append(_ more: [SpacedWrite]) {
    items += more.map { .write($0) }
    bytes += more.reduce(0) { $0 + $1.bytes.count }
  }

  /// Puts a picture or stream into the queue.
  func append(_ file: OriginalFileReader) { items.append(.file(file)) }

  /// Writes what is due and the socket takes; false where the connection is gone, or a file cannot be read on.
  func flush(at now: Moment) -> Bool {
    guard let stream else { return false }
    var left = Self.budget
    do throws(SystemError) {
      while left > 0 {
        if current == nil {
          if let pausesUntil, now < pausesUntil { return true }
          current = try next()
        }
        guard let write = current else { return closesAt == nil }
        let sent = try write.bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in
          try stream.send(UnsafeRawBufferPointer(rebasing: bytes[written...]))
        }
        written += sent
        left -= sent
        if written < write.bytes.count {
          pausesUntil = nil
          return true
        }
        (current, written) = (nil, 0)
        pausesUntil = write.gap > 0 ? now + write.gap : nil
      }
    } catch {
      return false
    }
    // Others get their turn, and then it goes on.
    if pausesUntil == nil { pausesUntil = now }
    return true
  }

  /// Takes the next write out of the queue; nil where there is none.
  private func next() throws(SystemError) -> SpacedWrite? {
    while first < items.count {
      switch items[first] {
      case .write(let write):
        removeFirst()
        bytes -= write.bytes.count
        return gathered(write)
      case .file(let file):
        if let write = try file.next() { return write }
        removeFirst()
      }
    }
    return nil
  }

  private func removeFirst() {
    // What it held may be large, and its place in the list goes much later.
    items[first] = .write(SpacedWrite([]))
    first += 1
    if first == items.count || first >= 256 {
      items.removeFirst(first)
      first = 0
    }
  }

  /// Texts of the chat that wait become one write, each on a line of its own: an original shows what it reads at once.
  private func gathered(_ write: SpacedWrite) -> SpacedWrite {
    guard member.dialect == .chat else { return write }
    let mark = Array("msg:".utf8)
    var whole = write
    while whole.bytes.starts(with: mark), first < items.count, case .write(let next) = items[first],
      next.bytes.starts(with: mark), whole.bytes.count + 1 + next.bytes.count <= SpacedWrite.segment
    {
      whole = SpacedWrite(whole.bytes + [UInt8(ascii: "\n")] + next.bytes, gap: next.gap)
      bytes -= next.bytes.count
      removeFirst()
    }
    return whole
  }
}
