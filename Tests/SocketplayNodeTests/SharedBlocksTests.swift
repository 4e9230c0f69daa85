import Synchronization
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Files of a tree for several") struct SharedBlocksTests {
  private struct Source {
    let scratch: Scratch
    let path: String
    let bytes: [UInt8]

    init(_ count: Int) throws {
      scratch = try Scratch()
      bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      path = try scratch.write("file", bytes)
    }

    func open() throws -> FileDescriptor { try WholeFile.openForReading(path) }
  }

  private func read(
    _ taker: BlockTaker, _ file: borrowing FileDescriptor, as version: SharedBlocks.File, _ range: Range<Int>
  ) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = try bytes.withUnsafeMutableBytes {
      try taker.read(version, file.unowned, into: $0, at: Int64(range.lowerBound), place: 0, whenReady: {})
    }
    return Array(bytes[..<(try #require(count))])
  }

  private func nothing() throws -> FileDescriptor { try WholeFile.openForReading("/dev/null") }

  @Test("what one peer has read the others get without reading, whatever the size of their chunks (000-22)")
  func once() throws {
    let source = try Source(500_000)
    let takers = SharedBlocks(takers: 3).takers()
    let version = SharedBlocks.File(try source.open().status())
    #expect(try read(takers[0], try source.open(), as: version, 0..<500_000) == source.bytes)
    for (taker, step) in zip(takers.dropFirst(), [70_000, 204_800]) {
      var got: [UInt8] = []
      while got.count < 500_000 {
        got += try read(taker, try nothing(), as: version, got.count..<min(got.count + step, 500_000))
      }
      #expect(got == source.bytes)
    }
    // Everybody has it: nothing is kept.
    #expect(try read(takers[0], try nothing(), as: version, 0..<10) == [])
  }

  @Test("another version of a file is another file, and its end is its end") func versions() throws {
    let source = try Source(1_000)
    let takers = SharedBlocks(takers: 2).takers()
    var version = SharedBlocks.File(try source.open().status())
    #expect(try read(takers[0], try source.open(), as: version, 0..<1_000) == source.bytes)
    version.modified += 1
    #expect(try read(takers[1], try nothing(), as: version, 0..<1_000) == [])
    version.modified -= 1
    #expect(try read(takers[1], try nothing(), as: version, 990..<1_100) == Array(source.bytes[990...]))
  }

  @Test("what is kept is bounded: who begins late reads for itself") func bounded() throws {
    let source = try Source(SharedBlocks.maximumBytes + 3 * SharedBlocks.blockSize)
    let takers = SharedBlocks(takers: 2).takers()
    let version = SharedBlocks.File(try source.open().status())
    let all = 0..<source.bytes.count
    #expect(try read(takers[0], try source.open(), as: version, all) == source.bytes)
    #expect(try read(takers[1], try nothing(), as: version, 0..<10) == [])
    for start in stride(from: 0, to: all.count, by: 100_000) {
      let range = start..<min(start + 100_000, all.count)
      #expect(try read(takers[1], try source.open(), as: version, range) == Array(source.bytes[range]))
    }
  }

  @Test("who is ahead waits for the slowest that has begun, until that one goes on or leaves (000-12)") func waits()
    throws
  {
    let source = try Source(1_000)
    let takers = SharedBlocks(takers: 3).takers()
    let version = SharedBlocks.File(try source.open().status())
    let told = Mutex(0)
    var room = [UInt8](repeating: 0, count: 1_000)
    func mayRead(at place: Int64) throws -> Bool {
      let descriptor = try source.open()
      return try room.withUnsafeMutableBytes {
        try takers[0].read(
          version, descriptor.unowned, into: $0, at: 0, place: place, whenReady: { told.withLock { $0 += 1 } })
      } != nil
    }
    // Nobody else has begun.
    #expect(try mayRead(at: 1 << 40))
    takers[1].moved(to: 0)
    #expect(try mayRead(at: SharedBlocks.window))
    #expect(try !mayRead(at: SharedBlocks.window + 1))
    takers[1].moved(to: SharedBlocks.window / 4 - 1)
    #expect(told.withLock { $0 } == 0)
    takers[1].moved(to: SharedBlocks.window / 4)
    #expect(told.withLock { $0 } == 1)
    #expect(try !mayRead(at: 1 << 40))
    takers[2].moved(to: 0)
    takers[1].leave()
    #expect(told.withLock { $0 } == 1)
    takers[2].leave()
    takers[2].leave()
    #expect(told.withLock { $0 } == 2)
    #expect(try mayRead(at: 1 << 40))
  }
}
