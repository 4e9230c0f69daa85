import KeyedArchive

/// A text that is searched, whatever its case.
public struct Search: Sendable, Equatable {
  /// The text as it was typed.
  public let text: String
  /// Lowercase.
  private let wanted: [UInt8]
  private let isASCII: Bool

  /// A search for `text`; nil where it is empty.
  public init?(_ text: String) {
    if text.isEmpty { return nil }
    self.text = text
    wanted = Array(text.lowercased().utf8)
    isASCII = wanted.allSatisfy { $0 < 0x80 }
  }

  /// Whether `text` contains it.
  public func matches(_ text: String) -> Bool {
    guard isASCII else { return text.lowercased().utf8.contains(wanted) }
    // A hundred thousand keys are looked through at each key that is typed: no copy, and letters folded in place.
    let found = text.utf8.withContiguousStorageIfAvailable { contains($0) }
    return found ?? contains(Array(text.utf8))
  }

  /// Whether the text of a value contains it; containers and data have none.
  func matches(_ value: PropertyList) -> Bool {
    switch value {
    case .string(let text): matches(text)
    case .integer(let number): matches(number.description)
    case .real(let number): matches(number.description)
    case .real32(let number): matches(number.description)
    case .bool(let flag): matches(flag ? "true" : "false")
    case .null, .date, .data, .uid, .array, .set, .dictionary: false
    }
  }

  private func contains(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    let first = wanted[0]
    var start = bytes.startIndex
    var left = bytes.count
    while left >= wanted.count {
      if Self.lowercase(bytes[start]) == first {
        if zip(bytes[start...], wanted).allSatisfy({ Self.lowercase($0) == $1 }) { return true }
      }
      bytes.formIndex(after: &start)
      left -= 1
    }
    return false
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
