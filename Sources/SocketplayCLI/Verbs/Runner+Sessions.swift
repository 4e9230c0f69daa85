import SessionCore
import SocketplayNode

extension Runner {
  func host(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let options = try usage { () throws(UsageError) in try parsed.hostOptions(absolute: console.absolute) }
    try check(options.reception)
    try checkCode(options.pair, options.codeFile)
    let questions = questions(output)
    try await asked { () async throws(Failure) in
      try await node.host(options, ask: { isWanted($0, output) }, questions: questions) { output.tell($0) }
    }
  }

  /// A code that is made at once is shown, or written to a file.
  func checkCode(_ pair: Bool, _ file: String?) throws(Complaint) {
    guard pair, file == nil, !canAsk else { return }
    throw .text(FailureText(UsageError("nobody could be shown a code: there is no terminal", hint: "--code-file F")))
  }

  func join(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let options = try usage { () throws(UsageError) in try parsed.joinOptions(absolute: console.absolute) }
    try check(options.reception)
    let questions = questions(output)
    try await asked { () async throws(Failure) in
      try await node.join(options, choose: choosing(output), ask: { isWanted($0, output) }, questions: questions) {
        output.tell($0)
      }
    }
  }

  /// Picks one of several hosts: asked for where somebody can be, else they are listed.
  func choosing(_ output: Output) -> @Sendable ([Service]) -> Int? {
    let canAsk = canAsk
    return { services in canAsk ? choice(among: services, output) : list(services, output) }
  }

  /// Asks for one of several hosts; nil where none is named.
  func choice(among services: [Service], _ output: Output) -> Int? {
    let rows = services.enumerated().map { index, service in
      ["\(index + 1)", printable(service.name, columns: 63), printable(service.host, columns: 63)]
    }
    console.talk(Array((["several hosts are there:"] + Table.lines(rows, right: [0])).map { $0 + "\n" }.joined().utf8))
    return prompt("which one (1 to \(services.count), empty for none)? ", output) { line in
      if let index = services.firstIndex(where: { $0.name == line }) { return index }
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count == 1, let number = Int(words[0]), (1...services.count).contains(number) else { return nil }
      return number - 1
    }
  }

  /// Lists several hosts where nobody can be asked.
  func list(_ services: [Service], _ output: Output) -> Int? {
    for service in services {
      if output.modes.json {
        output.object(EventObject.of(.found(service), session: nil))
      } else {
        output.line(.answer(printable(service.name)))
      }
    }
    return nil
  }

  func status(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let session = try usage { () throws(UsageError) in try parsed.sessionName() }
    let status = try await asked { () async throws(Failure) in try await node.status(session: session) }
    output.object(status.fields, orLines: StatusText.lines(status, at: console.clock()))
  }

  func stop(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let session = try usage { () throws(UsageError) in try parsed.sessionName() }
    try await asked { () async throws(Failure) in try await node.stop(session: session) }
    output.line(.talk("stopped"))
  }
}
