import SocketplayNode

/// What somebody at a terminal is shown and asked; off a terminal nobody is.
extension Runner {
  /// Whether somebody can be asked.
  var canAsk: Bool { console.inputIsTerminal && console.talkIsTerminal }

  /// The questions that the node may have.
  func questions(_ output: Output) -> EntranceQuestions {
    var questions = EntranceQuestions()
    guard canAsk else { return questions }
    questions.show = { code in output.secret("Pairing code (10 min, one use): \(code)") }
    questions.code = { host, problem in
      let before =
        problem.map { Self.words($0) + "\n" } ?? "\(quoted(host)) is not a known peer. Its host shows a code.\n"
      let answer = output.asking {
        interruption.prompting { () -> String? in
          output.prompt(before + "Code: ")
          return console.readAnswer()
        }
      }
      guard let answer, answer.contains(where: { !$0.isWhitespace }) else { return nil }
      return answer
    }
    questions.letIn = { address, _ in
      // The host goes on meanwhile, and a signal ends it as ever.
      output.asking {
        output.prompt(Self.letIn(address) + " ")
        return isYes(console.readAnswer())
      }
    }
    questions.joinPlain = { host in
      output.asking {
        interruption.prompting {
          output.prompt("\(quoted(host)) speaks the original, unencrypted protocol only. Join it? [y/N] ")
          return isYes(console.readAnswer())
        }
      }
    }
    return questions
  }

  /// The question whether a caller may come in without encryption.
  static func letIn(_ address: String) -> String {
    "\(printable(address)) speaks the original, unencrypted protocol. Let it in? [y/N]"
  }

  private func isYes(_ answer: String?) -> Bool {
    ["y", "yes"].contains(answer?.lowercased().filter { !$0.isWhitespace } ?? "")
  }

  private static func words(_ problem: CodeProblem) -> String {
    switch problem {
    case .length(let count): "A code has 30 characters, and that has \(count)."
    case .character(let character): "No code has the character \(quoted(String(character)))."
    case .checksum: "That is no host's code: a character is wrong, or no host has made it."
    case .otherHost: "That is not the code of this host; nothing was sent."
    case .refused: "The host did not take it: it is wrong, used, or older than ten minutes."
    }
  }
}
