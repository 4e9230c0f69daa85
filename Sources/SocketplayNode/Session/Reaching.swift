import Discovery
import SessionCore
import Sys
import Transport

/// A host that was found: where to connect, and what to call it.
struct Destination: Sendable, Equatable {
  /// The service's name, or ADDRESS:PORT.
  var name: String
  var addresses: [SocketAddress]
  /// The service's name; nil where there is an address only.
  var service: String?
  /// Whether it says of itself that it is an original app: a hint, which lets it be sent no ClientHello.
  var isOriginal = false
}

/// A connection to a host, of which nothing is known yet.
struct Reached: Sendable {
  var socket: SocketBox
  var name: String
  var address: String
}

/// Finds and connects: by name, by address, or to the only host there is.
enum Reaching {
  /// How long a host that has said goodbye is still known (RFC 6762, section 10.1: a second), and a little more.
  private static let goodbyeTime = Duration.milliseconds(1200)

  /// Looks the host up, within `timeout` seconds.
  static func find(
    _ target: Target, kind: ServiceType = .host, timeout: Double, choose: (@Sendable ([Service]) -> Int?)?
  ) async throws(Failure) -> Destination {
    switch target {
    case .address(let endpoint): return try await lookUp(endpoint)
    case .host(let name, let endpoint):
      return Destination(name: name, addresses: try await lookUp(endpoint).addresses, service: name)
    case .name(let name):
      do throws(DiscoveryError) {
        return destination(try await Resolver.resolve(name, type: kind, timeout: .seconds(timeout)))
      } catch {
        throw Failure(discovery: error, name: name)
      }
    case .anyone:
      let services = try await Browsing.list(kind, for: timeout)
      guard let first = services.first else { throw Failure(.noSuchPeer) }
      if services.count == 1 { return destination(first) }
      guard let index = choose?(services), services.indices.contains(index) else {
        throw Failure(.severalPeers, detail: services.map(\.name).joined(separator: "\n"))
      }
      return destination(services[index])
    }
  }

  /// Finds the host, connects to it, all addresses staggered, and comes in; `bound` is the key it had before.
  ///
  /// One that has just left and is coming back refuses where it was; it is waited for where it will be.
  static func reach(
    _ target: Target, kind: ServiceType = .host, timeout: Double, entrance: JoinerEntrance, bound: PeerID? = nil,
    choose: (@Sendable ([Service]) -> Int?)? = nil
  ) async throws(Failure) -> (destination: Destination, entrant: Entrant) {
    let start = Moment.now
    let first = try await find(target, kind: kind, timeout: timeout, choose: choose)
    do throws(Failure) {
      return (first, try await entrance.enter(first, bound: bound, timeout: max(1, timeout - (.now - start))))
    } catch {
      guard let target = target.byName, error.reason == .refused else { throw error }
      try? await Task.sleep(for: goodbyeTime)
      let left = timeout - (.now - start)
      guard left > 0, let second = try? await find(target, kind: kind, timeout: left, choose: nil), second != first
      else {
        throw error
      }
      return (second, try await entrance.enter(second, bound: bound, timeout: max(1, timeout - (.now - start))))
    }
  }

  /// Finds a host and connects to it, and no more: whoever asks introduces itself.
  static func reach(
    _ target: Target, kind: ServiceType = .host, timeout: Double, choose: (@Sendable ([Service]) -> Int?)? = nil
  ) async throws(Failure) -> Reached {
    let start = Moment.now
    let destination = try await find(target, kind: kind, timeout: timeout, choose: choose)
    return try await connect(to: destination, timeout: max(1, timeout - (.now - start)))
  }

  /// Connects to a host that was found.
  static func connect(to destination: Destination, timeout: Double) async throws(Failure) -> Reached {
    do throws(ConnectError) {
      let connected = try await Connector.connect(to: destination.addresses, timeout: .seconds(timeout))
      try? SocketTuning.apply(to: connected.socket)
      let address = "\(connected.address)"
      return Reached(socket: SocketBox(connected.socket), name: destination.name, address: address)
    } catch {
      throw Failure(connect: error, name: destination.name)
    }
  }

  private static func destination(_ service: Service) -> Destination {
    let port = UInt16(clamping: service.port)
    return Destination(
      name: service.name, addresses: service.addresses.compactMap { SocketAddress($0, port: port) },
      service: service.name, isOriginal: service.plain)
  }

  private static func lookUp(_ endpoint: Endpoint) async throws(Failure) -> Destination {
    let name = endpoint.description
    if let numeric = SocketAddress(endpoint.host, port: endpoint.port) {
      return Destination(name: name, addresses: [numeric])
    }
    let result = await HostLookup.addressesLater(of: endpoint.host, port: endpoint.port)
    do throws(HostLookup.Failure) {
      return Destination(name: name, addresses: try result.get())
    } catch {
      throw Failure(.noSuchPeer, endpoint.host, detail: error.message)
    }
  }
}

/// Whom to reach.
enum Target: Sendable, Equatable {
  case anyone
  case name(String)
  /// The host of that name, where it was.
  case host(String, Endpoint)
  case address(Endpoint)

  /// How it is found anew; nil where it has no name.
  var byName: Target? {
    switch self {
    case .name(let name), .host(let name, _): .name(name)
    case .anyone, .address: nil
    }
  }
}

extension Endpoint: CustomStringConvertible {
  /// `HOST:PORT`, an IPv6 address in brackets.
  public var description: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
