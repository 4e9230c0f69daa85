/// What this machine's user calls a peer: 1 to 32 of `A-Z a-z 0-9 . _ -`, the first neither `-` nor `.`.
///
/// It is local: no peer can take another's, or change its own. It stands in files, tables and terminals as it is.
public struct Petname: Sendable, Hashable, Comparable {
  /// The longest name, in bytes.
  public static let maximumLength = 32

  /// The name.
  public let text: String

  /// A name of exactly that form; nil for any other.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard (1...Self.maximumLength).contains(bytes.count), bytes.allSatisfy(Self.allows) else { return nil }
    guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else { return nil }
    self.text = text
  }

  /// The name made of anything: each character outside the set becomes `-`, what may not stand first is left out, the rest
  /// is cut to 32; `peer` where nothing is left.
  public init(madeFrom name: String) {
    let replaced = name.prefix(4 * Self.maximumLength).map { character -> UInt8 in
      guard let byte = character.asciiValue, character.utf8.count == 1, Self.allows(byte) else {
        return UInt8(ascii: "-")
      }
      return byte
    }
    let kept = replaced.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }.prefix(Self.maximumLength)
    text = kept.isEmpty ? "peer" : String(decoding: kept, as: UTF8.self)
  }

  /// This name, or where it is taken the first free one of `name-2`, `name-3` and so on, cut to fit.
  public func unique(isTaken: (Petname) -> Bool) -> Petname {
    var candidate = self
    var number = 2
    while isTaken(candidate) {
      let suffix = "-\(number)"
      candidate = Petname(checked: String(text.prefix(Self.maximumLength - suffix.utf8.count)) + suffix)
      number += 1
    }
    return candidate
  }

  private init(checked text: String) { self.text = text }

  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether the left one comes first in a list.
  public static func < (left: Petname, right: Petname) -> Bool { left.text < right.text }
}

extension Petname: CustomStringConvertible {
  /// The name.
  public var description: String { text }
}
