import SessionCore
import SocketplayNode

extension Runner {
  func room(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let request = try usage { () throws(UsageError) in try parsed.roomRequest(absolute: console.absolute) }
    let lines = console.readLine
    switch request {
    case .host(let options):
      try await asked { () async throws(Failure) in
        try await node.hostRoom(options, lines: lines) { output.tell($0) }
      }
    case .join(let options):
      // What is typed is what is said: a choice cannot be asked for in between.
      try await asked { () async throws(Failure) in
        try await node.joinRoom(options, lines: lines, choose: { list($0, output) }) { output.tell($0) }
      }
    }
  }
}
