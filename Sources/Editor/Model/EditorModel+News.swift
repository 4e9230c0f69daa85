public import KeyedArchive
public import SessionCore

extension EditorModel {
  /// The store was changed, by `author` (untrusted; empty for nobody that is known), in so many keys.
  ///
  /// Where not all of it was told, or nothing, or it does not fit what is known, the store is to be read again.
  public mutating func heard(_ changes: [KeyChange], author: String, count: Int, at now: Double) -> Action {
    let isOwn = isSending && changes.allSatisfy(isOnItsWay)
    let news = changes.filter { change in
      guard let path = PreferencePath(text: change.key) else { return true }
      return draft.keys[path] != change.to
    }
    guard !changes.isEmpty, changes.count == count, draft.heard(changes) else { return .reload }
    if !isOwn { tell(news, author: author, count: news.count, at: now) }
    refresh(after: news)
    return .nothing
  }

  /// The store was read anew.
  public mutating func heard(all keys: PropertyListDictionary, at now: Double) {
    let news = draft.heard(all: keys)
    tell(news, author: "", count: news.count, at: now)
    refresh(after: news)
  }

  /// Whether a change is one that was just sent.
  private func isOnItsWay(_ change: KeyChange) -> Bool {
    PreferencePath(text: change.key).flatMap { draft.edits[$0] }.map { $0.value == change.to } ?? false
  }

  private mutating func tell(_ news: [KeyChange], author: String, count: Int, at now: Double) {
    guard let last = news.last else { return }
    for change in news.suffix(Self.maximumHighlights) {
      if let path = PreferencePath(text: change.key) { highlights[path] = now + Self.highlightTime }
    }
    if highlights.count > Self.maximumHighlights {
      let oldest = highlights.sorted { $0.value < $1.value }.prefix(highlights.count - Self.maximumHighlights)
      for (path, _) in oldest { highlights[path] = nil }
    }
    notice = .heard(last, author: author, count: count)
  }

  /// Lists the rows anew where others are there now, or may be.
  private mutating func refresh(after changes: [KeyChange]) {
    let isSameShape = changes.allSatisfy { change in
      guard let from = change.from, let to = change.to else { return false }
      return !ValueType(from).isContainer && !ValueType(to).isContainer
    }
    if !isSameShape || (search != nil && !changes.isEmpty) { rebuild() }
  }

  /// What became of edits that were sent; `isPast` where what was heard since is newer.
  public mutating func sent(_ edits: PreferenceEdits, _ outcome: PreferenceOutcome, isPast: Bool = false) -> Action {
    isSending = false
    guard outcome.conflicts.isEmpty else {
      leavesWhenSent = false
      // What the others have put there is shown; where it is large, it comes by itself.
      for conflict in outcome.conflicts where !isPast {
        _ = draft.heard([KeyChange(key: conflict.path.text, from: nil, to: conflict.present)])
      }
      rebuild()
      notice = .conflicts(outcome.conflicts.count)
      return .reload
    }
    let inverse = edits.edits.reversed().map { PreferenceEdit($0.path, to: (edits.base[$0.path] ?? nil)) }
    draft.sent(edits, isPast: isPast)
    // As the store's form holds it, which may be coarser.
    if !isPast { _ = draft.heard(outcome.changes) }
    past.removeAll { if case .edits = $0 { true } else { false } }
    past.append(.sent(inverse))
    future = []
    rebuild()
    notice = outcome.isRecorded ? .sent(edits.edits.count) : .sentUnrecorded(edits.edits.count)
    return leavesWhenSent ? .quit : .nothing
  }

  /// Nothing came of what was to be sent: it is still to be.
  public mutating func failed(_ failure: Failure) {
    isSending = false
    leavesWhenSent = false
    notice = .failed(failure)
  }

  /// The store could not be read; what is on its way still is.
  public mutating func couldNotRead(_ failure: Failure) {
    notice = .failed(failure)
  }

  /// Only a trial was asked for: nothing was sent.
  public mutating func tried(_ edits: PreferenceEdits) {
    isSending = false
    leavesWhenSent = false
    notice = .trial(edits.edits.count)
  }

  /// Nothing is heard of the other side any more, or again.
  public mutating func connection(_ failure: Failure?) {
    guard isConnected != (failure == nil) else { return }
    isConnected = failure == nil
    notice = failure.map { .lost($0) } ?? .back
  }
}
