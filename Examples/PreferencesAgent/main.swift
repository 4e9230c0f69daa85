import SessionCore
import SocketplayNode

// An app that lets other machines look at and change its preferences while it runs, and is told what they change.
let folder = CommandLine.arguments.dropFirst().first ?? "/tmp/preferences-agent"
let node = Node(
  places: Places(
    receive: folder + "/received", state: folder + "/state", runtime: folder + "/run", configuration: folder + "/config"
  ))
var options = HostOptions()
options.name = "agent"
options.store = folder + "/app.plist"
options.bind = "127.0.0.1"
options.advertise = false
try await node.host(options) { event in
  switch event {
  case .listening(_, let port, _): print("listening on port \(port)")
  case .preferences(let received):
    for change in received.applied ?? [] { print("\(change.key) is now \(change.to.map { "\($0)" } ?? "gone")") }
  default: break
  }
}
