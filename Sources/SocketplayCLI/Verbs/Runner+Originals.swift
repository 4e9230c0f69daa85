import SessionCore
import SocketplayNode

extension Runner {
  /// Takes part at an original server of a kind.
  func takePart(
    _ dialect: OriginalDialect, _ parsed: Parsed, _ node: Node, _ output: Output
  ) async throws(Complaint) {
    let options = try usage { () throws(UsageError) in try parsed.originalOptions(dialect) }
    try await asked { () async throws(Failure) in
      try await node.takePart(options, input: 0, beats: { output.line(.detail("a sign of life")) }) { output.tell($0) }
    }
  }
}

extension Parsed {
  fileprivate func originalOptions(_ dialect: OriginalDialect) throws(UsageError) -> OriginalOptions {
    var options = OriginalOptions(dialect, server: try Values.server(of: self))
    if let timeout = try timeout() { options.timeout = timeout }
    guard dialect == .chat else { return options }
    guard let nick = self[.chatNick], !nick.isEmpty else { throw UsageError("nick required", hint: "--nick NICK") }
    do throws(Nick.Refusal) {
      try Nick.check(nick)
    } catch {
      throw UsageError("the nick \(quoted(nick)) is not taken: \(error.rawValue)")
    }
    options.nick = nick
    return options
  }
}
