import Discovery
public import SessionCore

extension Node {
  /// Tells `found` for each host (and `lost`, while watching) for `timeout` seconds, or until cancelled.
  ///
  /// Not watching, it ends as soon as everybody has had the time to answer.
  public func browse(watch: Bool, timeout: Double, events: @escaping Sink) async throws(Failure) {
    if watch { return await watchHosts(timeout, events) }
    let services = try await Browsing.list(for: timeout)
    for service in await Reachability.tried(services) { events(.found(service)) }
  }

  private func watchHosts(_ timeout: Double, _ events: @escaping Sink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in Browser() {
          switch event {
          case .added(let service): events(.found(service))
          case .removed(let service): events(.lost(service))
          case .unavailable(let error): events(.warning(Failure(discovery: error)))
          case .changed, .allForNow: break
          }
        }
      }
      group.addTask { try? await Task.sleep(for: .seconds(timeout)) }
      await group.next()
      group.cancelAll()
    }
  }
}
