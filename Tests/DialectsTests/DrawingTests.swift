import Dialects
import TestSupport
import Testing

@Suite("The drawing relay (004)")
struct DrawingTests {
  static let limits = DrawingLimits(text: 10_000, line: 16 << 20, picture: 16 << 20)

  static func items(_ pieces: [[UInt8]]) throws -> [DrawingItem] {
    var decoder = DrawingDecoder(limits: limits)
    var items: [DrawingItem] = []
    for piece in pieces { items += try decoder.receive(piece) }
    if let last = try decoder.settle(isLast: true) { items.append(last) }
    #expect(decoder.patience == nil)
    return items
  }

  /// As wire.md 1.4 has it, printed by Foundation.
  static let line = """
    {
      "path" : [
        {
          "x" : 10,
          "y" : 20.5
        },
        {
          "x" : 11.25,
          "y" : -3
        }
      ],
      "width" : 5.5,
      "color" : 2,
      "screenW" : 375,
      "screenH" : 667
    }
    """
  static let drawn = DrawnLine(
    points: [.init(x: 10, y: 20.5), .init(x: 11.25, y: -3)], width: 5.5, color: 2, screenWidth: 375, screenHeight: 667)

  /// A small JPEG by its markers: a description that holds a picture of its own, a frame header, and data with a stuffed FF,
  /// a restart mark, `$` everywhere and what would be an end mark in the description.
  static let jpeg: [UInt8] =
    [
      0xFF, 0xD8, 0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 0xFF, 0xD9, 0x24, 0x24, 0xFF, 0xFF, 0xC0, 0, 4, 1, 2, 0xFF, 0xDA, 0, 3,
      0,
    ]
    + [0x24, 0xFF, 0x00, 0x24, 0xFF, 0xD0, 0x24, 0x7B, 0xFF, 0xC4, 0, 4, 0xFF, 0xD9, 0xFF, 0xDA, 0, 3, 1, 0x24, 0x24]
    + [0xFF, 0xD9]

  static let streams: [([UInt8], [DrawingItem])] = [
    (line.bytes, [.line(drawn)]), (line.bytes + line.bytes, [.line(drawn), .line(drawn)]),
    (jpeg + [0x24], [.picture(jpeg)]), (jpeg + [0x24] + jpeg + [0x24], [.picture(jpeg), .picture(jpeg)]),
    ("hello 嗯".bytes, [.text("hello 嗯")]),
    (
      "a{b} {c".bytes + line.bytes + jpeg + [0x24] + "$5".bytes,
      [.text("a{b} {c"), .line(drawn), .picture(jpeg), .text("$5")]
    ),
    ("{smile} hi".bytes, [.text("{smile} hi")]), ("{\"a\" hi".bytes, [.text("{\"a\" hi")]),
    ("123".bytes, [.text("123")]),
    ("one\ntwo\r\n".bytes, [.text("one"), .text("two")]),
    (
      "{\"path\":[{\"x\":1,\"y\":2}],\"screenW\":9,\"screenH\":9}".bytes,
      [
        .line(DrawnLine(points: [.init(x: 1, y: 2)], width: 5.5, color: 0, screenWidth: 9, screenHeight: 9))
      ]
    ),
  ]

  @Test(
    "lines, pictures and texts are told apart however they are cut (004-2, 004-3, 004-8, 004-9)", arguments: streams)
  func cut(stream: [UInt8], expected: [DrawingItem]) throws {
    let wrong = try cuttings(of: stream.count).first { cuts in
      try Self.items(pieces(of: stream, cutAt: cuts)) != expected
    }
    #expect(wrong == nil)
    #expect(try Self.items([stream]) == expected)
  }

