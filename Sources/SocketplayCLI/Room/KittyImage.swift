import Documents

/// Pictures in a terminal that shows them: kitty's graphics protocol.
enum KittyImage {
  /// Bytes of base64 in one sequence: the protocol's limit.
  private static let pieceSize = 4_096
  /// The number of the question, and that of the canvas.
  private static let (question, canvas) = (31, 1)

  /// Pixels of a square, of which a cell has two: as many as fonts have.
  static let squareSize = 10

  /// Asks whether the terminal shows pictures; one that does answers with `isYes`.
  static let ask = "\u{1B}_Gi=\(question),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"

  /// Whether that is the answer of a terminal that shows them.
  static func isYes(_ report: String) -> Bool { report == "Gi=\(question);OK" }

  /// Shows a PNG file over so many cells, from the cursor on, in place of the one before.
  static func show(_ file: [UInt8], columns: Int, rows: Int) -> String {
    let data = Array(Base64.text(file).utf8)
    var text = ""
    for start in stride(from: 0, to: max(1, data.count), by: pieceSize) {
      let end = min(start + pieceSize, data.count)
      let more = end < data.count ? 1 : 0
      let head = start == 0 ? "a=T,f=100,t=d,i=\(canvas),p=1,c=\(columns),r=\(rows),C=1,q=2,m=\(more)" : "m=\(more)"
      text += "\u{1B}_G\(head);" + String(decoding: data[start..<end], as: UTF8.self) + "\u{1B}\\"
    }
    return text
  }

  /// Takes it away.
  static let remove = "\u{1B}_Ga=d,d=I,i=\(canvas),q=2\u{1B}\\"
}
