import Discovery
import SessionCore

/// Lists the hosts there are.
enum Browsing {
  private enum Step: Sendable {
    case browser(BrowserEvent?)
    case time
  }

  /// The hosts found within `timeout` seconds, sorted by name; sooner where everybody has had the time to answer and at
  /// least one did.
  static func list(_ type: ServiceType = .host, for timeout: Double) async throws(Failure) -> [Service] {
    let result: Result<[Service], Failure> = await withTaskGroup(of: Step.self) { group in
      let (steps, tell) = AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingOldest(1024))
      group.addTask {
        for await event in Browser(type) { tell.yield(.browser(event)) }
        return .time
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(timeout))
        tell.yield(.time)
        return .time
      }
      defer { group.cancelAll() }
      var found: [String: Service] = [:]
      var isSettled = false
      for await step in steps {
        switch step {
        case .browser(.added(let service)?), .browser(.changed(let service)?): found[service.name] = service
        case .browser(.removed(let service)?): found[service.name] = nil
        case .browser(.allForNow?): isSettled = true
        case .browser(.unavailable(let error)?): return .failure(Failure(discovery: error))
        case .browser(nil), .time: return .success(found.values.sorted { $0.name < $1.name })
        }
        if isSettled, !found.isEmpty { return .success(found.values.sorted { $0.name < $1.name }) }
      }
      return .success([])
    }
    return try result.get()
  }
}
