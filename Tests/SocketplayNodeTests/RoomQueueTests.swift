import Framing
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

@Suite("What waits for an end of a room")
struct RoomQueueTests {
  private func messages() throws -> [RoomMessage] {
    let points = (0..<30_000).map { Stroke.Point(x: Double($0 % 375), y: Double($0 % 667)) }
    let stroke = try Stroke(points: points, width: 2, color: .red, screen: .init(width: 375, height: 667))
    return [
      RoomMessage(number: 1, from: "ann", content: .stroke(stroke)),
      RoomMessage(number: 2, from: "bob", content: .clear),
      RoomMessage(number: 3, from: "bob", content: .text("behind it")),
    ]
  }

  /// All that is taken out of a queue, by buffers of that size.
  private func drained(_ queue: inout RoomQueue, _ size: Int) throws -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try queue.fill(buffer)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  @Test("what was said before somebody came is made as it goes, in order, and counts for nothing that waits (004-15)")
  func replay() throws {
    let messages = try messages()
    let frames = messages.flatMap { RoomPacket.packets(of: $0) }.map { $0.package.frame() }
    let longest = try #require(frames.map(\.count).max())
    for size in [longest, longest + 100, RoomHost.maximumChunk] {
      var queue = RoomQueue()
      queue.append([1, 2, 3])
      queue.append(RoomReplay(messages, files: [:]))
      queue.append([4, 5])
      #expect(queue.bytes == 5)
      #expect(try drained(&queue, size) == [1, 2, 3] + frames.joined() + [4, 5])
      #expect(queue.isEmpty && queue.bytes == 0)
    }
  }

  @Test("nothing to replay holds nothing up") func empty() throws {
    var queue = RoomQueue()
    queue.append(RoomReplay([], files: [:]))
    queue.append([1])
    #expect(try drained(&queue, 100) == [1])
    #expect(queue.isEmpty)
  }
}
