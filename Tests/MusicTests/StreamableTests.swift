import Music
import Testing

@Suite("Whether a song can be played as it comes") struct StreamableTests {
  private static func box(_ name: String, _ size: Int, large: Bool = false) -> [UInt8] {
    let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    if !large { return bytes + Array(name.utf8) + [UInt8](repeating: 0, count: max(0, min(size, 200) - 8)) }
    return [0, 0, 0, 1] + Array(name.utf8) + [0, 0, 0, 0] + bytes + [UInt8](repeating: 0, count: max(0, size - 16))
  }

  @Test("an mp3 can, with and without a tag")
  func mp3() {
    #expect(Streamable.judge(SongFile.mp3(title: "t", artist: "a", album: "b", frames: 1)) == .yes)
    #expect(Streamable.judge(SongFile.frame) == .yes)
  }

  @Test("an m4a can where moov stands before mdat")
  func m4a() {
    let type = Self.box("ftyp", 32)
    #expect(Streamable.judge(type + Self.box("moov", 5_000_000)) == .yes)
    #expect(Streamable.judge(type + Self.box("free", 100) + Self.box("moov", 500)) == .yes)
    #expect(Streamable.judge(type + Self.box("free", 100, large: true) + Self.box("moov", 500)) == .yes)
    #expect(Streamable.judge(type + Self.box("mdat", 5_000_000)) == .no)
    #expect(Streamable.judge(type + Self.box("wide", 8) + Self.box("mdat", 500)) == .no)
  }

  @Test("what has not come far enough is not known yet")
  func unknown() {
    #expect(Streamable.judge([]) == .unknown)
    #expect(Streamable.judge(Array("ID3".utf8)) == .unknown)
    #expect(Streamable.judge(Self.box("ftyp", 32)) == .unknown)
    #expect(Streamable.judge(Self.box("ftyp", 32) + Self.box("free", 1_000_000)) == .unknown)
  }

  @Test("anything else cannot, and boxes of lying sizes end the search")
  func others() {
    #expect(Streamable.judge(SongFile.wav(seconds: 1)) == .no)
    #expect(Streamable.judge(Self.box("ftyp", 0) + [UInt8](repeating: 0, count: 20)) == .no)
    let huge: [UInt8] = [0, 0, 0, 1] + Array("ftyp".utf8) + [UInt8](repeating: 0xff, count: 8)
    #expect(Streamable.judge(huge + [UInt8](repeating: 0, count: 64)) == .no)
    #expect(Streamable.judge((0..<100).flatMap { _ in Self.box("ftyp", 8) }) == .no)
  }
}
