import SessionCore
import SocketplayNode
import Sys

extension Runner {
  func room(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let request = try usage { () throws(UsageError) in try parsed.roomRequest(absolute: console.absolute) }
    var questions = questions(output)
    switch request {
    case .host(let options):
      try checkCode(options.pair, options.codeFile)
      // What is typed at a room is said in it, so that whoever asks must be heard beside the talk.
      let typed = SpokenLines(console)
      if questions.letIn != nil {
        questions.letIn = { address, question in
          output.line(.question(Self.letIn(address)))
          let answer = typed.answer(to: question)
          if answer == nil { output.line(.question("no answer is needed any more about \(printable(address))")) }
          return answer
        }
      }
      try await asked { [questions] () async throws(Failure) in
        try await node.hostRoom(options, lines: { typed.next() }, questions: questions) { output.tell($0) }
      }
    case .join(let options):
      let lines = console.readLine
      if let size = screenSize(parsed, output) { return try await roomOnScreen(options, node, output, size) }
      try await asked { [questions] () async throws(Failure) in
        try await node.joinRoom(options, lines: lines, choose: choosing(output), questions: questions) {
          output.tell($0)
        }
      }
    }
  }

  /// The terminal's size, where a room is to be shown on all of it: not to a program, and not where lines are wanted.
  private func screenSize(_ parsed: Parsed, _ output: Output) -> TerminalSize? {
    guard console.inputIsTerminal, console.outputIsTerminal, !output.modes.json, !output.modes.quiet,
      !output.modes.verbose, !parsed.has(.lines), !["", "dumb"].contains(console.environment("TERM") ?? ""),
      let size = UnownedDescriptor.standardOutput.terminalSize, size.columns >= 20, size.rows >= 5
    else { return nil }
    return size
  }

  /// Takes part in a room on the whole terminal.
  private func roomOnScreen(
    _ options: RoomJoinOptions, _ node: Node, _ output: Output, _ size: TerminalSize
  ) async throws(Complaint) {
    let terminal = RoomTerminal(console, output, size: size) { interruption.signal(Signal.interrupt) }
    let questions = questions(output)
    let choose = choosing(output)
    let result = await withTaskGroup(of: Result<Void, Complaint>?.self) { group -> Result<Void, Complaint> in
      group.addTask {
        defer { terminal.end() }
        do throws(Complaint) {
          try await asked { () async throws(Failure) in
            try await node.joinRoom(
              options, lines: { terminal.lines.next().map { .line($0) } }, choose: choose, questions: questions,
              stage: { terminal.begin($0) }, events: { terminal.tell($0) })
          }
          return .success(())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        do throws(SystemError) {
          try await terminal.run()
          return nil
        } catch {
          return .failure(
            .text(
              FailureText(
                status: .failed, message: "the terminal cannot be used: \(printable(error.message))", hint: "--lines")))
        }
      }
      var outcome = Result<Void, Complaint>.success(())
      for await result in group {
        guard let result else { continue }
        if case .success = outcome { outcome = result }
        if case .failure = result { group.cancelAll() }
      }
      return outcome
    }
    try result.get()
  }
}
