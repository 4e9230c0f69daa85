import KeyedArchive

/// Where a value stands in preferences: the keys, and positions in arrays, that lead to it.
///
/// As text the components are joined by dots; a dot in a key is `\.`, a backslash `\\`. `\u{A}` is the character of that
/// number, so a path that was made printable can be typed again.
public struct PreferencePath: Sendable {
  /// How deep a path leads: no settings are nested so deep, and whoever walks one may recurse.
  public static let maximumComponents = 128

  /// The keys from the top down, at least one; in an array the position from 0, in decimal digits.
  public let components: [String]

  /// The path of these components; nil where there are none, or more than `maximumComponents`.
  public init?(_ components: [String]) {
    guard (1...Self.maximumComponents).contains(components.count) else { return nil }
    self.components = components
  }

  /// The path to a key of the top.
  public init(key: String) {
    components = [key]
  }

  /// The path that `text` names; nil for a backslash before anything but a dot, a backslash or `u{…}`, and beyond
  /// `maximumComponents`.
  public init?(text: String) {
    var components: [String] = []
    var current = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case ".":
        components.append(String(current))
        guard components.count < Self.maximumComponents else { return nil }
        current = String.UnicodeScalarView()
      case "\\":
        guard let escaped = Self.escaped(&rest) else { return nil }
        current.append(escaped)
      default:
        current.append(scalar)
      }
    }
    self.init(components + [String(current)])
  }

  /// The scalar that an escape stands for, the backslash taken.
  private static func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case ".": return "."
    case "\\": return "\\"
    case "u":
      guard rest.popFirst() == "{", let end = rest.prefix(9).firstIndex(of: "}"),
        let number = UInt32(String(rest[..<end]), radix: 16)
      else { return nil }
      rest = rest[rest.index(after: end)...]
      return Unicode.Scalar(number)
    default: return nil
    }
  }

  /// The path as text, which reads back as the same path.
  public var text: String {
    components.map(Self.escaped).joined(separator: ".")
  }

  private static func escaped(_ key: String) -> String {
    // Most keys need no escape, and there may be a hundred thousand.
    guard key.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "\\") }) else { return key }
    var text = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      if scalar == "." || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    return String(text)
  }

  /// The path to what this one's value stands in; nil for the top.
  public var parent: PreferencePath? { PreferencePath(components.dropLast()) }

  /// The path to `component` below this one; nil beyond `maximumComponents`.
  public func appending(_ component: String) -> PreferencePath? {
    PreferencePath(components + [component])
  }
}

extension PreferencePath: Hashable {
  /// Whether both lead through the same code units: a composed and a decomposed é differ, as in property lists.
  public static func == (left: Self, right: Self) -> Bool {
    left.components.count == right.components.count
      && zip(left.components, right.components).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    for component in components {
      for byte in component.utf8 { hasher.combine(byte) }
      hasher.combine(0xFF as UInt8)
    }
  }
}

extension PreferencePath {
  /// Whether it may lead to an element of an array: its last component is a position.
  public var namesPosition: Bool { components.last.map { PropertyList.position($0) != nil } ?? false }

  /// Whether what it leads to comes behind another's in an array, or is part of that.
  public func isBehind(_ other: PreferencePath) -> Bool {
    for (mine, its) in zip(components, other.components) where mine != its {
      guard let position = PropertyList.position(mine), let another = PropertyList.position(its) else {
        return mine > its
      }
      return position > another
    }
    return components.count > other.components.count
  }
}
