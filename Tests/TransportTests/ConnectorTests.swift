import Glibc
import Sys
import Testing
import Transport

@Suite("Connecting")
struct ConnectorTests {
  /// A listener on loopback whose queue is full: further callers wait for an answer that does not come.
  struct Silent {
    let address: SocketAddress
    /// What must stay open for it to stay silent.
    let held: [Handover<FileDescriptor>]

    init(_ host: String) throws {
      let listener = try Socket.listen(on: SocketAddress(host, port: 0), port: 0, backlog: 0)
      let address = try #require(try listener.localAddress())
      var held: [Handover<FileDescriptor>] = []
      for _ in 1...4 { held.append(Handover(try Socket.connecting(to: address))) }
      held.append(Handover(listener))
      self.address = address
      self.held = held
    }
  }

  /// An address that refuses: its port is taken, and nobody listens there.
  struct Refusing {
    let address: SocketAddress
    let held: Handover<FileDescriptor>

    init() throws {
      let socket = FileDescriptor(owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
      var any = sockaddr_in()
      any.sin_family = sa_family_t(AF_INET)
      any.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let result = withUnsafeBytes(of: &any) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          bind(socket.rawValue, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      #expect(result == 0)
      address = try #require(try socket.localAddress())
      held = Handover(socket)
    }
  }

  @Test("a refusing address first does not keep from the one that answers (000-33)")
  func refusedFirst() async throws {
    let listener = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
    let address = try #require(try listener.localAddress())
    let refusing = try Refusing()
    let connected = try await Connector.connect(to: [refusing.address, address], timeout: .seconds(30))
    #expect(connected.address == address)
    #expect(try connected.socket.peerAddress() == address)
  }

  @Test("a silent address first does not keep from the one that answers (000-33)")
  func silentFirst() async throws {
    let silent = try Silent("127.0.0.1")
    let listener = try Socket.listen(on: .loopback(port: 0), port: 0, backlog: 5)
    let address = try #require(try listener.localAddress())
    let connected = try await Connector.connect(
      to: [silent.address, address], stagger: .milliseconds(1), timeout: .seconds(30))
    #expect(connected.address == address)
  }

  @Test("when every address refuses, each error is told")
  func allRefused() async throws {
    let refusing = [try Refusing(), try Refusing()]
    let addresses = refusing.map(\.address)
    do {
      _ = try await Connector.connect(to: addresses, timeout: .seconds(30))
      Issue.record("connected")
    } catch {
      guard case .failed(let attempts) = error else { throw error }
      #expect(attempts.map(\.address) == addresses)
      #expect(attempts.allSatisfy { $0.error.isRefused })
    }
  }

  @Test("no address, and no time, are errors at once")
  func nothing() async throws {
    await #expect(throws: ConnectError.noAddress) { _ = try await Connector.connect(to: [], timeout: .seconds(1)) }
    let silent = try Silent("127.0.0.1")
    await #expect(throws: ConnectError.timedOut([])) {
      _ = try await Connector.connect(to: [silent.address], timeout: .zero)
    }
    await #expect(throws: ConnectError.timedOut([])) {
      _ = try await Connector.connect(to: [silent.address], timeout: .milliseconds(1))
    }
  }

  @Test("cancelling the task ends the connecting, before it has started too")
  func cancelled() async throws {
    let silent = try Silent("127.0.0.1")
    let address = silent.address
    let task = Task {
      _ = try await Connector.connect(to: [address], timeout: .seconds(600))
    }
    task.cancel()
    await #expect(throws: ConnectError.cancelled) { try await task.value }
  }

  @Test("a tuned connection carries bytes")
  func tuned() async throws {
    let listener = try Socket.listen(on: nil, port: 0, backlog: 5)
    let port = try #require(try listener.localAddress()).port
    let connected = try await Connector.connect(to: [.loopback(port: port)], timeout: .seconds(30))
    try SocketTuning.apply(to: connected.socket)
    #expect(try [1, 2].withUnsafeBytes { try connected.socket.send($0) } == 16)
  }
}
