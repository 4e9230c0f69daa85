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

  /// What of `keys` is to be seen, and edited, in the form that is asked for.
  func shown(_ keys: PropertyListDictionary) -> PropertyListDictionary { isJSON ? keys : PulledCopy.held(keys) }

  /// Asks until the answer begins with one of `letters`; nil where nobody answers.
  func choose(_ question: String, among letters: String) -> Character? {
    while let answer = ask(question) {
      if let letter = answer.lowercased().first(where: { $0 != " " }), letters.contains(letter) { return letter }
    }
    return nil
  }
}

extension PreferencesDesk {
  /// Opens the store in an editor, shows what was changed, asks, and sends that alone.
  ///
  /// What was typed and does not arrive is kept, and offered the next time.
  func edit(_ editor: EditorProgram) async throws(Complaint) {
    if !editor.canAsk, !editor.isAgreed, !isTrial {
      throw .text(
        FailureText(
          status: .misused, message: "there is no terminal to ask on before edits are sent",
          hint: "--yes sends them without asking, --dry-run only shows them"))
    }
    let present = try await everything()
    let scratch = try scratch(of: present, editor)
    do throws(Complaint) {
      guard let edits = try await edits(scratch, editor) else { return node.removeScratch(scratch) }
      try await make(edits.edits, base: edits.base)
    } catch {
      keep(scratch)
      throw error
    }
    // Of a trial on a terminal somebody may want to make more.
    if isTrial, editor.canAsk { keep(scratch) } else { node.removeScratch(scratch) }
  }

  /// What was edited, and is to be sent; nil for nothing.
  private func edits(_ scratch: EditScratch, _ editor: EditorProgram) async throws(Complaint) -> PreferenceEdits? {
    let shown = scratch.shown
    while true {
      let edited = try await edited(scratch, editor)
      let edits = PreferencesDiff.edits(from: shown, to: edited)
      if edits.isEmpty {
        output.line(.talk("nothing was edited"))
        return nil
      }
      var base = PreferenceBase()
      for edit in edits { base[edit.path] = .some(scratch.base[edit.path]) }
      if !editor.canAsk || editor.isAgreed || isTrial { return PreferenceEdits(edits, base: base) }
      for change in PreferencesDiff.changes(from: shown, to: edited) {
        output.line(.question(EventText.change(change)))
      }
      switch editor.choose("send \(Units.count(edits.count, "change"))? y send, e edit again, n drop: ", among: "yen") {
      case "y": return PreferenceEdits(edits, base: base)
      case "e": continue
      case "n":
        output.line(.talk("nothing was sent"))
        return nil
      default: throw .said(.failed)
      }
    }
  }

  /// What the file holds once it was edited; a file that is none is opened again where somebody can be asked.
  private func edited(
    _ scratch: EditScratch, _ editor: EditorProgram
  ) async throws(Complaint) -> PropertyListDictionary {
    while true {
      do throws(Complaint) {
        try await asked { () async throws(Failure) in try await node.runEditor(editor.command, on: scratch.path) }
      } catch {
        if !scratch.isRemoved { throw error }
      }
      // However it has ended: `keep` tells of it.
      if scratch.isRemoved { throw .said(.localFile) }
      do throws(Failure) {
        return try node.readPreferences(scratch.path)
      } catch {
        guard editor.canAsk else { throw .failure(error) }
        output.tell(error)
        guard editor.choose("edit it again? y yes, n no: ", among: "yn") == "y" else {
          throw .said(FailureText.status(error.reason))
        }
      }
    }
  }
}
