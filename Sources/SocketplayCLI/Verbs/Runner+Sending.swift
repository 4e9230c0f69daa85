import SessionCore
import SocketplayNode

extension Runner {
  /// Sends, by the route that the flags tell.
  func send(_ command: Command, _ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let (route, peer, timeout, entrance) = try usage { () throws(UsageError) in
      (
        try parsed.route(), try parsed.peerName(), try parsed.timeout(),
        try parsed.entranceOptions(absolute: console.absolute)
      )
    }
    let questions = questions(output)
    var input: Int32?
    if case .sendFiles(let files) = command, files.fromDescriptor { input = 0 }
    let descriptor = input
    try await asked { () async throws(Failure) in
      try await node.send(
        command, route: route, peer: peer, timeout: timeout, input: descriptor, entrance: entrance,
        questions: questions, through: output.isOf(session:),
        events: output.tell)
    }
  }

  /// What `send-prefs` sends, looked at before anybody is called.
  func preferences(_ parsed: Parsed) throws(Complaint) -> Command {
    guard let path = parsed.operands.first else { return .sendPreferences(path: nil) }
    switch try kind(path) {
    case .file: return .sendPreferences(path: try readable(path))
    case .missing: throw .failure(Failure(.noSuchFile, path))
    case .directory: throw .failure(Failure(.unreadable, path, detail: "it is a folder"))
    case .other: throw .failure(Failure(.unreadable, path, detail: "it is not a regular file"))
    }
  }

  /// What `send-file` sends, looked at before anybody is called; paths absolute.
  ///
  /// Without any, those that are picked.
  func files(_ parsed: Parsed, _ pick: () throws(Complaint) -> [String]) throws(Complaint) -> FilesToSend {
    var parsed = parsed
    if parsed.operands.isEmpty { for path in try pick() { parsed.add(operand: path) } }
    var files = try usage { () throws(UsageError) in try parsed.filesToSend() }
    var paths: [String] = []
    for path in files.paths {
      switch try kind(path) {
      case .file: break
      case .directory:
        if files.name != nil {
          throw .text(FailureText(UsageError("--as names one file, and \(quoted(path)) is a folder")))
        }
      case .missing: throw .failure(Failure(.noSuchFile, path))
      case .other: throw .failure(Failure(.notAFile, path))
      }
      paths.append(try readable(path))
    }
    files.paths = paths
    return files
  }

  private func kind(_ path: String) throws(Complaint) -> Console.Kind {
    if path.isEmpty { throw .text(FailureText(UsageError("a path is empty"))) }
    switch console.kind(path) {
    case .success(let kind): return kind
    case .failure(let failure): throw .failure(Failure(.unreadable, path, detail: failure.message))
    }
  }

  /// The path made absolute, once it has proved readable.
  private func readable(_ path: String) throws(Complaint) -> String {
    if let failure = console.canRead(path) {
      throw .failure(Failure(.unreadable, path, detail: failure.message))
    }
    return console.absolute(path)
  }
}
