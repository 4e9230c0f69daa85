/// What a peer may call a file or folder here.
///
/// A name is refused, not repaired: a repaired one would say something its sender did not. Two things are mild and mended:
/// a leading `-` or `.`, and, for peers that cannot be told, a name that is too long.
public enum NameRules {
  /// Why a name or path is refused.
  public enum Refusal: Error, Sendable, Hashable {
    /// Nothing, or nothing between two slashes.
    case empty
    /// `.` or `..`.
    case dots
    /// A slash in what must be one component.
    case separator
    /// A character that no terminal should see: C0, DEL, C1, U+FEFF.
    case control
    /// A character that turns the direction of text: U+202A to U+202E, U+2066 to U+2069.
    case direction
    /// More than `maximumBytes` bytes.
    case tooLong
    /// More components than were allowed.
    case tooDeep
  }

  /// What becomes of a name that is too long.
  public enum LongNames: Sendable, Hashable {
    /// It is refused; the peer is told and can choose another.
    case refused
    /// It is shortened before its extension; the peer could not be told.
    case shortened
  }

  /// The longest name taken from a peer, in bytes of UTF-8: file systems take 255, and a number or `.part` must fit too.
  public static let maximumBytes = 200

  /// The name under which a peer's file or folder may stand in the receive folder itself.
  public static func top(_ name: String, longNames: LongNames) throws(Refusal) -> String {
    let name = try component(name, longNames: longNames)
    // Neither an option to some command nor hidden from the user.
    return name.utf8.first == UInt8(ascii: "-") || name.utf8.first == UInt8(ascii: ".") ? "_" + name : name
  }

  /// The name under which a peer's file or folder may stand inside a folder it sent: one that begins with `.` is kept.
  public static func component(_ name: String, longNames: LongNames) throws(Refusal) -> String {
    if name.isEmpty { throw .empty }
    // Scalars, not characters: a slash that carries a combining mark is a slash still.
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x2f: throw .separator
      case 0x00...0x1f, 0x7f...0x9f, 0xfeff: throw .control
      case 0x202a...0x202e, 0x2066...0x2069: throw .direction
      default: break
      }
    }
    if name == "." || name == ".." { throw .dots }
    if name.utf8.count <= maximumBytes { return name }
    switch longNames {
    case .refused: throw .tooLong
    case .shortened: return shortened(name, suffix: "", to: maximumBytes)
    }
  }

  /// The components of a relative path `a/b/c` as they may stand in the receive folder.
  ///
  /// - Parameter maximumDepth: how many components there may be: each costs an open directory on the way.
  public static func path(_ path: String, maximumDepth: Int, longNames: LongNames) throws(Refusal) -> [String] {
    var components: [String] = []
    var rest = path.unicodeScalars[...]
    while true {
      if components.count == maximumDepth { throw .tooDeep }
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      let name = String(rest[..<end])
      components.append(
        components.isEmpty ? try top(name, longNames: longNames) : try component(name, longNames: longNames))
      if end == rest.endIndex { return components }
      rest = rest[rest.index(after: end)...]
    }
  }
}
