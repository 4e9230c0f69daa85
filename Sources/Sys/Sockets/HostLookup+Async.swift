import Dispatch

extension HostLookup {
  /// The numeric addresses of a host name, asked for on a thread of its own: the resolver may take half a minute.
  public static func addressesLater(of name: String, port: UInt16) async -> Result<[SocketAddress], Failure> {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "socketplay.lookup").async {
        do throws(Failure) {
          continuation.resume(returning: .success(try addresses(of: name, port: port)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
