import Testing

@testable import SocketplayCLI

@Suite("Escaping what others wrote")
struct PrintableTests {
  @Test(
    "controls and direction marks are written out, the rest stays",
    arguments: [
      ("plain 空格 🎵 é", "plain 空格 🎵 é"), ("\u{1b}[31mred\u{7}", "\\u{1B}[31mred\\u{7}"),
      ("a\r\nb\tc\0", "a\\u{D}\\u{A}b\\u{9}c\\u{0}"), ("\u{7f}\u{80}\u{9b}2J\u{9f}", "\\u{7F}\\u{80}\\u{9B}2J\\u{9F}"),
      ("\u{202e}gpj.exe", "\\u{202E}gpj.exe"),
      ("\u{2066}x\u{2069}\u{200e}\u{200f}\u{61c}", "\\u{2066}x\\u{2069}\\u{200E}\\u{200F}\\u{61C}"),
      ("\u{2028}\u{2029}\u{feff}", "\\u{2028}\\u{2029}\\u{FEFF}"), ("👨‍👩‍👧", "👨‍👩‍👧"),
    ])
  func escapes(text: String, expected: String) {
    #expect(printable(text) == expected)
  }

  @Test("no control of any block gets through")
  func none() {
    for value in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = printable("a\(Character(scalar))b").unicodeScalars
      #expect(!shown.contains { $0.properties.generalCategory == .control }, "U+\(String(value, radix: 16))")
    }
  }

  @Test("a line has 200 columns at most, and its cut shows")
  func width() {
    let text = String(repeating: "x", count: 201)
    #expect(printable(String(text.dropLast())) == text.dropLast())
    #expect(printable(text) == String(repeating: "x", count: 199) + "…")
    #expect(printable(String(repeating: "空", count: 101)) == String(repeating: "空", count: 99) + "…")
    #expect(printable(String(repeating: "\u{1b}", count: 100)).count <= 200)
    #expect(printable("abcdef", columns: 4) == "abc…")
  }

  @Test("what is ASCII up to its cut is cut as any other text")
  func plain() {
    for text in ["abcde", "abcdefgh", "abcdé", "abcde\u{301}", "abcd\u{301}e", "abcd\n", "abcde\u{1B}"] {
      #expect(printable(text, columns: 4).hasPrefix("abc"), "\(text)")
      #expect(printable(text, columns: 4).hasSuffix("…") || text.contains("d\u{301}"), "\(text)")
      #expect(printable(text, columns: 4).columns <= 4, "\(text)")
    }
    #expect(printable("ab", columns: 1) == "…" && printable("ab", columns: 2) == "ab")
  }

  @Test("below the first combining mark a character's width is what its category says")
  func widths() {
    for value in 0..<(0x300 as UInt32) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(scalar.columns == (scalar.properties.generalCategory == .format ? 0 : 1), "\(value)")
    }
  }

  @Test("a heap of marks on one letter is cut")
  func marks() {
    let shown = printable("a" + String(repeating: "\u{301}", count: 5000) + "b")
    #expect(shown.unicodeScalars.count == 18)
  }

  @Test("bytes that are no UTF-8 are written out one by one")
  func bytes() {
    #expect(printable(bytes: Array("é空🎵".utf8)) == "é空🎵")
    #expect(
      printable(bytes: [0x61, 0xff, 0xc3, 0x62, 0xed, 0xa0, 0x80, 0x1b])
        == "a\\u{FF}\\u{C3}b\\u{ED}\\u{A0}\\u{80}\\u{1B}")
    #expect(printable(bytes: [UInt8](repeating: 0xff, count: 1000)).count <= 200)
  }
}

@Suite("Numbers for people")
struct UnitsTests {
  @Test(
    "bytes have one digit after the point from a thousand on",
    arguments: [
      (0, "0 B"), (-5, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (4_240_000, "4.2 MB"), (999_949, "999.9 kB"),
      (999_950, "1.0 MB"), (1_000_000_000, "1.0 GB"), (.max, "9.2 EB"),
    ] as [(Int64, String)])
  func bytes(count: Int64, expected: String) {
    #expect(Units.bytes(count) == expected)
  }

  @Test(
    "seconds are short where they are short",
    arguments: [
      (0.314, "0.31 s"), (12.34, "12.3 s"), (65, "1:05"), (3723, "1:02:03"), (-1, "0.00 s"), (.nan, "0.00 s"),
      (.infinity, "0.00 s"),
    ] as [(Double, String)])
  func seconds(value: Double, expected: String) {
    #expect(Units.seconds(value) == expected)
  }

  @Test("no number is too large")
  func large() {
    #expect(Units.rate(.infinity) == "9.2 EB/s")
    #expect(Units.rate(.nan) == "0 B/s")
    #expect(Units.decimal(1e300, 2).hasSuffix(".07"))
  }
}
