/// Finds where a JPEG ends, by its markers (ITU-T T.81, annex B), in bytes that arrive in any pieces.
///
/// It steps over the segments by their lengths, so that a picture within the picture's own description does not end it. It
/// keeps no bytes and does not judge whether the picture can be shown.
struct PictureExtent: Sendable {
  private enum State {
    /// So many bytes of FF D8 are seen.
    case start(Int)
    /// A marker's FF is due.
    case marker
    /// The byte behind FF.
    case code
    /// The first or second byte of a segment's length; whether compressed data follows it.
    case length(first: UInt8?, isScan: Bool)
    /// Within a segment.
    case segment(left: Int, isScan: Bool)
    /// Within compressed data.
    case data
    /// Behind an FF in compressed data.
    case dataCode
  }

  /// FF D8, with which each begins; no UTF-8 text holds either.
  static let mark: [UInt8] = [0xFF, 0xD8]

  private var state = State.start(0)
  /// The bytes looked at so far.
  private(set) var scanned = 0

  init() {}

  /// Looks on in `bytes`, which begin with the picture; its size, nil where its end is not there.
  mutating func end(in bytes: ArraySlice<UInt8>) -> Int? {
    while scanned < bytes.count {
      if case .segment(let left, let isScan) = state {
        let step = min(left, bytes.count - scanned)
        scanned += step
        state = step < left ? .segment(left: left - step, isScan: isScan) : isScan ? .data : .marker
        continue
      }
      let isOver = step(bytes[bytes.startIndex + scanned])
      scanned += 1
      if isOver { return scanned }
    }
    return nil
  }

  /// True where the picture ends with this byte.
  private mutating func step(_ byte: UInt8) -> Bool {
    switch state {
    case .start(let count): state = count == 1 ? .marker : .start(count + 1)
    // Where no marker stands there is data: what is no real JPEG ends at FF D9 all the same.
    case .marker: state = byte == 0xFF ? .code : .data
    case .code: return code(byte)
    case .length(nil, let isScan): state = .length(first: byte, isScan: isScan)
    case .length(let first?, let isScan):
      // The length counts its own two bytes.
      let left = Int(first) << 8 + Int(byte) - 2
      state = left > 0 ? .segment(left: left, isScan: isScan) : isScan ? .data : .marker
    case .segment: preconditionFailure("segments are stepped over")
    case .data: if byte == 0xFF { state = .dataCode }
    case .dataCode:
      switch byte {
      case 0xFF: break
      // A stuffed FF, or one of the marks between parts of the data.
      case 0x00, 0x01, 0xD0...0xD7: state = .data
      default: return code(byte)
      }
    }
    return false
  }

  private mutating func code(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xD9: return true
    case 0xFF: state = .code
    case 0x00: state = .data
    case 0x01, 0xD0...0xD8: state = .marker
    case 0xDA: state = .length(first: nil, isScan: true)
    default: state = .length(first: nil, isScan: false)
    }
    return false
  }
}
