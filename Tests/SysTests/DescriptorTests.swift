import Sys
import TestSupport
import Testing

@Suite("Descriptors")
struct DescriptorTests {
  @Test("a descriptor closes when its owner lets go, and the other end of the pipe sees it")
  func closes() throws {
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    try reading.setNonblocking(true)
    #expect(try read(reading) == nil)
    _ = consume writing
    #expect(try read(reading) == [])
  }

  @Test("a descriptor given away stays open")
  func release() throws {
    let pipe = try Pipe()
    let number = pipe.writing.release()
    let taken = FileDescriptor(owning: number)
    try taken.writeAll([1, 2, 3])
    #expect(try read(pipe.reading) == [1, 2, 3])
  }

  @Test("who waits for a lock that somebody holds is told when the time is over, and gets one that is let go meanwhile")
  func lockInTime() throws {
    let directory = try TemporaryDirectory()
    let folder = try Directory(path: directory.path)
    let second = try folder.createFile("f", mode: 0o600)
    do {
      let first = try folder.openForWriting("f")
      try first.lock(within: 0)
      let error = #expect(throws: SystemError.self) { try second.lock(within: 0.05) }
      #expect(error?.isTimeout == true)
      _ = consume first
    }
    try second.lock(within: 5)
  }

  @Test("a box hands over what it holds once, and closes what nobody took")
  func handover() throws {
    let pipe = try Pipe()
    let reading = pipe.reading
    let box = Handover(pipe.writing)
    do {
      let taken = box.take()
      let isTaken = taken != nil
      #expect(isTaken)
      let isEmpty = box.take() == nil
      #expect(isEmpty)
      _ = consume taken
    }
    #expect(try read(reading) == [])
  }

  @Test("a write to a pipe nobody reads is an error, not the end of the program")
  func brokenPipe() throws {
    Signal.ignoreBrokenPipes()
    let pipe = try Pipe()
    let writing = pipe.writing
    let reading = pipe.reading
    _ = consume reading
    let error = #expect(throws: SystemError.self) { try writing.writeAll([1]) }
    #expect(error?.isBrokenPipe == true)
  }

  @Test("three pieces are written in order, empty ones too")
  func threePieces() throws {
    let directory = try TemporaryDirectory()
    let file = try Directory(path: directory.path).createFile("f", mode: 0o600)
    let count = try [1, 2].span.withUnsafeBytes { (first) throws(SystemError) in
      try [UInt8]([7, 8, 9]).span.withUnsafeBytes { (third) throws(SystemError) in
        try file.write(UnsafeRawBufferPointer(rebasing: first[..<1]), .init(start: nil, count: 0), third)
      }
    }
    #expect(count == 4)
    var bytes = [UInt8](repeating: 0, count: 10)
    let read = try bytes.withUnsafeMutableBytes { try file.readAll(into: $0, at: 0) }
    #expect(bytes[..<read] == [1, 7, 8, 9])
  }

  @Test("a lock is held by one open file at a time, and goes when it closes")
  func lock() throws {
    let directory = try TemporaryDirectory()
    let folder = try Directory(path: directory.path)
    do {
      let first = try folder.openOrCreateFile("lock", mode: 0o600)
      #expect(try first.tryLock())
      let second = try folder.openOrCreateFile("lock", mode: 0o600)
      #expect(try second.tryLock() == false)
    }
    let third = try folder.openOrCreateFile("lock", mode: 0o600)
    #expect(try third.tryLock())
  }

  @Test("a file's size, mode, time, kind and names are told")
  func status() throws {
    let directory = try TemporaryDirectory()
    let file = try Directory(path: directory.path).createFile("f", mode: 0o600)
    try file.setSize(5_000_000_000)
    try file.setMode(0o644)
    try file.setModified(1_700_000_000_123_456_789)
    let status = try file.status()
    #expect(status.size == 5_000_000_000)
    #expect(status.mode == 0o644)
    #expect(status.modified == 1_700_000_000_123_456_789)
    #expect(status.kind == .regular)
    #expect(status.links == 1)
    #expect(status.owner == Environment.user)
    #expect(try file.path() == Path.resolve(directory.path) + "/f")
    try file.setModified(-500_000_000)
    #expect(try file.status().modified == -500_000_000)
    #expect(try file.availableSpace() > 0)
  }

  private func read(_ descriptor: borrowing FileDescriptor) throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = try bytes.withUnsafeMutableBytes { try descriptor.read(into: $0) }
    return count.map { Array(bytes[..<$0]) }
  }
}
