import KeyedArchive
import SessionCore

extension EditorModel {
  /// Begins to edit the selected value in place.
  mutating func beginTyping() {
    guard !isBusy(), let path = selected else { return }
    // What is to be removed is edited from what is there: it stays, then.
    guard let value = draft.value(at: path) ?? draft.keys[path] else { return }
    guard let typed = Typed(value) else { return notice = .notOnOneLine }
    begin(typed, at: path)
  }

  /// Begins to type a value: what is there now is what it comes in place of, whatever others do meanwhile.
  private mutating func begin(_ typed: Typed, at path: PreferencePath) {
    believed = draft.keys[path]
    mode = .typing(typed, path)
  }

  /// Takes the value that was typed; where the text is none, goes on typing.
  mutating func endTyping(_ typed: Typed, at path: PreferencePath) {
    // Of a type that is not told, only an integer can be none.
    guard let value = typed.value else { return notice = .unreadable(typed.type ?? .int) }
    // Typed back as it was shown, nothing is edited: what a literal cannot show stays, and what others have set meanwhile.
    if typed.isAsShown { return mode = .browsing }
    set(value, at: path, insteadOf: believed)
  }

  /// Turns a bool over, or opens and closes a container.
  mutating func flip() {
    guard let path = selected else { return }
    if case .bool(let flag)? = draft.value(at: path), !isBusy() {
      set(.bool(!flag), at: path, insteadOf: draft.keys[path])
    } else {
      toggle()
    }
  }

  /// Begins a new value: in the selected container where that is open or empty, else beside the selected row.
  mutating func beginNaming() {
    if isBusy() { return }
    var container = selected?.parent
    if let path = selected, let value = draft.value(at: path), ValueType(value).isContainer,
      isOpen(row: selection) || draft.names(below: path).isEmpty
    {
      container = path
    }
    if let path = container, case .array(let elements)? = draft.value(at: path) {
      // Elements have no names: a new one goes to the end.
      guard let new = path.appending(String(elements.count)) else { return notice = .misplaced }
      begin(Typed(), at: new)
    } else {
      mode = .naming(Field(), container)
    }
  }

  /// Takes the key of a new value, and begins to type the value.
  mutating func name(_ key: String, in container: PreferencePath?) {
    if key.isEmpty { return notice = .emptyKey }
    guard let path = container.map({ $0.appending(key) }) ?? PreferencePath(key: key) else {
      return notice = .misplaced
    }
    if draft.value(at: path) != nil { return notice = .taken(key) }
    begin(Typed(), at: path)
  }

  /// Removes the selected value.
  mutating func remove() {
    guard !isBusy(), let path = selected, draft.value(at: path) != nil else { return }
    set(nil, at: path, insteadOf: draft.keys[path])
  }

  private mutating func set(_ value: PropertyList?, at path: PreferencePath, insteadOf believed: PropertyList?) {
    var edited = draft
    do throws(PreferenceEditError) {
      try edited.set(value, at: path, insteadOf: believed)
    } catch {
      return notice = .misplaced
    }
    remember()
    draft = edited
    mode = .browsing
    if value != nil, rows.row(of: path) == nil { reveal(path) } else { rebuild() }
  }

  /// Keeps the edits as they are, to come back to.
  mutating func remember() {
    past.append(.edits(draft.edits))
    if past.count > Self.maximumPast { past.removeFirst() }
    future = []
  }

  mutating func undo() {
    if isBusy() { return }
    guard let last = past.popLast() else { return notice = .nothingToUndo }
    future.append(draft.edits)
    switch last {
    case .edits(let edits): draft.edits = edits
    case .sent(let edits):
      for edit in edits { try? draft.set(edit.value, at: edit.path) }
      notice = .undoOfSent(edits.count)
    }
    rebuild()
  }

  mutating func redo() {
    if isBusy() { return }
    guard let next = future.popLast() else { return }
    past.append(.edits(draft.edits))
    draft.edits = next
    rebuild()
  }

  /// Whether edits are on their way, and no others can be made; says so.
  private mutating func isBusy() -> Bool {
    if isSending { notice = .stillSending }
    return isSending
  }
}
