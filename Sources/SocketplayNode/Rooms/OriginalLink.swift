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

  private var writes: [SpacedWrite] = []
  private var first = 0
  private var written = 0
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
  var isIdle: Bool { first == writes.count }

  /// Whether too much waits.
  var isOverflowing: Bool { bytes > Self.overflowBytes || writes.count - first > Self.overflowWrites }

  /// When the next write is due; nil where none waits, or the socket must take more first.
  var dueAt: Moment? { isIdle ? nil : pausesUntil }

  /// Puts writes into the queue.
  func append(_ more: [SpacedWrite]) {
    writes += more
    bytes += more.reduce(0) { $0 + $1.bytes.count }
  }

  /// Writes what is due and the socket takes; false where the connection is gone.
  func flush(at now: Moment) -> Bool {
    guard let stream else { return false }
    while first < writes.count {
      if written == 0 {
        if let pausesUntil, now < pausesUntil { return true }
        gather()
      }
      let write = writes[first]
      let sent: Int
      do throws(SystemError) {
        sent = try write.bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in
          try stream.send(UnsafeRawBufferPointer(rebasing: bytes[written...]))
        }
      } catch {
        return false
      }
      written += sent
      bytes -= sent
      if written < write.bytes.count {
        pausesUntil = nil
        return true
      }
      written = 0
      pausesUntil = write.gap > 0 ? now + write.gap : nil
      // What is written may be a picture, and its place in the list goes much later.
      writes[first].bytes = []
      first += 1
      if first >= 256 {
        writes.removeFirst(first)
        first = 0
      }
    }
    return closesAt == nil
  }

  /// Puts texts of the chat that wait into one write, each on a line of its own: an original shows what it reads at once.
  private func gather() {
    guard member.dialect == .chat else { return }
    let mark = Array("msg:".utf8)
    while first + 1 < writes.count, writes[first].bytes.starts(with: mark), writes[first + 1].bytes.starts(with: mark),
      writes[first].bytes.count + 1 + writes[first + 1].bytes.count <= SpacedWrite.segment
    {
      writes[first + 1].bytes = writes[first].bytes + [UInt8(ascii: "\n")] + writes[first + 1].bytes
      bytes += 1
      first += 1
    }
  }
}
