import SessionCore

extension Words {
  /// `: ` and what the other end's own user is told, where the subject is the reason of that; else nothing.
  fileprivate var reasonThere: String {
    guard let reason = Failure.Reason(rawValue: bare), reason != .preferencesFailedThere else { return "" }
    return ": " + FailureText.sentence(reason, Words(Failure(reason), isRoom: isRoom)).message
  }
}

extension FailureText {
  /// Text and hint of what happens with preferences alone.
  static func preferencesSentence(_ reason: Failure.Reason, _ it: Words) -> (message: String, hint: String?) {
    switch reason {
    case .noSuchKey:
      ("there is no key\(it.named)", "socketplay prefs ls shows those there are; \\. stands for a dot in a key")
    case .notAContainer:
      ("the path\(it.named) leads through a value that has no keys", "socketplay prefs type KEY tells what it is")
    case .conflict:
      ("changed there meanwhile, so nothing was done\(it.list)", "socketplay prefs diff shows what is there now")
    case .storeName:
      ("\(it.named(or: "this")) names no store of preferences", "a plist file's path, defaults:DOMAIN or dconf:/path/")
    case .mayNotEdit:
      (
        "\(it.named(or: "a peer")) may not change preferences here",
        "what a known peer may is said when it is met: socketplay trust PETNAME ID --may prefs,files"
      )
    case .readOnly:
      (
        "\(it.named(or: "a peer")) may not change preferences here: they are read-only",
        "without --read-only they are not"
      )
    case .noPreferences:
      (
        "\(it.named(or: "the other end")) cannot be asked for single preferences",
        "an original app takes and sends whole ones: socketplay send-prefs FILE"
      )
    case .nothingToUndo:
      (
        it.bare.isEmpty || it.bare == "0"
          ? "there is nothing to take back" : "no more than \(it.bare) changes can be taken back",
        "socketplay prefs log"
      )
    case .preferencesFailedThere:
      ("the other end could not read or change its preferences\(it.reasonThere)", "what is wrong is said there")
    case .noHistoryThere:
      ("the other end has no history of its preferences", "what is wrong is said there")
    case .historyDamaged:
      (
        "the history of \(it.named(or: "the store")) was damaged: it goes on with what could be read of it",
        "what was there is kept as \(it.pathInDetail); undo reaches no change from before"
      )
    case .historyUnusable:
      (
        "the history of the store, \(it.named(or: "its file")), cannot be used",
        "$SOCKETPLAY_STATE says where it is kept"
      )
    case .pulledDamaged:
      (
        "what \(it.named(or: "the copy")) was when it was pulled is damaged, so its edits cannot be told",
        "keep a copy of it, pull anew (socketplay prefs pull), and edit that"
      )
    case .pulledUnkept:
      (
        "what \(it.named(or: "the copy")) is now could not be kept, so push cannot tell what is edited in it",
        "$SOCKETPLAY_STATE says where it is kept"
      )
    case .storeLocked:
      (
        "\(it.named(or: "the store")) is held by another program for more than 5 seconds",
        "try again; lslocks shows which program holds a lock"
      )
    case .partlyChanged:
      (
        "\(it.named(or: "the store")) was changed in part, and could not be put back\(it.list)",
        "socketplay prefs ls shows what is there now"
      )
    case .unreadableOutput:
      ("what \(it.named(or: "the program")) printed cannot be read", nil)
    case .noSessionBus:
      (
        "\(it.named(or: "the store")) cannot be written without a D-Bus session bus",
        "run it in a desktop session, or behind: dbus-run-session --"
      )
    default:
      (
        "revision \(it.bare.isEmpty ? "?" : it.bare) cannot be taken back: what it changed was not kept",
        "socketplay prefs log"
      )
    }
  }
}
