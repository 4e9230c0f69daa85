import SessionCore

extension EditorModel {
  /// A key was pressed.
  public mutating func press(_ key: Key) -> Action {
    notice = nil
    if let field, !field.hasRoom(for: key) {
      notice = .tooLong
      return .nothing
    }
    switch mode {
    case .browsing: return browse(key)
    case .searching(let field): return searching(field, key)
    case .naming(let field, let container): return naming(field, in: container, key)
    case .typing(let typed, let path): return typing(typed, at: path, key)
    case .asking(let question): return answer(question, key)
    case .helping:
      mode = .browsing
      return .nothing
    }
  }

  /// What is being typed in; nil for nothing.
  private var field: Field? {
    switch mode {
    case .searching(let field), .naming(let field, _): field
    case .typing(let typed, _): typed.field
    case .browsing, .asking, .helping: nil
    }
  }

  private mutating func browse(_ key: Key) -> Action {
    switch key {
    case .up, .scalar("k"), .control("p"): move(to: selection - 1)
    case .down, .scalar("j"), .control("n"): move(to: selection + 1)
    case .pageUp, .control("b"): move(to: selection - max(1, height - 1))
    case .pageDown, .control("f"): move(to: selection + max(1, height - 1))
    case .home, .scalar("g"): move(to: 0)
    case .end, .scalar("G"): move(to: rows.count - 1)
    case .right, .scalar("l"): stepIn()
    case .left, .scalar("h"): stepOut()
    case .enter: if selectedIsContainer { toggle() } else { beginTyping() }
    case .scalar("e"): beginTyping()
    case .scalar(" "): flip()
    case .scalar("a"): beginNaming()
    case .scalar("d"), .delete: remove()
    case .scalar("u"): undo()
    case .scalar("r"), .control("r"): redo()
    case .scalar("/"): mode = .searching(Field(search?.text ?? ""))
    case .escape: endSearch()
    case .scalar("s"), .control("s"): return send()
    case .scalar("q"): return leave(.quit)
    case .control("c"): return leave(.interrupt)
    case .control("z"): return .suspend
    case .control("l"): return .redraw
    case .scalar("R"): return .reload
    case .scalar("?"): mode = .helping
    default: break
    }
    return .nothing
  }

  private mutating func searching(_ field: Field, _ key: Key) -> Action {
    var field = field
    if field.take(key) {
      mode = .searching(field)
      search = Search(field.text)
      isStale = true
      return .nothing
    }
    refresh()
    switch key {
    case .escape, .control("c"):
      mode = .browsing
      endSearch()
    case .enter: mode = .browsing
    case .up: move(to: selection - 1)
    case .down: move(to: selection + 1)
    case .pageUp: move(to: selection - max(1, height - 1))
    case .pageDown: move(to: selection + max(1, height - 1))
    default: break
    }
    return .nothing
  }

  private mutating func naming(_ field: Field, in container: PreferencePath?, _ key: Key) -> Action {
    var field = field
    switch key {
    case .escape, .control("c"): mode = .browsing
    case .enter: name(field.text, in: container)
    default: if field.take(key) { mode = .naming(field, container) }
    }
    return .nothing
  }

  private mutating func typing(_ typed: Typed, at path: PreferencePath, _ key: Key) -> Action {
    var typed = typed
    switch key {
    case .escape, .control("c"): mode = .browsing
    case .tab: typed.turn(by: 1); mode = .typing(typed, path)
    case .backTab: typed.turn(by: -1); mode = .typing(typed, path)
    case .enter: endTyping(typed, at: path)
    default: if typed.field.take(key) { mode = .typing(typed, path) }
    }
    return .nothing
  }

  private mutating func answer(_ question: Question, _ key: Key) -> Action {
    mode = .browsing
    switch (question, key) {
    case (.leave, .scalar("s")):
      leavesWhenSent = true
      let action = send()
      // A question, or a notice, is in the way.
      if case .send = action {} else if case .asking = mode {} else { leavesWhenSent = false }
      return action
    case (.leave, .scalar("q")), (.leave, .scalar("d")): return .quit
    case (.leave, .control("c")): return .interrupt
    case (.overwrite, .scalar("y")):
      draft.believeWhatIsThere()
      return send()
    case (.overwrite, .scalar("t")):
      // The other side's values are taken.
      remember()
      for path in draft.conflicts { draft.edits[path] = nil }
      leavesWhenSent = false
      rebuild()
    default: leavesWhenSent = false
    }
    return .nothing
  }

  private mutating func leave(_ action: Action) -> Action {
    if draft.edits.isEmpty, !isSending { return action }
    mode = .asking(.leave)
    return .nothing
  }

  /// Sends the edits, unless there are none, or asks first.
  private mutating func send() -> Action {
    if isSending {
      notice = .stillSending
    } else if draft.edits.isEmpty {
      notice = .nothingToSend
    } else if !draft.conflicts.isEmpty {
      mode = .asking(.overwrite)
    } else {
      isSending = true
      return .send(draft.toSend)
    }
    return .nothing
  }
}
