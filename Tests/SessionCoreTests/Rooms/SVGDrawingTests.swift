import SessionCore
import Testing

@Suite struct SVGDrawingTests {
  private func strokes(_ svg: String) throws -> [Stroke] {
    try SVGDrawing.strokes(in: Array(svg.utf8), erases: false)
  }

  private func points(_ d: String) throws -> [[Double]] {
    try strokes("<svg viewBox='0 0 100 100'><path d=\"\(d)\"/></svg>").flatMap { $0.points.map { [$0.x, $0.y] } }
  }

  @Test("Moves, lines, and the forms that name one coordinate, absolute and relative")
  func lines() throws {
    #expect(
      try points("M10,20 L30 40H50V60h-10v-10Z") == [
        [10, 20], [30, 40], [50, 40], [50, 60], [40, 60], [40, 50], [10, 20],
      ])
    #expect(try points("m1-1.5.5 2e1") == [[1, -1.5], [1.5, 18.5]])
    #expect(try points("M 0 0 1 1 2 2") == [[0, 0], [1, 1], [2, 2]])
  }

  @Test("Curves pass through their middle and end where they say, short forms too")
  func curves() throws {
    let cubic = try points("M0 0C0 10 10 10 10 0S20-10 20 0")
    #expect(cubic[8] == [5, 7.5])
    #expect(cubic[16] == [10, 0])
    #expect(cubic[24] == [15, -7.5])
    let quadratic = try points("M0 0Q5 10 10 0T20 0")
    #expect(quadratic[8] == [5, 5])
    #expect(abs(quadratic[24][1] + 5) < 1e-9)
  }

  @Test("Each subpath is a stroke, with the path's own width and colour and the file's screen")
  func attributes() throws {
    let all = try strokes(
      "<?xml version='1.0'?><svg width='1' viewBox=\"0 0 375 667\"><path stroke='#cc1010' stroke-width='3px' d='M1 1L2 2M3 3L4 4'/></svg>"
    )
    #expect(all.count == 2)
    #expect(all[0].color == .red && all[0].width == 3 && all[0].screen == .init(width: 375, height: 667))
  }

  @Test(
    "What is no path, an arc, or a path without end is refused",
    arguments: ["M0 0A1 1 0 0 0 2 2", "L", "M0", "X1 1", "", "M1e999 0"])
  func refused(d: String) {
    #expect(throws: (any Error).self) { try strokes("<svg><path d=\"\(d)\"/></svg>") }
  }
}
