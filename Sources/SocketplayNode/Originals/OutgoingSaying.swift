import Dialects
import SessionCore
import Sys

/// Writes one message at a time to an original server, with the silence it needs behind each write.
struct OutgoingSaying: ~Copyable {
  /// How far writing got.
  enum Progress {
    /// Nothing is under way.
    case idle
    /// The message has gone out.
    case done
    /// The next write is due later.
    case waiting
    /// The socket takes no more for now.
    case blocked
  }

  /// The writes of the message, the first not yet complete one first.
  private var writes: ArraySlice<SpacedWrite> = []
  private var written = 0
  /// The file behind them.
  private var file: FileDescriptor?
  private var fileLeft: Int64 = 0
  private var fileOffset: Int64 = 0
  private var isUnderWay = false
  /// When the next write may go.
  private(set) var due = 0.0
  /// How many bytes have gone out, of all messages.
  private(set) var sent: Int64 = 0

  /// Whether a message is under way.
  var isIdle: Bool { !isUnderWay }

  /// Begins a message.
  mutating func begin(_ body: SayQueue.Body) throws(Failure) {
    precondition(!isUnderWay, "one message at a time")
    switch body {
    case .writes(let list): writes = list[...]
    case .file(let head, let path, let size):
      do throws(SystemError) {
        file = try WholeFile.openForReading(path)
      } catch {
        throw Failure(local: error, path: path)
      }
      writes = [SpacedWrite(head, gap: 0)]
      fileLeft = size
      fileOffset = 0
    }
    written = 0
    isUnderWay = true
  }

  /// Writes on; fails with `.changed` where the file is shorter than it was said to be.
  mutating func write(to socket: borrowing FileDescriptor, now: Double) throws(Failure) -> Progress {
    guard isUnderWay else { return .idle }
    while true {
      if writes.isEmpty {
        guard fileLeft > 0 else { break }
        writes = [SpacedWrite(try nextPiece(), gap: 0)]
      }
      if now < due { return .waiting }
      guard let write = writes.first else { break }
      let start = written
      let count: Int?
      do throws(SystemError) {
        count = try write.bytes.span.withUnsafeBytes { (bytes) throws(SystemError) in
          try socket.send(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
      } catch {
        throw Failure(.lost, detail: error.message)
      }
      guard let count else { return .blocked }
      written += count
      sent += Int64(count)
      guard written == write.bytes.count else { continue }
      writes.removeFirst()
      written = 0
      if write.gap > 0 { due = now + write.gap }
    }
    end()
    return .done
  }

  /// The connection is gone: what is under way is not any more.
  mutating func end() {
    isUnderWay = false
    writes = []
    written = 0
    file = nil
    fileLeft = 0
  }

  private mutating func nextPiece() throws(Failure) -> [UInt8] {
    let wanted = Int(min(fileLeft, 256 << 10))
    let offset = fileOffset
    let handle = handle
    var piece = [UInt8](repeating: 0, count: wanted)
    var span = piece.mutableSpan
    let count: Int
    do throws(SystemError) {
      count = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
        try handle?.readAll(into: bytes, at: offset) ?? 0
      }
    } catch {
      throw Failure(.unreadable, detail: error.message)
    }
    guard count == wanted else { throw Failure(.changed) }
    fileLeft -= Int64(count)
    fileOffset += Int64(count)
    return piece
  }

  private var handle: UnownedDescriptor? {
    switch file {
    case .some(let file): file.unowned
    case .none: nil
    }
  }
}
