public import SessionCore

/// What an editor has to say, without words.
public enum EditorNotice: Sendable, Equatable {
  /// Somebody else has changed this, and so many keys in all.
  case heard(KeyChange, author: String, count: Int)
  /// So many edits have arrived.
  case sent(Int)
  /// So many have, but are not in the history there.
  case sentUnrecorded(Int)
  /// There is nothing to send.
  case nothingToSend
  /// What is sent has not arrived yet.
  case stillSending
  /// So many of the edited keys were changed by others meanwhile.
  case conflicts(Int)
  /// It did not work.
  case failed(Failure)
  /// Nothing is heard of the other side any more.
  case lost(Failure)
  /// The other side is there again.
  case back
  /// The text is no value of the type.
  case unreadable(ValueType)
  /// The value cannot be edited on one line.
  case notOnOneLine
  /// What was typed or pasted has no room where it is typed, and was not taken.
  case tooLong
  /// The key is there already.
  case taken(String)
  /// The key is empty.
  case emptyKey
  /// The value cannot stand there.
  case misplaced
  /// Nothing is left to take back.
  case nothingToUndo
  /// What was sent last is taken back, once it is sent.
  case undoOfSent(Int)
  /// Nothing was sent, since only a trial was asked for.
  case trial(Int)
}
