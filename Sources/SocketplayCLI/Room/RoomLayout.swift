import Sys

/// Where what stands on a room's screen, in cells from 0: a header, canvas and talk side by side, the pens, and the line
/// that is typed.
struct RoomLayout: Sendable, Equatable {
  /// The least columns of talk beside a canvas, and of a canvas beside talk.
  private static let leastTalk = 30
  private static let leastCanvas = 16
  /// Rows that are neither canvas nor talk.
  private static let frame = 3

  let size: TerminalSize
  /// The cells that a canvas may take; none where there is no room for it.
  let canvasColumns: Int
  /// Rows of canvas and talk.
  let bodyRows: Int

  init(_ size: TerminalSize) {
    self.size = size
    bodyRows = max(0, size.rows - Self.frame)
    // Cells are about twice as high as wide: half of one is a square.
    let columns = min(bodyRows * 2, size.columns - Self.leastTalk - 1)
    canvasColumns = columns >= Self.leastCanvas ? columns : 0
  }

  /// The first row of canvas and talk.
  var top: Int { 1 }
  /// The column where talk begins, and how many it has.
  var talkColumn: Int { canvasColumns == 0 ? 0 : canvasColumns + 1 }
  var talkColumns: Int { max(1, size.columns - talkColumn) }
  /// The row of the pens, and that of what is typed.
  var penRow: Int { max(0, size.rows - 2) }
  var fieldRow: Int { max(0, size.rows - 1) }
  /// The canvas in squares, of which a cell has two, one above the other.
  var squares: (width: Int, height: Int) { (canvasColumns, bodyRows * 2) }
}
