import Dialects
import Testing

@Suite("Writing for the drawing relay (004)")
struct DrawingEncoderTests {
  static func line(_ points: [DrawnLine.Point]) -> DrawnLine {
    DrawnLine(points: points, width: 5.5, color: 1, screenWidth: 375, screenHeight: 667)
  }

  static func read(_ writes: [SpacedWrite]) throws -> [DrawnLine] {
    try writes.map { write in
      let line = write.bytes.withUnsafeBytes { DrawnLine(json: $0) }
      return try #require(line)
    }
  }

  @Test("a short line is one compact object")
  func short() {
    let writes = DrawingEncoder.line(Self.line([.init(x: 1, y: 2.5), .init(x: -0.125, y: 300)]))
    #expect(
      writes.map { String(decoding: $0.bytes, as: UTF8.self) } == [
        #"{"path":[{"x":1,"y":2.5},{"x":-0.13,"y":300}],"width":5.5,"color":1,"screenW":375,"screenH":667}"#
      ])
  }

  @Test("a longer one is cut into objects below a segment that share their ends (004-8)")
  func cut() throws {
    let points = (0..<1000).map { DrawnLine.Point(x: Double($0), y: Double($0 * $0 % 600) + 0.25) }
    let writes = DrawingEncoder.line(Self.line(points))
    #expect(writes.allSatisfy { $0.bytes.count < SpacedWrite.segment && $0.gap >= 0.05 })
    let lines = try Self.read(writes)
    #expect(lines.count > 10)
    for (one, next) in zip(lines, lines.dropFirst()) { #expect(one.points.last == next.points.first) }
    #expect(lines[0].points + lines.dropFirst().flatMap { $0.points.dropFirst() } == points)
  }

  @Test("a very long one is thinned to what the eye sees, its ends kept (004-8)")
  func thinned() throws {
    // A slow circle: ten thousand points within a fraction of a pixel of each other.
    let points = (0..<100_000).map { number in
      // A square walked round and round, which has corners to keep.
      let along = Double(number % 400)
      return switch number / 100 % 4 {
      case 0: DrawnLine.Point(x: along, y: 0)
      case 1: DrawnLine.Point(x: 100, y: along - 100)
      case 2: DrawnLine.Point(x: 300 - along, y: 100)
      default: DrawnLine.Point(x: 0, y: 400 - along)
      }
    }
    let writes = DrawingEncoder.line(Self.line(points))
    #expect(writes.count <= 64)
    let lines = try Self.read(writes)
    #expect(lines.first?.points.first == points.first)
    #expect(lines.last?.points.last == points.last)
    #expect(lines.allSatisfy { $0.points.contains { $0.x == 0 || $0.x == 100 } })
  }

  @Test("points of a hostile zigzag are thinned in bounded time")
  func zigzag() throws {
    let points = (0..<DrawnLine.maximumPoints).map { DrawnLine.Point(x: Double($0 % 2) * 300, y: Double($0)) }
    #expect(DrawingEncoder.line(Self.line(points)).count <= 64)
  }

  @Test("a text is never empty and never an object (004-10)")
  func texts() throws {
    #expect(throws: DrawingEncoder.Refusal.emptyText) { try DrawingEncoder.text("") }
    for text in ["{}", " {\"path\":[]}", "{\"a\":{\"b\":[]}}"] {
      #expect(throws: DrawingEncoder.Refusal.looksLikeLine) { try DrawingEncoder.text(text) }
    }
    #expect(try DrawingEncoder.text("{smile}").map(\.bytes) == ["{smile}".bytes])
    let long = String(repeating: "嗯", count: 1_000)
    let writes = try DrawingEncoder.text(long)
    #expect(writes.count == 3)
    #expect(
      writes.allSatisfy { $0.bytes.count <= SpacedWrite.segment && String(validating: $0.bytes, as: UTF8.self) != nil })
    #expect(writes.flatMap(\.bytes) == long.bytes)
  }

  @Test("no piece of a picture is text, ends in `$` before the last, or leaves a `$` alone (004-9)")
  func picture() throws {
    // Compressed data full of `$`, an FF here and there.
    let data = (0..<200_000).map { $0 % 997 == 0 ? [0xFF, 0x00] : [0x24] as [UInt8] }.flatMap { $0 }
    let jpeg = [0xFF, 0xD8, 0xFF, 0xDA, 0, 3, 0] + data + [0xFF, 0xD9]
    let writes = try DrawingEncoder.picture(jpeg)
    #expect(writes.flatMap(\.bytes) == jpeg + [0x24])
    #expect(writes.count > 100)
    for write in writes {
      #expect(String(validating: write.bytes, as: UTF8.self) == nil)
      #expect(write.bytes.count >= 2)
    }
    #expect(writes.dropLast().allSatisfy { $0.bytes.last != 0x24 })
    #expect(try DrawingTests.items(writes.map(\.bytes)) == [.picture(jpeg)])
  }

  @Test(
    "what is no JPEG is refused",
    arguments: [[], [0xFF, 0xD8], "PNG".utf8.map { $0 }, [0xFF, 0xD8, 0xFF, 0xD9, 0]] as [[UInt8]])
  func notAPicture(bytes: [UInt8]) {
    #expect(throws: DrawingEncoder.Refusal.notAPicture) { try DrawingEncoder.picture(bytes) }
  }
}
