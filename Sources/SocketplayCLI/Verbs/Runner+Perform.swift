import SessionCore
import SocketplayNode

extension Runner {
  /// Carries out a verb.
  func perform(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    switch parsed.verb.name {
    case Verb.host.name: try await host(parsed, node, output)
    case Verb.join.name: try await join(parsed, node, output)
    case Verb.browse.name: try await browse(parsed, node, output)
    case Verb.sendPrefs.name: try await send(try preferences(parsed), parsed, node, output)
    case Verb.sendFile.name:
      let files = try files(parsed) { () throws(Complaint) in try pickSongs(node, output) }
      try await send(.sendFiles(files), parsed, node, output)
    case Verb.say.name:
      let text = try usage { () throws(UsageError) in try parsed.text() }
      try await send(.say(text), parsed, node, output)
    case Verb.start.name: try await send(.start, parsed, node, output)
    case Verb.prefs.name: try await preferences(parsed, node, output)
    case Verb.status.name: try await status(parsed, node, output)
    case Verb.stop.name: try await stop(parsed, node, output)
    case Verb.transfers.name: try transfers(parsed, node, output)
    case Verb.id.name: try id(node, output)
    case Verb.listPeers.name: try peers(node, output)
    case Verb.trust.name: try trust(parsed, node, output)
    case Verb.forget.name: try forget(parsed, node, output)
    case Verb.songs.name: try songs(parsed, node, output)
    case Verb.play.name: try await play(parsed, node, output)
    case Verb.chat.name: try await takePart(.chat, parsed, node, output)
    case Verb.im.name: try await takePart(.im, parsed, node, output)
    case Verb.draw.name: try await takePart(.draw, parsed, node, output)
    case Verb.request.name: try await request(parsed, node, output)
    case Verb.answer.name: try await answer(parsed, node, output)
    case Verb.ping.name: try await ping(parsed, node, output)
    case Verb.room.name: try await room(parsed, node, output)
    case Verb.doctor.name: try await doctor(node, output)
    default: preconditionFailure("every verb of the table that runs has its case")
    }
  }

  /// Runs what reads the command line, with its errors as complaints.
  func usage<Value>(_ body: () throws(UsageError) -> Value) throws(Complaint) -> Value {
    do throws(UsageError) {
      return try body()
    } catch {
      throw .text(FailureText(error))
    }
  }

  /// Prints a completion script; it needs no place of its own.
  func completion(_ parsed: Parsed, _ output: Output) throws(Complaint) {
    let shell = parsed.operands.first ?? ""
    guard let script = Completion.script(shell) else {
      throw .text(FailureText(UsageError("no completion for \(quoted(shell))", hint: "bash, zsh or fish")))
    }
    output.text(script)
  }
}

/// Awaits a call of the node, with its failure as a complaint.
func asked<Value>(
  _ body: () async throws(Failure) -> Value
) async throws(Complaint) -> Value {
  do throws(Failure) {
    return try await body()
  } catch {
    throw .failure(error)
  }
}
