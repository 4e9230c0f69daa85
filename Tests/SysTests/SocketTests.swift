import Sys
import TestSupport
import Testing

@Suite("TCP sockets")
struct SocketTests {
  /// Two connected ends.
  struct Ends: ~Copyable {
    let accepted: FileDescriptor
    let peer: SocketAddress?
    let joined: FileDescriptor
  }

  private func connect(to listener: borrowing FileDescriptor, host: String) throws -> Ends {
    struct Missing: Error {}
    let port = try #require(try listener.localAddress()).port
    let joined = try Socket.connecting(to: #require(SocketAddress(host, port: port)))
    #expect(try joined.waitWritable(milliseconds: 10_000))
    #expect(try joined.connectError("here") == nil)
    #expect(try listener.waitReadable(milliseconds: 10_000))
    guard let accepted = try listener.accept() else { throw Missing() }
    let peer = accepted.peer
    return Ends(accepted: accepted.socket, peer: peer, joined: joined)
  }

  @Test("a listener of both families takes an IPv4 caller, and calls it IPv4")
  func dualStack() throws {
    let listener = try Socket.listen(on: nil, port: 0, backlog: 5)
    let isIdle = try listener.accept() == nil
    #expect(isIdle)
    let ends = try connect(to: listener, host: "127.0.0.1")
    #expect(ends.peer?.family == .ipv4)
    #expect(ends.peer?.isLoopback == true)
  }

  @Test("a listener on one address keeps its port for itself")
  func inUse() throws {
    let listener = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
    let port = try #require(try listener.localAddress()).port
    let error = #expect(throws: SystemError.self) {
      _ = try Socket.listen(on: .loopback(port: 0), port: port, backlog: 5)
    }
    #expect(error?.isAddressInUse == true)
    #expect(error?.subject == "127.0.0.1:\(port)")
    let elsewhere = #expect(throws: SystemError.self) {
      _ = try Socket.listen(on: SocketAddress("192.0.2.1", port: 0), port: 0, backlog: 5)
    }
    #expect(elsewhere?.isAddressNotHere == true)
  }

  @Test("bytes go through, can be looked at first, and the end is seen; the kernel tells what it measured")
  func bytes() throws {
    let listener = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
    let ends = try connect(to: listener, host: "127.0.0.1")
    let accepted = ends.accepted
    let joined = ends.joined
    try joined.setNoDelay(true)
    try joined.setKeepAlive(idle: 15, interval: 5, count: 3)
    try joined.setUserTimeout(milliseconds: 30_000)
    try joined.setUnsentLimit(bytes: 65_536)
    try joined.setCongestionControl("reno")
    #expect(throws: SystemError.self) { try joined.setCongestionControl("no such") }
    try joined.setSendBuffer(bytes: 100_000)
    try joined.setReceiveBuffer(bytes: 100_000)
    try accepted.setReceiveLowWater(bytes: 4)
    var buffer = [UInt8](repeating: 0, count: 100)
    #expect(try buffer.withUnsafeMutableBytes { try accepted.receive(into: $0) } == nil)
    let sent = try Array("abcd".utf8).withUnsafeBytes { bytes in
      try joined.send(
        UnsafeRawBufferPointer(rebasing: bytes[..<1]), UnsafeRawBufferPointer(rebasing: bytes[1..<2]),
        UnsafeRawBufferPointer(rebasing: bytes[2...]))
    }
    #expect(sent == 4)
    #expect(try accepted.waitReadable(milliseconds: 10_000))
    for peek in [true, false] {
      let count = try buffer.withUnsafeMutableBytes { try accepted.receive(into: $0, peek: peek) }
      #expect(buffer[..<(count ?? 0)] == ArraySlice(Array("abcd".utf8)))
    }
    let measure = try joined.measure()
    #expect(measure.roundTrip > 0 && measure.roundTrip < 10)
    #expect(measure.retransmitted == 0)
    #expect(measure.shortestRoundTrip > 0 && measure.shortestRoundTrip < 10)
    #expect(measure.unacknowledged >= 0 && measure.unacknowledged <= 4)
    #expect(try joined.peerAddress() == listener.localAddress())
    #expect(try accepted.peerAddress() == joined.localAddress())
    #expect(try joined.isConnectedWithItself() == false)
    try joined.shutdownWriting()
    #expect(try accepted.waitReadable(milliseconds: 10_000))
    #expect(try buffer.withUnsafeMutableBytes { try accepted.receive(into: $0) } == 0)
  }

  @Test("sending to an end that has gone is an error, never the end of the program")
  func gone() throws {
    let listener = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
    let ends = try connect(to: listener, host: "127.0.0.1")
    let accepted = ends.accepted
    let joined = ends.joined
    try accepted.setResetOnClose()
    _ = consume accepted
    #expect(try joined.waitReadable(milliseconds: 10_000))
    let errors = (1...2).map { _ in
      #expect(throws: SystemError.self) { try [1, 2].withUnsafeBytes { try joined.send($0) } }
    }
    #expect(errors[0]?.isReset == true)
    #expect(errors[1]?.isBrokenPipe == true)
    try joined.shutdownBoth()
  }

  @Test("a port nobody listens on refuses")
  func refused() throws {
    let port: UInt16
    do {
      let listener = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
      port = try #require(try listener.localAddress()).port
    }
    let socket = try Socket.connecting(to: .loopback(port: port))
    #expect(try socket.waitWritable(milliseconds: 10_000))
    #expect(try socket.connectError("x")?.isRefused == true)
  }
}
