import KeyedArchive
import SessionCore
import SocketplayNode
import Synchronization

extension Runner {
  func browse(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let watch = parsed.has(.watch)
    let given = try usage { () throws(UsageError) in try parsed.timeout() }
    let timeout = given ?? (watch ? Values.longest : 3)
    let found = Found()
    try await asked { () async throws(Failure) in
      try await node.browse(watch: watch, timeout: timeout) { event in
        switch event {
        case .found(let service) where watch:
          output.object(EventObject.of(event, session: nil), orLines: ["+ \(printable(service.name))"])
        case .lost(let service) where watch:
          output.object(EventObject.of(event, session: nil), orLines: ["- \(printable(service.name))"])
        case .found(let service): found.add(service)
        case .lost(let service): found.remove(service)
        default: output.tell(event)
        }
      }
    }
    if watch { return }
    let services = found.sorted
    if services.isEmpty { output.line(.talk("no host was found; socketplay doctor looks for the cause")) }
    if output.modes.json {
      for service in services { output.object(EventObject.of(.found(service), session: nil)) }
    } else {
      for line in Table.lines(services.map(Self.row)) { output.line(.answer(line)) }
    }
  }

  private static func row(_ service: Service) -> [String] {
    let address = service.addresses.first ?? "?"
    let shown = printable(address.contains(":") ? "[\(address)]" : address, columns: 63)
    var notes = service.plain ? ["plain only"] : []
    if service.reachable == false { notes.append("does not answer") }
    return [
      printable(service.name, columns: 63), printable(service.host, columns: 63), "\(shown):\(service.port)",
      notes.joined(separator: ", "),
    ]
  }
}

/// The hosts that were found, one of a name.
private final class Found: Sendable {
  private let services = Mutex<[String: Service]>([:])

  func add(_ service: Service) { services.withLock { $0[service.name] = service } }

  func remove(_ service: Service) { services.withLock { $0[service.name] = nil } }

  /// By name.
  var sorted: [Service] { services.withLock { $0.values.sorted { $0.name < $1.name } } }
}

extension Output {
  /// Prints an object with `--json`, and else the lines.
  func object(_ object: @autoclosure () -> PropertyListDictionary, orLines lines: @autoclosure () -> [String]) {
    if modes.json {
      self.object(object())
    } else {
      for line in lines() { self.line(.answer(line)) }
    }
  }
}
