import SocketplayNode

/// A canvas as cells of a terminal, each of two squares: the upper half block in one colour on the other.
struct CanvasCells: Sendable, Equatable {
  /// Two squares, each as 0xRRGGBB.
  struct Cell: Sendable, Equatable {
    var upper: UInt32
    var lower: UInt32
  }

  /// Around the paper.
  static let ground: UInt32 = 0x404040

  private(set) var rows: [[Cell]]

  /// The picture at the upper left of so many cells.
  init(_ picture: RoomPixels, columns: Int, height: Int) {
    rows = (0..<height).map { row in
      (0..<columns).map { column in
        Cell(upper: Self.square(picture, column, row * 2), lower: Self.square(picture, column, row * 2 + 1))
      }
    }
  }

  private static func square(_ picture: RoomPixels, _ x: Int, _ y: Int) -> UInt32 {
    guard x < picture.width, y < picture.height else { return ground }
    let place = (y * picture.width + x) * 3
    return picture.bytes[place..<place + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A row's cells as text; colours are set where they change.
  static func text(_ cells: some Sequence<Cell>, colors: CellColors) -> String {
    var text = ""
    var (front, back): (UInt32?, UInt32?) = (nil, nil)
    for cell in cells {
      let (upper, lower) = (colors.shown(cell.upper), colors.shown(cell.lower))
      if back != lower { text += colors.sequence(lower, isGround: true) }
      back = lower
      guard upper != lower else {
        text += " "
        continue
      }
      if front != upper { text += colors.sequence(upper, isGround: false) }
      front = upper
      text += "▀"
    }
    return text + "\u{1B}[0m"
  }
}

/// The colours that a terminal has.
enum CellColors: Sendable, Equatable {
  /// Any (`COLORTERM` says `truecolor` or `24bit`).
  case any
  /// Those of xterm's 256: a cube of six steps each way, and greys.
  case cube

  /// The colour that stands for this one: itself, or a number of the 256.
  func shown(_ color: UInt32) -> UInt32 {
    guard self == .cube else { return color }
    let parts = [color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF]
    if let low = parts.min(), let high = parts.max(), high - low < 12 {
      if high < 8 { return 16 }
      if low > 246 { return 231 }
      return 232 + min(23, (parts[1] * 24) / 247)
    }
    let steps = parts.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
    return 16 + steps[0] * 36 + steps[1] * 6 + steps[2]
  }

  /// What sets one that `shown` gave (SGR 38 and 48, ISO 8613-6).
  func sequence(_ color: UInt32, isGround: Bool) -> String {
    let code = isGround ? 48 : 38
    return switch self {
    case .any: "\u{1B}[\(code);2;\(color >> 16 & 0xFF);\(color >> 8 & 0xFF);\(color & 0xFF)m"
    case .cube: "\u{1B}[\(code);5;\(color)m"
    }
  }
}
