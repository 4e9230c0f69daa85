import Glibc

/// A terminal's size in characters.
public struct TerminalSize: Sendable, Hashable {
  /// Characters in a line.
  public var columns: Int
  /// Lines.
  public var rows: Int

  /// A size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

extension Descriptor where Self: ~Copyable {
  /// Whether a person is at the other end (`isatty`).
  public var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Drops the lines that were typed and that nobody has read (`tcflush`); nothing where it is no terminal.
  public func dropTyped() {
    _ = tcflush(rawValue, TCIFLUSH)
  }

  /// The terminal's size (`TIOCGWINSZ`); nil where it is no terminal or does not know.
  public var terminalSize: TerminalSize? {
    var size = winsize()
    guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }
}
