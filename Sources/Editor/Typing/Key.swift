/// A key that was pressed on a terminal, or a text that was pasted.
public enum Key: Sendable, Equatable {
  /// A character; those that are typed as several scalars come one by one.
  case scalar(Unicode.Scalar)
  /// A letter with Control, `a` to `z`, but for those that are keys of their own.
  case control(Unicode.Scalar)
  /// A text that was pasted.
  case paste(String)
  /// A text was pasted that is longer than any field takes, or did not come whole: none of it is to be taken.
  case cutPaste
  /// The mouse did something, where it was asked to tell.
  case mouse(MouseReport)
  /// The terminal has answered something: an application program command (APC, ECMA-48 8.3.2), without its frame.
  case report(String)
  case enter, lineBreak, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}
