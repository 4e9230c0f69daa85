import Documents
import KeyedArchive
import SessionCore
import SocketplayNode

/// The file that `prefs edit` opens: new, or what was edited before and has not arrived.
extension PreferencesDesk {
  /// A file for the editor: of what the store holds, or of what was kept, where somebody wants to go on with that.
  func scratch(of present: PropertyListDictionary, _ editor: EditorProgram) throws(Complaint) -> EditScratch {
    let kept = node.keptScratch(of: place).flatMap { isWanted($0, editor) ? $0 : nil }
    guard let kept else { return try fresh(editor.shown(present), of: present, editor, hasEdits: false) }
    // What is no property list yet is opened as it is, and so is what cannot be made out of what is there now.
    guard let edited = try? node.readPreferences(kept.path),
      let ahead = rebased(PreferencesDiff.edits(from: kept.shown, to: edited), on: editor.shown(present))
    else { return kept }
    let scratch = try fresh(ahead, of: present, editor, hasEdits: true)
    node.removeScratch(kept)
    return scratch
  }

  /// Asks what is to become of a file that was kept.
  private func isWanted(_ kept: EditScratch, _ editor: EditorProgram) -> Bool {
    let path = printable(path: kept.path)
    guard editor.canAsk, !editor.isAgreed, !isTrial else {
      output.line(.talk("what was edited before, and not sent, is still in \(path)"))
      return false
    }
    let question = "what was edited before, and not sent, is in \(path): y go on with it, n leave it, d drop it: "
    switch editor.choose(question, among: "ynd") {
    case "y": return true
    case "d": node.removeScratch(kept)
    default: break
    }
    return false
  }

  private func fresh(
    _ shown: PropertyListDictionary, of present: PropertyListDictionary, _ editor: EditorProgram, hasEdits: Bool
  ) throws(Complaint) -> EditScratch {
    let document = PropertyListDocument(.dictionary(shown), format: editor.isJSON ? .json : .xml)
    return try local { () throws(Failure) in
      try node.makeScratch(document, of: place, base: present, hasEdits: hasEdits)
    }
  }

  private func rebased(_ edits: [PreferenceEdit], on keys: PropertyListDictionary) -> PropertyListDictionary? {
    var keys = keys
    return (try? keys.apply(edits)) == nil ? nil : keys
  }

  /// Says where what was typed is kept; what is as it was made is not, nor what the editor has removed.
  func keep(_ scratch: EditScratch) {
    if scratch.isUntouched { return node.removeScratch(scratch) }
    if scratch.isRemoved {
      node.removeScratch(scratch)
      let message = "the editor removed \(printable(path: scratch.path)): nothing of what was edited is kept"
      return output.line(.error(FailureText(status: .localFile, message: message, hint: nil)))
    }
    output.line(
      .warning(
        FailureText(
          status: .done, message: "what was edited is kept in \(printable(path: scratch.path))",
          hint: "socketplay prefs edit goes on with it")))
  }
}
