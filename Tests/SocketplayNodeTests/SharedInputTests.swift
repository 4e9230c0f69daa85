import SessionCore
import Synchronization
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("One input for several", .timeLimit(.minutes(1))) struct SharedInputTests {
  /// Takes until the end, or `limit` bytes, and waits where nothing is there.
  private static func drain(_ tap: InputTap, limit: Int = .max) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 70_000, alignment: 1)
    defer { room.deallocate() }
    while bytes.count < limit {
      let (ready, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingOldest(1))
      switch try tap.take(into: room, whenReady: { tell.yield() }) {
      case .bytes(let count, let isLast):
        bytes += room[..<count]
        if isLast { return bytes }
      case .notReady: for await _ in ready { break }
      }
    }
    return bytes
  }

  @Test("each taker gets every byte, at its own pace") func all() async throws {
    let scratch = try Scratch()
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let file = try WholeFile.openForReading(try scratch.write("file", bytes))
    let taps = SharedInput(file, takers: 3).start()
    let got = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for tap in taps { group.addTask { try await Self.drain(tap) } }
      return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(got == [bytes, bytes, bytes])
  }

  @Test("a taker that stands still holds the others back by the window, until it is gone (000-12)") func slow()
    async throws
  {
    let pipe = try Pipe()
    let writing = SocketBox(try pipe.writing.duplicate())
    let taps = SharedInput(try pipe.reading.duplicate(), takers: 2).start()
    _ = consume pipe
    let total = SharedInput.aheadOfSeveral + (4 << 20)
    let written = Mutex(0)
    let writer = Task.detached {
      guard let writing = writing.take() else { return }
      let piece = [UInt8](repeating: 7, count: 1 << 16)
      for _ in 0..<(total >> 16) {
        try writing.writeAll(piece)
        written.withLock { $0 += piece.count }
      }
    }
    // What one may take while the other has taken nothing is the window, and at most a piece more.
    let first = try await Self.drain(taps[0], limit: SharedInput.aheadOfSeveral)
    #expect(first.count <= SharedInput.aheadOfSeveral + ChunkSizer.largest)
    #expect(written.withLock { $0 } < total)
    taps[1].stop()
    let rest = try await Self.drain(taps[0])
    try await writer.value
    #expect(first.count + rest.count == (total >> 16) << 16)
  }

  @Test("an input that nobody wants any more is let go of") func stopped() async throws {
    let pipe = try Pipe()
    let taps = SharedInput(try pipe.reading.duplicate(), takers: 2).start()
    for tap in taps { tap.stop() }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    defer { room.deallocate() }
    #expect(throws: Failure(.interrupted)) { _ = try taps[0].take(into: room, whenReady: {}) }
  }
}
