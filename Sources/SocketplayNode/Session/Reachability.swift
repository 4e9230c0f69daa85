import SessionCore
import Sys
import Transport

/// Whether a host that is listed is really there: one that vanished without a goodbye stays listed for two minutes.
enum Reachability {
  /// The services, each with whether its port answered within a second; the connection is closed at once.
  ///
  /// Originals are not tried: one takes its first caller for its peer, and would wait for it.
  static func tried(_ services: [Service]) async -> [Service] {
    await withTaskGroup(of: (Int, Bool).self) { group in
      for (index, service) in services.enumerated() where !service.plain {
        group.addTask { (index, await answers(service)) }
      }
      var result = services
      for await (index, isReachable) in group { result[index].reachable = isReachable }
      return result
    }
  }

  private static func answers(_ service: Service) async -> Bool {
    let port = UInt16(clamping: service.port)
    return await answers(service.addresses.compactMap { SocketAddress($0, port: port) })
  }

  /// Whether a numeric address answers within a second.
  static func answers(_ endpoint: Endpoint) async -> Bool {
    await answers(SocketAddress(endpoint.host, port: endpoint.port).map { [$0] } ?? [])
  }

  private static func answers(_ addresses: [SocketAddress]) async -> Bool {
    do throws(ConnectError) {
      _ = try await Connector.connect(to: addresses, timeout: .seconds(1))
      return true
    } catch {
      return false
    }
  }
}
