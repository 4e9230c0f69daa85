/// What a mouse did on a terminal (xterm's private modes 1002 and 1006).
public struct MouseReport: Sendable, Equatable {
  /// What it did.
  public enum Kind: Sendable, Equatable {
    /// The first button was pressed.
    case press
    /// It moved with that button down.
    case drag
    /// The button was let go of.
    case release
    case wheelUp, wheelDown
  }

  /// What it did.
  public var kind: Kind
  /// The cell's column, from 0.
  public var column: Int
  /// Its row, from 0.
  public var row: Int

  /// A report.
  public init(kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }

  /// Reads the parameters of `CSI < button ; column ; row M` (or `m`, for a release); nil for what means nothing here.
  init?(_ parameters: Substring, isRelease: Bool) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    // No terminal has as many cells; and nothing a terminal sends may overflow.
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2],
      (1...65_536).contains(column), (1...65_536).contains(row)
    else { return nil }
    // Shift, Alt and Control are 4, 8 and 16.
    let kind: Kind
    switch button & ~28 {
    case 0: kind = isRelease ? .release : .press
    case 32: kind = .drag
    case 64: kind = .wheelUp
    case 65: kind = .wheelDown
    default: return nil
    }
    self.init(kind: kind, column: column - 1, row: row - 1)
  }
}
