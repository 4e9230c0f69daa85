/// Finds keys in the bytes that a terminal sends: UTF-8, and escape sequences as xterm has them (ECMA-48).
///
/// Zero or more keys for each piece; what is no key is passed over. A lone ESC is one only once nothing follows: `flush`.
/// So is a paste whose end was lost: else no key would ever be one again.
public struct KeyDecoder: Sendable {
  /// The longest pasted text in bytes: as much as a field takes.
  public static let maximumPaste = Field.maximumSize
  /// The longest escape sequence in bytes: no terminal's keys have as many.
  static let maximumSequence = 32
  /// The longest answer of a terminal in bytes.
  static let maximumReport = 256

  private var bytes: [UInt8] = []
  private var pasted: [UInt8]?
  /// Whether some of what is pasted is not in it.
  private var isCut = false
  /// What was too long, and is passed over up to its end.
  var skipped: Skipped?

  /// What a terminal sends in a frame.
  enum Skipped: Sendable { case sequence, report }

  /// A decoder at the start.
  public init() {}

  /// Seconds after which what has come is all of a key, if nothing follows it; nil where nothing waits.
  ///
  /// Over a slow line the rest of a sequence comes later, and the next piece of a paste much later: its text must not become
  /// commands.
  public var patience: Double? { pasted != nil ? 2 : bytes.isEmpty && skipped == nil ? nil : 0.08 }

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
    defer { bytes = [] }
    skipped = nil
    if pasted != nil { return [endPaste()] }
    return bytes == [0x1B] ? [.escape] : []
  }

  /// Some bytes were lost: what follows may be the middle of a paste, and is taken for that until it ends.
  public mutating func lose() {
    bytes = []
    skipped = nil
    if pasted == nil { pasted = [] }
    isCut = true
  }

  /// The length of the first key, and the key, nil for what is none; nil where it is not whole yet.
  private mutating func next(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    if pasted != nil { return paste(rest) }
    if let skipped { return skip(skipped, rest) }
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

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// What follows is pasted.
  mutating func beginPaste() { pasted = [] }

  /// Takes what is pasted, up to where it ends.
  private mutating func paste(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let first = rest.first else { return nil }
    if first == 0x1B {
      let sequence = rest.prefix(Self.pasteEnd.count)
      if sequence.elementsEqual(Self.pasteEnd) { return (sequence.count, endPaste()) }
      if sequence.elementsEqual(Self.pasteEnd.prefix(sequence.count)) { return nil }
    }
    if (pasted?.count ?? 0) < Self.maximumPaste { pasted?.append(first) } else { isCut = true }
    return (1, nil)
  }

  private mutating func endPaste() -> Key {
    defer {
      pasted = nil
      isCut = false
    }
    if isCut { return .cutPaste }
    let text = String(decoding: pasted ?? [], as: UTF8.self)
    return .paste(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
  }
}
