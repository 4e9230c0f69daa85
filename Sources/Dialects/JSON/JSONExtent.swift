/// Finds where an object or array of JSON ends, by its brackets, in bytes that arrive in any pieces.
///
/// It does not judge what stands between them; that is the reader's, once the end is found. It keeps no bytes.
struct JSONExtent: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The bytes looked at so far.
  private(set) var scanned = 0

  init() {}

  /// Looks on in `bytes`, which begin with the bracket; the count of bytes up to its partner, nil where it is not there.
  mutating func end(in bytes: some RandomAccessCollection<UInt8>) -> Int? {
    for byte in bytes.dropFirst(scanned) {
      scanned += 1
      if isEscaped {
        isEscaped = false
      } else if isInString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { return scanned }
        default: break
        }
      }
    }
    return nil
  }
}
