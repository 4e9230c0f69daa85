/// A pattern for file names as shells have it: `*` any run of characters, `?` any one, `[a-z]` and `[!a-z]` one of a set.
///
/// It is compared with a base name, and the case of ASCII letters does not matter: what one machine calls `a.mp3` another
/// calls `A.MP3`. A `[` that is never closed stands for itself.
public struct Glob: Sendable, Equatable {
  /// Each part, in order.
  private enum Part: Equatable {
    case any
    case one
    case scalar(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], isNegated: Bool)
  }

  /// The pattern as it was written.
  public let pattern: String
  private let parts: [Part]

  /// A pattern.
  public init(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    var rest = Array(pattern.unicodeScalars.map(Self.folded))[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*":
        // Two of them are one, so that a pattern of nothing but stars costs no more.
        if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      case "[":
        if let set = Self.takeSet(&rest) { parts.append(set) } else { parts.append(.scalar(scalar)) }
      default: parts.append(.scalar(scalar))
      }
    }
    self.parts = parts
  }

  /// Whether a name fits; at most its length times the pattern's steps.
  public func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars.map(Self.folded))
    var (position, part) = (0, 0)
    // Where to go on when what follows the last star does not fit: the star takes one more.
    var star: (position: Int, part: Int)?
    while position < name.count {
      if part < parts.count, parts[part] == .any {
        star = (position, part + 1)
        part += 1
      } else if part < parts.count, Self.fits(name[position], parts[part]) {
        position += 1
        part += 1
      } else if let back = star {
        star = (back.position + 1, back.part)
        (position, part) = (back.position + 1, back.part)
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }

  private static func fits(_ scalar: Unicode.Scalar, _ part: Part) -> Bool {
    switch part {
    case .any, .one: true
    case .scalar(let wanted): scalar == wanted
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
    }
  }

  /// What stands between `[` and `]`; nil, and nothing taken, where it is not closed.
  private static func takeSet(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var content = rest
    let isNegated = content.first == "!" || content.first == "^"
    if isNegated { content.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    // A `]` at the start is one of the set.
    var isFirst = true
    while let scalar = content.popFirst() {
      if scalar == "]", !isFirst {
        rest = content
        return .set(ranges, isNegated: isNegated)
      }
      isFirst = false
      if content.first == "-", let upper = content.dropFirst().first, upper != "]" {
        content = content.dropFirst(2)
        if scalar <= upper { ranges.append(scalar...upper) }
      } else {
        ranges.append(scalar...scalar)
      }
    }
    return nil
  }

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard ("A"..."Z").contains(scalar) else { return scalar }
    return Unicode.Scalar(UInt8(scalar.value) + 32)
  }
}
