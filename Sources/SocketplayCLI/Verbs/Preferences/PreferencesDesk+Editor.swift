import Documents
import KeyedArchive
import SessionCore
import SocketplayNode

/// The editor that `prefs edit` opens, and what it needs of the world.
struct EditorProgram: Sendable {
  /// `$VISUAL`, `$EDITOR`, or `vi`: words that a shell would split.
  var command: String
  /// Whether somebody can be asked.
  var canAsk: Bool
  /// `--yes`: nothing is asked.
  var isAgreed: Bool
  /// JSON with typed forms in place of XML.
  var isJSON: Bool
  /// Asks, and gives the answer; nil for none.
  var ask: @Sendable (String) -> String?
}

extension PreferencesDesk {
  /// Opens the store in an editor, shows what was changed, asks, and sends that alone.
  func edit(_ session: EditorProgram) async throws(Complaint) {
    if !session.canAsk, !session.isAgreed, !isTrial {
      throw .text(
        FailureText(
          status: .misused, message: "there is no terminal to ask on before edits are sent",
          hint: "--yes sends them without asking, --dry-run only shows them"))
    }
    let exact = try await everything()
    let format: PropertyListDocument.Format = session.isJSON ? .json : .xml
    let shown = session.isJSON ? exact : PulledCopy.held(exact)
    let file = try local { () throws(Failure) in
      try node.makeScratch(PropertyListDocument(.dictionary(shown), format: format))
    }
    defer { node.removeScratch(file) }
    let edited = try await edited(file, session)
    let edits = PreferencesDiff.edits(from: shown, to: edited)
    if edits.isEmpty { return output.line(.talk("nothing was edited")) }
    if session.canAsk, !session.isAgreed, !isTrial {
      for change in PreferencesDiff.changes(from: shown, to: edited) {
        output.line(.question(EventText.change(change)))
      }
      guard Self.isYes(session.ask("send \(Units.count(edits.count, "change")) (y/N)? ")) else {
        return output.line(.talk("nothing was sent"))
      }
    }
    var base = PreferenceBase()
    for edit in edits { base[edit.path] = .some(exact[edit.path]) }
    try await make(edits, base: base)
  }

  /// What the file holds once it was edited; a file that is none is opened again where somebody can be asked.
  private func edited(_ file: String, _ session: EditorProgram) async throws(Complaint) -> PropertyListDictionary {
    while true {
      try await asked { () async throws(Failure) in try await node.runEditor(session.command, on: file) }
      do throws(Failure) {
        return try node.readPreferences(file)
      } catch {
        guard session.canAsk else { throw .failure(error) }
        output.tell(error)
        guard Self.isYes(session.ask("edit it again (y/N)? ")) else { throw .said(FailureText.status(error.reason)) }
      }
    }
  }

  private static func isYes(_ answer: String?) -> Bool {
    ["y", "yes"].contains(answer?.lowercased().filter { $0 != " " } ?? "")
  }
}
