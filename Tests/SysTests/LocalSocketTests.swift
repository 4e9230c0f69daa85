import Sys
import TestSupport
import Testing

@Suite("Local sockets")
struct LocalSocketTests {
  struct Missing: Error {}

  /// What came in one call, in a form that tests can look at.
  struct Received: Equatable {
    let count: Int
    let descriptor: Handover<FileDescriptor>?
    static func == (one: Received, other: Received) -> Bool { one.count == other.count }
  }

  private func receive(_ socket: borrowing FileDescriptor) throws -> Received? {
    var buffer = [UInt8](repeating: 0, count: 10)
    var span = buffer.mutableSpan
    let received = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try socket.receivePassed(into: bytes)
    }
    guard let received else { return nil }
    let count = received.count
    guard let descriptor = received.descriptor else { return Received(count: count, descriptor: nil) }
    return Received(count: count, descriptor: Handover(descriptor))
  }

  @Test("a socket in a directory whose path is far longer than 108 bytes is listened on and reached")
  func longPath() throws {
    let temporary = try TemporaryDirectory()
    let path = temporary.file(Array(repeating: String(repeating: "x", count: 100), count: 5).joined(separator: "/"))
    let folder = try Directory(makingPath: path, mode: 0o700)
    let listener = try LocalSocket.listen("host.sock", in: folder, backlog: 5)
    let joined = try LocalSocket.connect("host.sock", in: folder)
    guard let accepted = try listener.accept() else { throw Missing() }
    let hasNoAddress = accepted.peer == nil
    #expect(hasNoAddress)
    let peer = try accepted.socket.localPeer()
    #expect(peer.user == Environment.user)
    #expect(peer.process == Environment.process)
    #expect(try joined.localPeer().user == Environment.user)
  }

  @Test("a dead socket refuses, a taken name is in use, a name too long is said to be")
  func dead() throws {
    let temporary = try TemporaryDirectory()
    let folder = try Directory(path: temporary.path)
    do { _ = try LocalSocket.listen("host.sock", in: folder, backlog: 5) }
    let refused = #expect(throws: SystemError.self) { _ = try LocalSocket.connect("host.sock", in: folder) }
    #expect(refused?.isRefused == true)
    let taken = #expect(throws: SystemError.self) { _ = try LocalSocket.listen("host.sock", in: folder, backlog: 5) }
    #expect(taken?.isAddressInUse == true)
    let absent = #expect(throws: SystemError.self) { _ = try LocalSocket.connect("absent", in: folder) }
    #expect(absent?.isNotFound == true)
    let long = #expect(throws: SystemError.self) {
      _ = try LocalSocket.listen(String(repeating: "x", count: 120), in: folder, backlog: 5)
    }
    #expect(long?.isNameTooLong == true)
  }

  @Test("a descriptor travels with the first byte, and only there")
  func passing() throws {
    let ends = try LocalSocket.pair()
    let pipe = try Pipe()
    let sent = try ([1, 2, 3] as [UInt8]).withUnsafeBytes { try ends.first.send($0, passing: pipe.writing) }
    #expect(sent == 3)
    let first = try #require(try receive(ends.second))
    #expect(first.count == 3)
    let sentMore = try ([4] as [UInt8]).withUnsafeBytes { try ends.first.send($0) }
    #expect(sentMore == 1)
    let second = try #require(try receive(ends.second))
    #expect(second.count == 1)
    let isBare = second.descriptor == nil
    #expect(isBare)
    guard let descriptor = first.descriptor?.take() else { throw Missing() }
    try descriptor.writeAll([9])
    var buffer = [UInt8](repeating: 0, count: 10)
    #expect(try buffer.withUnsafeMutableBytes { try pipe.reading.read(into: $0) } == 1)
    #expect(buffer[0] == 9)
    #expect(try receive(ends.first) == nil)
  }

  @Test("descriptors that nobody asked for are not left open")
  func surplus() throws {
    let ends = try LocalSocket.pair()
    let pipe = try Pipe()
    let reading = pipe.reading
    let writing = pipe.writing
    _ = try ([1] as [UInt8]).withUnsafeBytes { try ends.first.send($0, passing: writing) }
    _ = consume writing
    var buffer = [UInt8](repeating: 0, count: 10)
    do {
      let received = try #require(try receive(ends.second))
      let isPassed = received.descriptor != nil
      #expect(isPassed)
    }
    #expect(try buffer.withUnsafeMutableBytes { try reading.read(into: $0) } == 0)
  }
}
