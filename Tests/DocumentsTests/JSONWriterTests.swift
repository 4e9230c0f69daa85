import Documents
import KeyedArchive
import Testing

@Suite("JSON of a property list")
struct JSONWriterTests {
  private func json(_ value: PropertyList) -> String { String(decoding: value.json(), as: UTF8.self) }

  @Test(
    "every scalar has its JSON form",
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.bool(false), "false"),
      (.integer(0), "0"), (.integer(-1), "-1"), (.integer(1 << 70), "1180591620717411303424"),
      (.integer(.min), "-170141183460469231731687303715884105728"),
      (.real(1), "1.0"), (.real(0.1), "0.1"), (.real32(0.1), "0.1"), (.real(1e300), "1e+300"),
      // What JSON has no word for, as the typed form has it.
      (.real(.nan), #"{"$real":"nan"}"#), (.real(.infinity), #"{"$real":"inf"}"#),
      (.real32(-.infinity), #"{"$real32":"-inf"}"#),
      (.uid(7), #"{"CF$UID":7}"#), (.string(""), #""""#), (.array([]), "[]"), (.dictionary([:]), "{}"),
    ] as [(PropertyList, String)])
  func scalars(value: PropertyList, expected: String) {
    #expect(json(value) == expected)
  }

  @Test(
    "a string escapes quotes, controls, line separators and direction marks, and keeps the rest",
    arguments: [
      ("a\"b\\c/", #""a\"b\\c/""#), ("\n\r\t\u{8}\u{c}", #""\n\r\t\b\f""#),
      ("\0\u{1b}[31m\u{7f}\u{9b}", #""\u0000\u001b[31m\u007f\u009b""#),
      ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{202e}x\u{2066}\u{feff}", #""\u202ex\u2066\ufeff""#),
      ("空格 🎵 é", "\"空格 🎵 é\""),
    ])
  func strings(text: String, expected: String) {
    #expect(json(.string(text)) == expected)
  }

  @Test(
    "data is padded base64",
    arguments: [
      ([], ""), ([0x66], "Zg=="), ([0x66, 0x6f], "Zm8="), ([0x66, 0x6f, 0x6f], "Zm9v"),
      ([0x66, 0x6f, 0x6f, 0x62], "Zm9vYg=="), ([0xff, 0xfe, 0xfd], "//79"),
    ] as [([UInt8], String)])
  func data(bytes: [UInt8], expected: String) {
    #expect(json(.data(bytes)) == "\"\(expected)\"")
  }

  @Test(
    "a date is RFC 3339 with the fraction it has",
    arguments: [
      (0, "\"2001-01-01T00:00:00Z\""), (-1, "\"2000-12-31T23:59:59Z\""), (0.5, "\"2001-01-01T00:00:00.5Z\""),
      (-978_307_200, "\"1970-01-01T00:00:00Z\""), (799_718_400.123, "\"2026-05-06T00:00:00.123Z\""),
      (-0.25, "\"2000-12-31T23:59:59.75Z\""), (-26_524_800, "\"2000-02-29T00:00:00Z\""),
      (-63_145_526_400, "\"0000-01-01T00:00:00Z\""), (252_423_993_599, "\"9999-12-31T23:59:59Z\""),
      (252_423_993_600, #"{"$date":252423993600.0}"#), (-63_145_526_401, #"{"$date":-63145526401.0}"#),
      (1e300, #"{"$date":1e+300}"#), (.nan, #"{"$date":{"$real":"nan"}}"#),
      (-.infinity, #"{"$date":{"$real":"-inf"}}"#),
      (1e-12, "\"2001-01-01T00:00:00.000000000Z\""), (-1e-12, "\"2000-12-31T23:59:59.999999999Z\""),
    ] as [(Double, String)])
  func dates(seconds: Double, expected: String) {
    #expect(json(.date(seconds)) == expected)
  }

  @Test("containers nest, keep their order, and take keys of any type")
  func containers() {
    var dictionary: PropertyListDictionary = [
      "b": .array([.integer(1), .array([]), .dictionary(["x": .set([.bool(true)])])]), "a": .string("é"),
    ]
    dictionary[.integer(3)] = .data([1])
    #expect(json(.dictionary(dictionary)) == #"{"b":[1,[],{"x":[true]}],"a":"é","3":"AQ=="}"#)
    #expect(json(.array([.dictionary(["k": .null]), .integer(2)])) == #"[{"k":null},2]"#)
  }

  @Test("a value nested deeper than any reader lets through is written")
  func depth() {
    var value = PropertyList.integer(1)
    for _ in 0..<2_000 { value = .array([value]) }
    #expect(value.json().count == 4_001)
  }
}
