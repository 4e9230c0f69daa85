import SessionCore
import SocketplayNode

extension Runner {
  func room(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let request = try usage { () throws(UsageError) in try parsed.roomRequest(absolute: console.absolute) }
    let lines = console.readLine
    let questions = questions(output)
    switch request {
    case .host(let options):
      try checkCode(options.pair, options.codeFile)
      try await asked { () async throws(Failure) in
        try await node.hostRoom(options, lines: lines, questions: questions) { output.tell($0) }
      }
    case .join(let options):
      try await asked { () async throws(Failure) in
        try await node.joinRoom(options, lines: lines, choose: choosing(output), questions: questions) {
          output.tell($0)
        }
      }
    }
  }
}
