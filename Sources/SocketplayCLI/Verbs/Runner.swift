import KeyedArchive
import SessionCore
import SocketplayNode
import Sys

/// Why a verb ended without having done its work.
enum Complaint: Error {
  /// A failure that events may have told already.
  case failure(Failure)
  /// Words of the command line's own.
  case text(FailureText)
  /// All was said; this is the exit status.
  case said(ExitStatus)
}

/// Carries out a command line: from its words to the exit status.
struct Runner: Sendable {
  let console: Console
  let interruption: Interruption

  /// Runs the program with `words` (without its name), nil for one that is not UTF-8, and gives the exit status; `mangled` is a
  /// variable of the environment that is not.
  ///
  /// Another text in the place of what somebody meant would become a key, a name or a message.
  func run(words: [String?], mangled: String?) async -> Int32 {
    let arguments = words.compactMap(\.self)
    if let position = words.firstIndex(where: { $0 == nil }) {
      let error = UsageError(
        "argument \(position + 1) is not UTF-8", hint: "names, texts and paths are UTF-8 here, whatever the locale")
      return refuse(arguments, error)
    }
    if let mangled { return refuse(arguments, UsageError("the variable \(mangled) is not UTF-8")) }
    return await run(arguments)
  }

  /// Runs the program with `arguments` (without its name) and gives the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    let request: Request
    do throws(UsageError) {
      request = try Parser.parse(arguments)
    } catch {
      return refuse(arguments, error)
    }
    switch request {
    case .version(let json):
      return say(json: json) { output in
        output.object(["version": .string(Version.current)], orLines: ["socketplay \(Version.current)"])
      }
    case .help(let verb): return say { $0.text(verb.map(HelpText.page) ?? HelpText.overview) }
    case .run(let parsed): return await run(parsed)
    }
  }

  /// Says what was typed wrongly; what cannot be read may have asked for objects all the same.
  private func refuse(_ arguments: [String], _ error: UsageError) -> Int32 {
    let asked = arguments.prefix { $0 != "--" }
    let modes = Modes(json: asked.contains("--json"), quiet: asked.contains("--quiet") || asked.contains("-q"))
    let output = Output(console, modes: modes, session: nil, setting: .errand)
    output.tell(FailureText(error))
    return FailureText(error).status.rawValue
  }

  private func say(json: Bool = false, _ body: (Output) -> Void) -> Int32 {
    let output = Output(console, modes: Modes(json: json), session: nil, setting: .errand)
    body(output)
    return status(of: output, .success(()), isSession: false)
  }

  private func run(_ parsed: Parsed) async -> Int32 {
    let isSession = [Verb.host, .join, .room, .chat, .im, .draw].map(\.name).contains(parsed.verb.name)
    let session = parsed[.session] ?? (isSession ? parsed.verb.name : nil)
    // What is received stands alone on stdout.
    let output = Output(
      parsed.has(.receiveTo) ? console.answeringOnTalk : console, modes: Modes(parsed), session: session,
      setting: parsed.verb.name == Verb.room.name ? .room : isSession ? .session : .errand)
    let node: Node
    do throws(Complaint) {
      if parsed.verb.name == Verb.completion.name {
        try completion(parsed, output)
        return status(of: output, .success(()), isSession: false)
      }
      node = Node(
        places: try usage { () throws(UsageError) in
          try PlacesFinder(console: console).places(directory: parsed[.directory])
        })
    } catch {
      return status(of: output, .failure(error), isSession: false)
    }
    let task = Task { await outcome(parsed, node, output) }
    interruption.arm { signal in
      // A service that is told to end is likely to be started again: its peers keep trying.
      if isSession, signal == Signal.terminate { node.farewell.goodbye = .restart }
      task.cancel()
    }
    output.onEnd { task.cancel() }
    let result = await task.value
    output.finish()
    return status(of: output, result, isSession: isSession)
  }

  /// Runs the verb, and beside it what keeps the progress line alive.
  private func outcome(_ parsed: Parsed, _ node: Node, _ output: Output) async -> Result<Void, Complaint> {
    await withTaskGroup(of: Result<Void, Complaint>?.self) { group in
      group.addTask {
        do throws(Complaint) {
          return .success(try await perform(parsed, node, output))
        } catch {
          return .failure(error)
        }
      }
      if output.showsProgress {
        group.addTask {
          while (try? await Task.sleep(for: .milliseconds(500))) != nil { output.tick() }
          return nil
        }
      }
      var result = Result<Void, Complaint>.success(())
      for await outcome in group {
        guard let outcome else { continue }
        result = outcome
        group.cancelAll()
      }
      return result
    }
  }

  /// Says why the verb failed, where it did, and gives the exit status.
  private func status(of output: Output, _ result: Result<Void, Complaint>, isSession: Bool) -> Int32 {
    if case .failed(let message)? = output.ended {
      output.tell(FailureText(status: .failed, message: "stdout takes nothing more: \(printable(message))", hint: nil))
      return ExitStatus.failed.rawValue
    }
    let isClosed = output.ended != nil
    let signal = interruption.first
    var status = ExitStatus.done
    switch result {
    case .success: break
    case .failure(.said(let code)): status = code
    case .failure(.text(let text)):
      output.tell(text)
      status = text.status
    case .failure(.failure(let failure)) where failure.reason == .interrupted && (isClosed || isSession):
      break
    case .failure(.failure(let failure)):
      // Where a signal ended it, whatever else it ended with follows from that.
      let shown = signal == nil ? failure : Failure(.interrupted)
      output.tell(shown)
      status = FailureText.status(shown.reason)
    }
    return signal == Signal.interrupt ? ExitStatus.interrupted.rawValue : status.rawValue
  }
}
