import SessionCore

/// What the editor waits for.
enum EditorInput: Sendable {
  /// Bytes that were typed; nil at their end.
  case typed([UInt8]?)
  /// More was typed than could wait: some of it is lost.
  case overrun
  /// The terminal has another size, or is this program's again.
  case terminal
  /// The other side's store was changed.
  case heard(PreferencesReceived)
  /// Changes are heard of from now on, behind this revision; nil where that is not said.
  case watching(Int64?)
  /// The whole store was read.
  case read(Result<PreferencesAnswer, Failure>)
  /// What became of edits.
  case sent(PreferenceEdits, Result<PreferencesAnswer, Failure>)
  /// Nothing is heard of changes any more.
  case lost(Failure)
  /// Time has passed.
  case tick
}
