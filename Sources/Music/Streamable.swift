/// Whether a music file can be played while the rest of it is still arriving.
public enum Streamable: Sendable, Equatable {
  case yes
  /// Only once it is whole.
  case no
  /// More of its beginning has to come first.
  case unknown

  /// The bytes of a file's beginning that are enough to tell, but for files that begin with something very large.
  public static let headLength = 64 << 10

  /// Tells by the first bytes, whatever the name says.
  ///
  /// An mp3 is a row of frames, so it is; it begins with a frame (ISO/IEC 11172-3, 2.4.1.3: twelve ones) or an ID3v2 tag. An
  /// MP4 is where the box `moov`, which says where everything is, stands before the box `mdat` with the sound
  /// (ISO/IEC 14496-12, 4.2). Anything else is not.
  public static func judge(_ head: [UInt8]) -> Streamable {
    if head.count < 12 { return .unknown }
    if head.starts(with: "ID3".utf8) || (head[0] == 0xff && head[1] & 0xe0 == 0xe0) { return .yes }
    if head[4..<8].elementsEqual("ftyp".utf8) { return judgeBoxes(head) }
    return .no
  }

  /// Follows the boxes of the top level, each of a size that it says itself, as far as the head goes.
  private static func judgeBoxes(_ head: [UInt8]) -> Streamable {
    var offset: UInt64 = 0
    // Few files have more than half a dozen; a size of 8 each would make thousands of nothing.
    for _ in 0..<32 {
      guard offset + 16 <= UInt64(head.count) else { return .unknown }
      let start = Int(offset)
      if head[(start + 4)..<(start + 8)].elementsEqual("moov".utf8) { return .yes }
      if head[(start + 4)..<(start + 8)].elementsEqual("mdat".utf8) { return .no }
      var size = number(head[start..<(start + 4)])
      if size == 1 { size = number(head[(start + 8)..<(start + 16)]) }
      // 0 is a box to the file's end.
      guard size >= 8, size < 1 << 40 else { return .no }
      offset += size
    }
    return .no
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
