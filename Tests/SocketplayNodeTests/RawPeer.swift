import Framing
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

/// A client of the tests' own: it sends whatever bytes it is told, in whatever pieces, and reads what comes.
final class RawPeer {
  let socket: FileDescriptor
  private var bytes: [UInt8] = []

  init(_ socket: consuming FileDescriptor) {
    self.socket = socket
  }

  init(_ endpoint: Endpoint) throws {
    let address = try #require(SocketAddress(endpoint.host, port: endpoint.port))
    socket = try Socket.connecting(to: address)
    #expect(try socket.waitWritable(milliseconds: 5000))
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      #expect(try socket.waitWritable(milliseconds: 5000))
      let count = try rest.withUnsafeBytes { try socket.send($0) } ?? 0
      rest = rest.dropFirst(count)
    }
  }

  func send(_ package: Package) throws { try send(package.frame()) }
  func send(_ message: ControlMessage) throws { try send(message.package) }

  func finishSending() throws { try socket.shutdownWriting() }

  /// The next package; nil at the end of the stream, or after ten seconds of nothing.
  func next() throws -> (package: ReceivedPackage, data: [UInt8])? {
    while true {
      if let found = try decode() { return found }
      if !(try fill()) { return nil }
    }
  }

  /// The next control message that is meant; others are passed over.
  func message(_ isMeant: (ControlMessage) -> Bool) throws -> ControlMessage? {
    while let (package, data) = try next() {
      guard package.kind == .control, let verb = package.word else { continue }
      if let message = data.withUnsafeBytes({ ControlMessage(verb: verb, data: $0) }), isMeant(message) {
        return message
      }
    }
    return nil
  }

  /// Whether the other end has closed; what comes before that is dropped.
  func isClosed() throws -> Bool {
    while try fill() { bytes = [] }
    return true
  }

  private func decode() throws -> (ReceivedPackage, [UInt8])? {
    var decoder = FrameDecoder(maximumLength: ProductLimits.frameLength)
    let found: (ReceivedPackage, [UInt8], Int)? = try bytes.withUnsafeBytes { buffer in
      guard case .frame(let body) = try decoder.decode(buffer) else { return nil }
      let content = UnsafeRawBufferPointer(rebasing: buffer[body])
      let package = try Package.decode(body: content, limits: ProductLimits.package)
      return (package, package.data.map { Array(content[$0]) } ?? [], body.upperBound)
    }
    guard let (package, data, count) = found else { return nil }
    bytes.removeFirst(count)
    return (package, data)
  }

  private func fill() throws -> Bool {
    guard try socket.waitReadable(milliseconds: 10_000) else {
      Issue.record("nothing came for ten seconds")
      return false
    }
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count: Int?
    do {
      count = try room.withUnsafeMutableBytes { try socket.receive(into: $0) }
    } catch let error as SystemError where error.isReset {
      return false
    }
    bytes += room.prefix(count ?? 0)
    return count != 0
  }
}
