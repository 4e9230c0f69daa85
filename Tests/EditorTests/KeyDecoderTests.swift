import Editor
import Testing

@Suite("Keys of a terminal")
struct KeyDecoderTests {
  private static let cases: [(bytes: String, keys: [Key])] = [
    ("a", [.scalar("a")]), ("é空😀", [.scalar("é"), .scalar("空"), .scalar("😀")]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[H\u{1B}OF", [.home, .end, .home, .end]),
    ("\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[Z", [.delete, .pageUp, .pageDown, .backTab]),
    ("\u{1B}[1;5C\u{1B}[3;2~", [.right, .delete]),
    ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{1}\u{3}\u{1A}", [.control("a"), .control("c"), .control("z")]), ("\u{1B}\r", [.lineBreak]),
    ("\u{1B}\u{1B}[A", [.escape, .up]), ("\u{1B}xq", [.escape, .scalar("x"), .scalar("q")]),
    ("\u{1B}[200~q\r\nd\u{1B}[A\u{1B}[201~s", [.paste("q\nd\u{1B}[A"), .scalar("s")]),
    (
      "\u{1B}[<0;5;6M\u{1B}[<32;6;6M\u{1B}[<4;1;1m\u{1B}[<64;1;2M\u{1B}[<65;1;2M",
      [
        mouse(.press, 4, 5), mouse(.drag, 5, 5), mouse(.release, 0, 0), mouse(.wheelUp, 0, 1), mouse(.wheelDown, 0, 1),
      ]
    ),
    (
      "\u{1B}[<0;0;6Ma\u{1B}[<0;99999999999999999999;1Mb\u{1B}[<1;1;1Mc\u{1B}[<0;1Md",
      [.scalar("a"), .scalar("b"), .scalar("c"), .scalar("d")]
    ),
    ("\u{1B}_Gi=31;OK\u{1B}\\x", [.report("Gi=31;OK"), .scalar("x")]),
    ("\u{1B}[999;999;999zx\u{1B}[?1;2cy", [.scalar("x"), .scalar("y")]),
  ]

  private static func mouse(_ kind: MouseReport.Kind, _ column: Int, _ row: Int) -> Key {
    .mouse(MouseReport(kind: kind, column: column, row: row))
  }

  @Test("Keys are the same, whether their bytes come glued or one by one", arguments: cases.indices)
  func gluedAndDripped(_ index: Int) {
    let (text, keys) = Self.cases[index]
    var glued = KeyDecoder()
    let keys24 = glued.take(Array(text.utf8))
    #expect(keys24 == keys)
    #expect(glued.patience == nil)
    var dripped = KeyDecoder()
    let one = text.utf8.flatMap { dripped.take([$0]) }
    #expect(one == keys)
  }

  @Test("A lone ESC is a key once nothing follows")
  func loneEscape() {
    var decoder = KeyDecoder()
    let keys25 = decoder.take([0x1B])
    #expect(keys25.isEmpty)
    #expect(decoder.patience != nil)
    let keys26 = decoder.flush()
    #expect(keys26 == [.escape])
    #expect(decoder.patience == nil)
    let keys27 = decoder.flush()
    #expect(keys27.isEmpty)
  }

  @Test("Bytes that are no key are passed over, and what follows counts")
  func noKeys() {
    for noise: [UInt8] in [
      [0xFF], [0x80], [0xC2, 0x41], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x1C],
    ] {
      var decoder = KeyDecoder()
      let keys = decoder.take(noise + Array("zz".utf8))
      #expect(keys.suffix(2) == [.scalar("z"), .scalar("z")], "\(noise)")
    }
  }

  @Test("A sequence without end, or a paste that is too long, fills no memory")
  func bounded() {
    var decoder = KeyDecoder()
    let endless = Array("\u{1B}[".utf8) + [UInt8](repeating: UInt8(ascii: "1"), count: 100)
    _ = decoder.take(endless)
    let none = decoder.flush()
    #expect(none.isEmpty)
    #expect(decoder.patience == nil)
    _ = decoder.take(Array("\u{1B}[200~".utf8))
    for _ in 0..<20 { _ = decoder.take([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)) }
    let keys = decoder.take(Array("\u{1B}[201~z".utf8))
    #expect(keys == [.cutPaste, .scalar("z")])
  }

  @Test("A paste of as much as a field takes comes whole, and of a byte more nothing; the next one is a paste again")
  func longest() {
    var decoder = KeyDecoder()
    for (count, isWhole) in [(KeyDecoder.maximumPaste, true), (KeyDecoder.maximumPaste + 1, false), (1, true)] {
      let text = String(repeating: "7", count: count)
      let keys = decoder.take(Array("\u{1B}[200~\(text)\u{1B}[201~".utf8))
      #expect(keys == [isWhole ? .paste(text) : .cutPaste], "\(count)")
    }
  }

  @Test("A paste whose end is lost ends when nothing follows, and keys are keys again")
  func pasteWithoutEnd() {
    var decoder = KeyDecoder()
    let none = decoder.take(Array("\u{1B}[200~one\rtwo\u{1B}[20".utf8))
    #expect(none.isEmpty)
    #expect(decoder.patience == 2)
    let pasted = decoder.flush()
    #expect(pasted == [.paste("one\ntwo")])
    #expect(decoder.patience == nil)
    let keys = decoder.take(Array("q".utf8))
    #expect(keys == [.scalar("q")])
  }

  @Test("Where bytes were lost, what follows is no command, and no whole paste either")
  func lost() {
    var decoder = KeyDecoder()
    _ = decoder.take(Array("\u{1B}[20".utf8))
    decoder.lose()
    let none = decoder.take(Array("dqs".utf8))
    #expect(none.isEmpty)
    let pasted = decoder.take(Array("\u{1B}[201~d".utf8))
    #expect(pasted == [.cutPaste, .scalar("d")])
  }

  @Test("What is too long for a sequence or an answer is passed over to its end, whole or byte by byte")
  func tooLong() {
    let one = [UInt8](repeating: UInt8(ascii: "1"), count: 50)
    for (noise, keys): ([UInt8], [Key]) in [
      (Array("\u{1B}[".utf8) + one + Array("Az".utf8), [.scalar("z")]),
      (Array("\u{1B}[".utf8) + one + Array("\u{1B}[Az".utf8), [.up, .scalar("z")]),
      (Array("\u{1B}_".utf8) + [UInt8](repeating: 0x41, count: 300) + Array("\u{1B}\\z".utf8), [.scalar("z")]),
      (Array("\u{1B}_".utf8) + [UInt8](repeating: 0x41, count: 300) + Array("\u{1B}[Az".utf8), [.up, .scalar("z")]),
      (Array("\u{1B}[1;\u{1B}[Bz".utf8), [.down, .scalar("z")]),
    ] {
      var whole = KeyDecoder()
      let glued = whole.take(noise)
      #expect(glued == keys)
      var dripped = KeyDecoder()
      let drops = noise.flatMap { dripped.take([$0]) }
      #expect(drops == keys)
    }
  }
}
