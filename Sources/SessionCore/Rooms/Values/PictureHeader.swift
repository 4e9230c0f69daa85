/// The size of a picture as its header claims it, for JPEG (ITU T.81, annex B) and PNG (ISO 15948, 11.2.2).
public struct PictureHeader: Sendable, Hashable {
  /// Pixels.
  public var width: Int
  /// Pixels.
  public var height: Int

  /// The widest and highest picture that is drawn.
  public static let maximumSide = 16_384
  /// The most pixels that are drawn: 256 MiB once it is decoded.
  public static let maximumPixels = 64 << 20

  /// Reads the size from a picture's first bytes; nil where they are of no picture known here, or end before it.
  public init?(_ head: [UInt8]) {
    if head.starts(with: Self.pngSignature) {
      guard head.count >= 24 else { return nil }
      width = Self.integer(head[16..<20])
      height = Self.integer(head[20..<24])
    } else if head.starts(with: [0xFF, 0xD8]) {
      guard let (width, height) = Self.jpeg(head) else { return nil }
      self.width = width
      self.height = height
    } else {
      return nil
    }
  }

  /// Whether it may be drawn.
  public var isWithinBounds: Bool {
    (1...Self.maximumSide).contains(width) && (1...Self.maximumSide).contains(height)
      && width * height <= Self.maximumPixels
  }

  /// Whether what begins so is taken into a room: what claims to be larger than can be drawn is not.
  public static func isWithinBounds(_ head: [UInt8]) -> Bool { PictureHeader(head)?.isWithinBounds ?? true }

  private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Goes from marker to marker up to the frame header.
  private static func jpeg(_ head: [UInt8]) -> (Int, Int)? {
    var place = 2
    while place + 9 <= head.count {
      guard head[place] == 0xFF else { return nil }
      let marker = head[place + 1]
      switch marker {
      case 0xFF:
        // A fill byte before a marker.
        place += 1
      case 0x01, 0xD0...0xD8:
        // Without a length.
        place += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return (integer(head[place + 7..<place + 9]), integer(head[place + 5..<place + 7]))
      case 0xD9, 0xDA:
        return nil
      default:
        let length = integer(head[place + 2..<place + 4])
        guard length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
