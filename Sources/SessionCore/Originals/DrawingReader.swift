public import Dialects

/// Reads what comes over the drawing relay (`draw`).
public struct DrawingReader: Sendable {
  private var decoder = DrawingDecoder(
    limits: DrawingLimits(text: OriginalLimits.text, line: OriginalLimits.line, picture: OriginalLimits.picture))

  /// A reader at the start of a stream.
  public init() {}

  /// After so many seconds of silence `settle` should be called; nil where silence changes nothing.
  public var patience: Double? { decoder.patience }

  /// Takes what came and gives what has ended.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> [OriginalItem] {
    do throws(DialectError) {
      return try decoder.receive(bytes).flatMap(Self.items)
    } catch {
      throw Failure(error)
    }
  }

  /// Nothing came for as long as `patience` said, or, where `isLast`, nothing will.
  public mutating func settle(isLast: Bool) throws(Failure) -> [OriginalItem] {
    do throws(DialectError) {
      return try decoder.settle(isLast: isLast).map(Self.items) ?? []
    } catch {
      throw Failure(error)
    }
  }

  private static func items(_ item: DrawingItem) -> [OriginalItem] {
    switch item {
    case .line(let line): [Stroke(line).map { .stroke($0) } ?? .unusable]
    case .picture(let bytes): [.fileBegin(.picture, size: Int64(bytes.count)), .filePiece(bytes), .fileEnd]
    case .text(let text): [.text(text)]
    case .unusable: [.unusable]
    }
  }
}

extension Stroke {
  /// The stroke of a line on the wire; nil where something in it is out of bounds.
  public init?(_ line: DrawnLine) {
    let points = line.points.map { Point(x: $0.x, y: $0.y) }
    let screen = Screen(width: line.screenWidth, height: line.screenHeight)
    let color = Color(rawValue: line.color) ?? .black
    guard let stroke = try? Stroke(points: points, width: line.width, color: color, screen: screen) else { return nil }
    self = stroke
  }

  /// The stroke as it stands on the wire, where no eraser is known: one is a black line there.
  public var line: DrawnLine {
    DrawnLine(
      points: points.map { DrawnLine.Point(x: $0.x, y: $0.y) }, width: width, color: color.rawValue,
      screenWidth: screen.width, screenHeight: screen.height)
  }
}
