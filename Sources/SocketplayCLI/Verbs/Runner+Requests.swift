import KeyedArchive
import SessionCore
import SocketplayNode

extension Runner {
  func request(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let (options, bodies) = try usage { () throws(UsageError) in
      (try parsed.requestOptions(absolute: console.absolute), try parsed.requestBodies())
    }
    try await asked { () async throws(Failure) in
      try await node.request(bodies, options) { number, answer in
        if output.modes.json {
          output.object(Self.object(answer, number))
        } else if bodies.count > 1 {
          output.line(.answer(AnswerText.numbered(answer, number)))
        } else if console.outputIsTerminal {
          output.text(AnswerText.whole(answer))
        } else {
          output.bytes(answer)
        }
      }
    }
  }

  func answer(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let options = try usage { () throws(UsageError) in try parsed.answerOptions() }
    try await asked { () async throws(Failure) in
      try await node.answer(options) { output.tell($0) }
    }
  }

  func ping(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let (server, trust, timeout) = try usage { () throws(UsageError) in
      (
        try Values.server(of: parsed), try parsed.serverTrust(absolute: console.absolute), try parsed.timeout() ?? 30
      )
    }
    let found = try await asked { () async throws(Failure) in
      try await node.ping(server, trust: trust, timeout: timeout)
    }
    output.object(
      ["event": .string("ping"), "session": .null, "address": .string(found.address), "seconds": .real(found.seconds)],
      orLines: ["\(printable(found.address)) answered in \(Units.decimal(found.seconds * 1000, 1)) ms"])
  }

  private static func object(_ answer: [UInt8], _ number: Int) -> PropertyListDictionary {
    [
      "event": .string("answer"), "session": .null, "number": .integer(Int128(number)),
      "text": String(validating: answer, as: UTF8.self).map { .string($0) } ?? .null,
      "bytes": .integer(Int128(answer.count)),
    ]
  }
}

extension Output {
  /// Tells what happens while `answer` runs.
  fileprivate func tell(_ event: AnswerEvent) {
    switch event {
    case .listening(let port, let addresses):
      if modes.json {
        object([
          "event": .string("listening"), "session": .null, "name": .string("answer"), "port": .integer(Int128(port)),
          "addresses": .array(addresses.map { .string($0) }),
        ])
      }
      line(.answer("Answering on port \(port)."))
      for address in addresses { line(.detail("reachable at \(printable(address))")) }
    case .answered(let peer, let request, let bytes, let seconds):
      if modes.json {
        object([
          "event": .string("answered"), "session": .null, "peer": .string(peer), "request": .integer(Int128(request)),
          "bytes": .integer(Int128(bytes)), "seconds": .real(seconds),
        ])
      }
      line(.detail("\(printable(peer)): \(Units.bytes(Int64(request))) asked, \(Units.bytes(Int64(bytes))) answered"))
    case .dropped(let peer, let failure):
      if modes.json {
        var fields = EventObject.error(FailureText(failure), session: nil, of: failure)
        fields["peer"] = .string(peer)
        object(fields)
      }
      var text = FailureText(failure)
      text.message = "\(printable(peer)) is dropped: \(text.message)"
      line(.warning(text))
    }
  }
}
