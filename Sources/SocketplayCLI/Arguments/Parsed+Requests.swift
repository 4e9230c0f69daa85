import SocketplayNode

extension Parsed {
  /// What `request` was asked for.
  func requestOptions() throws(UsageError) -> RequestOptions {
    var options = RequestOptions(server: try Values.server(of: self))
    if let timeout = try timeout() { options.timeout = timeout }
    return options
  }

  /// What `request` sends: each TEXT, one of them standard input at most.
  func requestBodies() throws(UsageError) -> [RequestBody] {
    let texts = operands.dropFirst()
    if texts.contains("") { throw UsageError("a TEXT is empty") }
    if texts.count(where: { $0 == "-" }) > 1 { throw UsageError("'-' is standard input and goes once") }
    return texts.map { $0 == "-" ? .input : .bytes(Array($0.utf8)) }
  }

  /// What `answer` was asked for.
  func answerOptions() throws(UsageError) -> AnswerOptions {
    if operands.first == "" { throw UsageError("COMMAND is empty") }
    var options = AnswerOptions(command: operands)
    if let port = self[.port] { options.port = UInt16(try Values.number(port, of: .port, in: 0...65535)) }
    if let bind = self[.bind] { options.bind = try Values.address(bind, of: .bind) }
    if let timeout = try timeout() { options.timeout = timeout }
    return options
  }
}
