/// Finds keys in the bytes that a terminal sends: UTF-8, and escape sequences as xterm has them (ECMA-48).
///
/// Zero or more keys for each piece; what is no key is passed over. A lone ESC is one only once nothing follows: `flush`.
public struct KeyDecoder: Sendable {
  /// The longest pasted text in bytes: as much as a field takes.
  public static let maximumPaste = Field.maximumSize
  /// The longest escape sequence in bytes: no terminal's keys have as many.
  private static let maximumSequence = 32
  /// The longest answer of a terminal in bytes.
  private static let maximumReport = 256

  private var bytes: [UInt8] = []
  private var pasted: [UInt8]?

  /// A decoder at the start.
  public init() {}

  /// Whether something came that may be the beginning of a key.
  public var isWaiting: Bool { pasted == nil && !bytes.isEmpty }

  /// Takes bytes.
  public mutating func take(_ piece: [UInt8]) -> [Key] {
    bytes += piece
    var keys: [Key] = []
    var position = 0
    while position < bytes.count, let (length, key) = next(bytes[position...]) {
      position += length
      if let key { keys.append(key) }
    }
    bytes.removeFirst(position)
    return keys
  }

  /// Nothing has followed for a while: what is there is all of a key.
  public mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { bytes = [] }
    return bytes == [0x1B] ? [.escape] : []
  }

  /// The length of the first key, and the key, nil for what is none; nil where it is not whole yet.
  private mutating func next(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    if pasted != nil { return paste(rest) }
    guard let first = rest.first else { return nil }
    switch first {
    case 0x1B: return escape(rest.dropFirst()).map { ($0 + 1, $1) }
    case 0x00...0x1F, 0x7F: return (1, Self.control(first))
    case 0x20...0x7E: return (1, .scalar(Unicode.Scalar(first)))
    default: return Self.scalar(rest)
    }
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Unicode.Scalar(byte + 0x60))
    default: nil
    }
  }

  private static func scalar(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let first = rest.first else { return nil }
    let length: Int
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return (1, nil)
    }
    let sequence = rest.prefix(length)
    if let wrong = sequence.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
      return (wrong - rest.startIndex, nil)
    }
    if sequence.count < length { return nil }
    let text = String(validating: sequence, as: UTF8.self)
    return (length, text?.unicodeScalars.first.map { .scalar($0) })
  }

  /// What follows an ESC.
  private mutating func escape(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "["): return sequence(rest.dropFirst()).map { ($0 + 1, $1) }
    case UInt8(ascii: "O"):
      guard let final = rest.dropFirst().first else { return nil }
      return (2, Self.key(final: final))
    case UInt8(ascii: "_"): return report(rest.dropFirst()).map { ($0 + 1, $1) }
    case 0x0D, 0x0A: return (1, .lineBreak)
    // A key that was pressed soon after Escape, on a slow line; or with Alt, which means nothing here.
    default: return (0, .escape)
    }
  }

  /// An answer, up to the string terminator.
  private func report(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let end = rest.firstIndex(of: 0x1B), end + 1 < rest.endIndex else {
      return rest.count > Self.maximumReport ? (rest.count, nil) : nil
    }
    let text = rest[..<end]
    guard rest[end + 1] == UInt8(ascii: "\\") else { return (text.count, nil) }
    return (text.count + 2, .report(String(decoding: text, as: UTF8.self)))
  }

  /// A control sequence: parameters, and a final byte.
  private mutating func sequence(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let end = rest.firstIndex(where: { $0 >= 0x40 && $0 <= 0x7E }) else {
      return rest.count > Self.maximumSequence ? (rest.count, nil) : nil
    }
    let length = end - rest.startIndex + 1
    let parameters = String(decoding: rest[..<end], as: UTF8.self)
    if parameters.first == "<", [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(rest[end]) {
      let report = MouseReport(parameters.dropFirst(), isRelease: rest[end] == UInt8(ascii: "m"))
      return (length, report.map { .mouse($0) })
    }
    guard rest[end] == UInt8(ascii: "~") else { return (length, Self.key(final: rest[end])) }
    // A modifier may follow, behind a semicolon.
    switch parameters.prefix(while: { $0 != ";" }) {
    case "1", "7": return (length, .home)
    case "3": return (length, .delete)
    case "4", "8": return (length, .end)
    case "5": return (length, .pageUp)
    case "6": return (length, .pageDown)
    case "200":
      pasted = []
      return (length, nil)
    default: return (length, nil)
    }
  }

  private static func key(final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "M"): .enter
    default: nil
    }
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Takes what is pasted, up to where it ends.
  private mutating func paste(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let first = rest.first else { return nil }
    if first == 0x1B {
      let sequence = rest.prefix(Self.pasteEnd.count)
      if sequence.elementsEqual(Self.pasteEnd) {
        let text = String(decoding: pasted ?? [], as: UTF8.self)
        pasted = nil
        return (sequence.count, .paste(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")))
      }
      if sequence.elementsEqual(Self.pasteEnd.prefix(sequence.count)) { return nil }
    }
    if (pasted?.count ?? 0) < Self.maximumPaste { pasted?.append(first) }
    return (1, nil)
  }
}
