import SessionCore
import Sys

/// What waits to be written to one end of a room: frames that many ends share, and files read as they go.
///
/// Whatever waits keeps its order. Frames count against the limit of what may wait; a file's bytes do not, since they wait
/// on the disk.
struct RoomQueue {
  private enum Item {
    case frame([UInt8])
    case file(RoomFileReader)
  }

  private var items: [Item] = []
  private var first = 0
  /// Bytes of the frames that wait.
  private(set) var bytes = 0
  /// Files that wait.
  private(set) var files = 0

  /// How much is put together before the socket is asked: a few texts, and little enough that hundreds of ends cost
  /// little memory.
  private static let gather = 4 << 10

  var isEmpty: Bool { first == items.count }

  mutating func append(_ frame: [UInt8]) {
    items.append(.frame(frame))
    bytes += frame.count
  }

  mutating func append(_ file: RoomFileReader) {
    items.append(.file(file))
    files += 1
  }

  /// Moves what comes next into `buffer`, as many whole frames as are worth one go; gives their bytes.
  ///
  /// Throws where a file cannot be read on: what follows it cannot be told apart from it any more.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var count = 0
    while first < items.count, count < Self.gather {
      let frame: [UInt8]
      switch items[first] {
      case .frame(let bytes): frame = bytes
      case .file(let reader): frame = try reader.next()
      }
      precondition(frame.count <= buffer.count, "a room's frame fits the buffer")
      guard count + frame.count <= buffer.count else {
        if case .file(let reader) = items[first] { reader.unread(frame) }
        break
      }
      frame.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: $0) }
      count += frame.count
      switch items[first] {
      case .frame:
        bytes -= frame.count
        removeFirst()
      case .file(let reader) where reader.isAtEnd:
        files -= 1
        removeFirst()
      case .file: break
      }
    }
    return count
  }

  private mutating func removeFirst() {
    items[first] = .frame([])
    first += 1
    if first == items.count {
      items.removeAll(keepingCapacity: items.capacity <= 8)
      first = 0
    } else if first >= 1_024 {
      items.removeFirst(first)
      first = 0
    }
  }
}

/// Reads a file part by part, as frames.
final class RoomFileReader {
  private let file: RoomFile
  private let read: (Int, Int64) throws(SystemError) -> [UInt8]
  private let frame: (FilePart) -> [UInt8]
  private var offset: Int64 = 0
  private var kept: [UInt8]?

  /// `read` gives so many bytes from an offset, `frame` makes the frame of a part.
  init(
    _ file: RoomFile, read: @escaping (Int, Int64) throws(SystemError) -> [UInt8],
    frame: @escaping (FilePart) -> [UInt8]
  ) {
    self.file = file
    self.read = read
    self.frame = frame
  }

  /// Whether nothing is left.
  var isAtEnd: Bool { kept == nil && offset == file.bytes }

  /// The next part's frame.
  func next() throws(SystemError) -> [UInt8] {
    if let kept {
      self.kept = nil
      return kept
    }
    let count = Int(min(Int64(FilePart.byteLimit), file.bytes - offset))
    let data = try read(count, offset)
    defer { offset += Int64(count) }
    return frame(FilePart(kind: file.kind, size: file.bytes, offset: offset, data: data))
  }

  /// Takes back a frame that there was no room for.
  func unread(_ frame: [UInt8]) { kept = frame }
}
