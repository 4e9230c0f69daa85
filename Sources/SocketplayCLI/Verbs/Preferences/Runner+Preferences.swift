import Documents
import KeyedArchive
import SessionCore
import SocketplayNode

extension Runner {
  /// Looks at and changes preferences, of a store of this machine or of the other end.
  func preferences(_ parsed: Parsed, _ node: Node, _ output: Output) async throws(Complaint) {
    let (action, place, timeout) = try usage { () throws(UsageError) in
      (try PreferencesAction(parsed), try parsed.preferencesPlace(console.absolute), try parsed.timeout())
    }
    let desk = PreferencesDesk(
      node: node, output: output, place: place, timeout: timeout, isTrial: parsed.has(.dryRun),
      absolute: console.absolute)
    switch action {
    case .list(let path, let isDeep): try await desk.list(path, isDeep: isDeep)
    case .get(let path): try await desk.get(path, onTerminal: console.outputIsTerminal)
    case .type(let path): try await desk.type(path)
    case .find(let text): try await desk.find(text)
    case .set(let path, let literal): try await desk.set(path, literal)
    case .unset(let paths): try await desk.unset(paths)
    case .export(let path): try await desk.export(path, form: try usage { () throws(UsageError) in try parsed.form() })
    case .import(let path): try await desk.import(path)
    case .pull: try await desk.pull()
    case .diff(let file): try await desk.diff(file)
    case .push: try await desk.push()
    case .edit: try await desk.edit(editor(parsed))
    case .watch: try await desk.watch(at: console.clock)
    case .log: try await desk.log()
    case .undo(let count): try await desk.undo(count)
    case .browse:
      try usage { () throws(UsageError) in try checkScreen(parsed) }
      try await desk.editOnScreen(console)
    }
  }

  /// Without a word, `prefs` is an editor on a terminal, and nothing else.
  private func checkScreen(_ parsed: Parsed) throws(UsageError) {
    let words = "one of: " + PreferencesAction.words.joined(separator: " ")
    guard console.inputIsTerminal, console.outputIsTerminal else {
      throw UsageError("prefs needs a word more; without one it is an editor, which needs a terminal", hint: words)
    }
    if parsed.has(.json) { throw UsageError("prefs --json needs a word more", hint: words) }
    if ["dumb", "", nil].contains(console.environment("TERM")) {
      throw UsageError("this terminal ($TERM) shows no full screen", hint: words)
    }
  }
}

extension Runner {
  private func editor(_ parsed: Parsed) -> EditorProgram {
    EditorProgram(
      command: console.environment("VISUAL") ?? console.environment("EDITOR") ?? "vi",
      canAsk: console.inputIsTerminal && console.talkIsTerminal, isAgreed: parsed.has(.yes),
      isJSON: parsed.has(.json),
      ask: { question in
        interruption.prompting { () -> String? in
          console.talk(Array(question.utf8))
          return console.readAnswer()
        }
      })
  }
}

extension Parsed {
  /// Whose preferences are meant.
  fileprivate func preferencesPlace(_ absolute: (String) -> String) throws(UsageError) -> PreferencesPlace {
    guard let file = self[.file] else { return .peer(try route(), name: try peerName()) }
    if let other = [Flag.useSession, .to, .address, .peer].first(where: { has($0) }) {
      throw UsageError("--file and \(other.spelling) exclude each other")
    }
    if file.isEmpty { throw UsageError("--file takes a path") }
    return .store(Values.store(file, absolute))
  }

  /// The form to write in.
  fileprivate func form() throws(UsageError) -> PropertyListDocument.Format? {
    let forms: [(Flag, PropertyListDocument.Format)] = [(.xml, .xml), (.binary, .binary), (.json, .json)]
    let given = forms.filter { has($0.0) }
    if given.count > 1 { throw UsageError("\(given[0].0.spelling) and \(given[1].0.spelling) exclude each other") }
    return given.first?.1
  }
}
