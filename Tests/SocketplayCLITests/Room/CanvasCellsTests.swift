import SocketplayNode
import Testing

@testable import SocketplayCLI

@Suite("A canvas in a terminal")
struct CanvasCellsTests {
  private let picture = RoomPixels(
    bytes: [255, 255, 255, 255, 0, 0, 255, 255, 255, 0, 0, 255], width: 2, height: 2)

  @Test("A cell shows two squares, and what is not paper is ground")
  func cells() {
    let cells = CanvasCells(picture, columns: 3, height: 2)
    #expect(
      cells.rows == [
        [
          .init(upper: 0xFFFFFF, lower: 0xFFFFFF), .init(upper: 0xFF0000, lower: 0x0000FF),
          .init(upper: CanvasCells.ground, lower: CanvasCells.ground),
        ],
        Array(repeating: .init(upper: CanvasCells.ground, lower: CanvasCells.ground), count: 3),
      ])
    #expect(
      CanvasCells.text(cells.rows[0].prefix(2), colors: .any)
        == "\u{1B}[48;2;255;255;255m \u{1B}[48;2;0;0;255m\u{1B}[38;2;255;0;0m▀\u{1B}[0m")
    #expect(
      CanvasCells.text(cells.rows[0].prefix(2), colors: .cube)
        == "\u{1B}[48;5;231m \u{1B}[48;5;21m\u{1B}[38;5;196m▀\u{1B}[0m")
  }

  @Test("Of 256 colours each is one of them, and the ends of grey are black and white")
  func cube() {
    #expect(CellColors.cube.shown(0x000000) == 16)
    #expect(CellColors.cube.shown(0xFFFFFF) == 231)
    #expect(CellColors.cube.shown(0x00FF00) == 46)
    for color: UInt32 in stride(from: 0, through: 0xFFFFFF, by: 4_099) {
      #expect((16...255).contains(CellColors.cube.shown(color)))
    }
  }

  @Test("A picture goes in pieces of 4,096 characters, and an answer is told from others")
  func kitty() {
    let text = KittyImage.show([UInt8](repeating: 7, count: 5_000), columns: 4, rows: 2)
    let pieces = text.split(separator: "\u{1B}\\")
    #expect(pieces.count == 2)
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=T,f=100,t=d,i=1,p=1,c=4,r=2,C=1,q=2,m=1;"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gm=0;"))
    #expect(pieces[0].split(separator: ";")[1].count == 4_096)
    #expect(KittyImage.isYes("Gi=31;OK"))
    #expect(!KittyImage.isYes("Gi=31;ENOTSUPPORTED:no"))
    #expect(!KittyImage.isYes("Gi=1;OK"))
  }
}
