import SessionCore
import SocketplayNode

extension Parsed {
  /// What `request` was asked for.
  func requestOptions(absolute: (String) -> String) throws(UsageError) -> RequestOptions {
    var options = RequestOptions(server: try Values.server(of: self))
    options.trust = try serverTrust(absolute: absolute)
    if let timeout = try timeout() { options.timeout = timeout }
    return options
  }

  /// By what a server is known under TLS; nil where none is wanted.
  func serverTrust(absolute: (String) -> String) throws(UsageError) -> ServerTrust? {
    if has(.authority), has(.pin) { throw UsageError("--ca and --pin exclude each other") }
    guard has(.tls) else {
      let given: Flag? = has(.authority) ? .authority : has(.pin) ? .pin : nil
      if let given { throw UsageError("\(given.spelling) goes with --tls") }
      return nil
    }
    if let path = self[.authority] {
      if path.isEmpty { throw UsageError("--ca takes a file") }
      return .authorities(path: absolute(path))
    }
    guard let text = self[.pin] else { return .system }
    guard let id = PeerID(text) else {
      throw UsageError("--pin takes an id, not \(quoted(text))", hint: "sha256: and 64 hexadecimal digits")
    }
    return .key(id)
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
