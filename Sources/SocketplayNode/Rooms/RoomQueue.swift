import SessionCore
import Sys

/// What waits to be written to one end of a room: frames that many ends share, and sources of frames that are made as they go.
///
/// Whatever waits keeps its order. Frames count against the limit of what may wait; those of a source do not, since they are
/// nowhere yet.
struct RoomQueue {
  private enum Item {
    case frame([UInt8])
    case source(any RoomFrameSource)
  }

  private var items: [Item] = []
  private var first = 0
  /// Bytes of the frames that wait.
  private(set) var bytes = 0
  /// Sources that wait, each of which may hold files open.
  private(set) var sources = 0

  /// How much is put together before the socket is asked: a few texts, and little enough that hundreds of ends cost
  /// little memory.
  private static let gather = 4 << 10

  var isEmpty: Bool { first == items.count }

  mutating func append(_ frame: [UInt8]) {
    items.append(.frame(frame))
    bytes += frame.count
  }

  mutating func append(_ source: any RoomFrameSource) {
    items.append(.source(source))
    sources += 1
  }

  /// Moves what comes next into `buffer`, as many whole frames as are worth one go; gives their bytes.
  ///
  /// Throws where a source cannot go on, which is gone from the queue then, or goes on behind what it could not make.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    var count = 0
    while first < items.count, count < Self.gather {
      let frame: [UInt8]
      switch items[first] {
      case .frame(let bytes): frame = bytes
      case .source(let source):
        do throws(SystemError) {
          guard let next = try source.next() else {
            removeFirst()
            continue
          }
          frame = next
        } catch {
          // What was put together before it goes first.
          if count > 0 { return count }
          if !source.skip() { removeFirst() }
          throw error
        }
      }
      precondition(frame.count <= buffer.count, "a room's frame fits the buffer")
      guard count + frame.count <= buffer.count else {
        if case .source(let source) = items[first] { source.unread(frame) }
        break
      }
      frame.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: $0) }
      count += frame.count
      if case .frame = items[first] {
        bytes -= frame.count
        removeFirst()
      }
    }
    return count
  }

  /// As `fill`, past sources that cannot go on; `failed` is told of each.
  mutating func fill(_ buffer: UnsafeMutableRawBufferPointer, failed: (SystemError) -> Void) -> Int {
    while true {
      do throws(SystemError) { return try fill(buffer) } catch { failed(error) }
    }
  }

  private mutating func removeFirst() {
    if case .source = items[first] { sources -= 1 }
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

/// Frames that are made one by one, as the socket takes them.
protocol RoomFrameSource: AnyObject {
  /// The next frame; nil once there is none.
  ///
  /// Throws, and does so again, where it cannot be made.
  func next() throws(SystemError) -> [UInt8]?
  /// Leaves out what cannot be made; false where nothing comes behind it.
  func skip() -> Bool
  /// Takes back the latest frame, for which there was no room.
  func unread(_ frame: [UInt8])
}
