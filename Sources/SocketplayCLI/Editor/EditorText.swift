import Editor
import KeyedArchive
import SessionCore

/// The words of the editor.
enum EditorText {
  /// What was told last.
  static func line(_ notice: EditorNotice) -> String {
    switch notice {
    case .heard(let change, let author, let count):
      let who = author.isEmpty ? "changed there" : "\(printable(author, columns: 20)) changed"
      return "\(who): \(EventText.change(change))" + (count > 1 ? ", and \(Units.count(count - 1, "key")) more" : "")
    case .sent(let count): return "sent \(Units.count(count, "edit"))"
    case .sentUnrecorded(let count):
      return "sent \(Units.count(count, "edit")), but its history there could not be written"
    case .nothingToSend: return "nothing is edited"
    case .stillSending: return "wait: edits are on their way"
    case .conflicts(let count): return "\(Units.count(count, "key")) changed there meanwhile (!): nothing was sent"
    case .failed(let failure): return FailureText(failure).message
    case .lost(let failure): return "connection lost: \(FailureText(failure).message); trying again"
    case .back: return "connected again"
    case .unreadable(let type): return "that is not \(name(type)); Tab takes another type"
    case .notOnOneLine: return "too long, or of a type that cannot be typed: prefs edit opens it in $EDITOR"
    case .tooLong: return "too long to type or paste here: prefs edit takes it"
    case .taken(let key): return "\(quoted(key)) is there already"
    case .emptyKey: return "a key needs a name"
    case .misplaced: return "nothing can be set there"
    case .nothingToUndo: return "nothing to take back"
    case .undoOfSent(let count): return "\(Units.count(count, "edit")) as before; send (s) to take it back there"
    case .trial(let count): return "--dry-run: \(Units.count(count, "edit")) not sent"
    }
  }

  /// What is asked.
  static func line(_ question: EditorModel.Question, _ model: EditorModel) -> String {
    switch question {
    case .leave:
      let edits = Units.count(model.draft.edits.count, "edit")
      return "\(edits) not sent: s send and leave, q leave without, Esc stay"
    case .overwrite:
      let keys = Units.count(model.draft.conflicts.count, "key")
      return "\(keys) changed there meanwhile (!): y send over it, t take theirs, Esc go on"
    }
  }

  private static func name(_ type: ValueType) -> String {
    switch type {
    case .int: "an int"
    case .array: "an array in JSON, such as [1, 2]"
    case .dict: "a dict in JSON, such as {\"a\": 1}"
    case .date: "a date, such as 2024-01-02T03:04:05Z"
    case .data: "data in base64"
    default: "a \(type.rawValue)"
    }
  }

  static let hints = "Enter edit  / search  a add  d remove  u undo  s send  q leave  ? help"
  static let searchHints = "Enter stay at what is found  Esc all keys"
  static let typingHints = "Enter keep  Tab type  Esc drop"

  static let help = [
    "Up Down PgUp PgDn Home End (k j g G)   move",
    "Right Left (l h)                       open, close, go up",
    "Enter, e                               edit in place; Enter opens what has keys",
    "Space                                  turn a bool over",
    "Tab                                    while editing: another type",
    "Alt-Enter                              while editing: a line break",
    "a                                      add a key",
    "d, Delete                              remove the key",
    "u   r                                  take back (a send too), make again",
    "/                                      search keys and values; Esc ends it",
    "s                                      send what was edited, and nothing else",
    "R                                      read everything again",
    "Ctrl-L  Ctrl-Z                         paint again, suspend",
    "q, Ctrl-C                              leave; asks where edits are not sent",
    "",
    "*  edited    +  new    -  to be removed    .  edited inside",
    "~  changed there just now    !  edited, and changed there meanwhile",
    "",
    "any key goes back",
  ]
}