  @Test(
    "an object that is no line is refused as that (004-17)",
    arguments: [
      "{}", "{\"path\":[]}", "{\"path\":[{\"x\":1,\"y\":2}],\"screenW\":0,\"screenH\":667}",
      "{\"path\":[{\"x\":1,\"y\":2}],\"screenW\":0.5,\"screenH\":667}",
      "{\"path\":[{\"x\":1,\"y\":2}],\"screenW\":375}", "{\"path\":[{\"x\":1}],\"screenW\":375,\"screenH\":667}",
      "{\"path\":[{\"x\":1,\"y\":2}],\"screenW\":375,\"screenH\":667,\"width\":\"5\"}",
      "{\"path\":[{\"x\":1,\"y\":2}],\"screenW\":375,\"screenH\":667,\"width\":0}",
    ])
  func unusable(object: String) throws {
    #expect(try Self.items([object.bytes]) == [.unusable(bytes: object.utf8.count)])
  }

  @Test("bytes that are nothing known, and what never ends, are refused")
  func refused() throws {
    #expect(throws: DialectError.notText) { try Self.items([[0x89, 0x50, 0x4E, 0x47]]) }
    #expect(throws: DialectError.notText) { try Self.items([[0xFF, 0x00]]) }
    #expect(throws: DialectError.truncated) { try Self.items([Array(Self.jpeg.dropLast())]) }
    let small = DrawingLimits(text: 10, line: 20, picture: 30)
    for (start, limit) in [("a", 10), ("{\"", 20)] {
      var decoder = DrawingDecoder(limits: small)
      #expect(throws: DialectError.tooLong(limit: limit)) {
        try decoder.receive(start.bytes + [UInt8](repeating: 0x61, count: 100))
      }
    }
    var decoder = DrawingDecoder(limits: small)
    #expect(throws: DialectError.tooLong(limit: 30)) {
      try decoder.receive([0xFF, 0xD8] + [UInt8](repeating: 0x24, count: 100))
    }
  }

  @Test("a text with a brace waits longer than one without")
  func patience() throws {
    var decoder = DrawingDecoder(limits: Self.limits)
    #expect(try decoder.receive("hello".bytes).isEmpty)
    #expect(decoder.patience == DrawingDecoder.settleTime)
    #expect(try decoder.settle(isLast: false) == .text("hello"))
    #expect(decoder.patience == nil)
    #expect(try decoder.receive("{\"x".bytes).isEmpty)
    #expect(decoder.patience == DrawingDecoder.objectPatience)
    #expect(try decoder.settle(isLast: false) == .text("{\"x"))
    #expect(try decoder.receive(Self.jpeg.prefix(5)).isEmpty)
    #expect(try decoder.settle(isLast: false) == nil)
  }

  @Test("a line of 100,000 points is read equal (004-8, 004-13)")
  func long() throws {
    let points = (0..<100_000).map { DrawnLine.Point(x: Double($0 % 375), y: Double($0 / 375) + 0.5) }
    let path = points.map { "    {\n      \"x\" : \($0.x),\n      \"y\" : \($0.y)\n    }" }.joined(separator: ",\n")
    let json =
      "{\n  \"path\" : [\n\(path)\n  ],\n  \"width\" : 5.5,\n  \"color\" : 0,\n  \"screenW\" : 375,\n  \"screenH\" : 667\n}"
    let stream = json.bytes
    let found = try Self.items(pieces(of: stream, cutAt: Array(stride(from: 65_536, to: stream.count, by: 65_536))))
    #expect(
      found == [
        .line(DrawnLine(points: points, width: 5.5, color: 0, screenWidth: 375, screenHeight: 667))
      ])
  }

  @Test("a million line feeds before a megabyte of texts cost no more than their bytes", .timeLimit(.minutes(1)))
  func lineFeeds() throws {
    var decoder = DrawingDecoder(limits: Self.limits)
    let stream = [UInt8](repeating: 0x0A, count: 1 << 20) + Array(repeating: "hi\n".bytes, count: 1 << 18).joined()
    #expect(try decoder.receive(stream) == Array(repeating: .text("hi"), count: 1 << 18))
    #expect(try decoder.receive("\n\nho\n".bytes) == [.text("ho")])
    #expect(decoder.patience == nil)
  }
}
