/// What a member of a room may be called.
///
/// A nick is refused, not repaired; one that is in use gets a number, which is the room's to say.
public enum Nick {
  /// Why a nick is refused.
  public enum Refusal: String, Error, Sendable, Hashable {
    case empty
    case tooLong = "too-long"
    /// A control character, or one that turns the direction of text, or a blank at an end.
    case character
    /// `:`, which ends a nick in the oldest of the protocols that meet in a room.
    case colon
    /// `msg` and `user` are commands there; a nick that begins with `/` would be one here.
    case command
  }

  /// The longest nick, in bytes of UTF-8: three lines of them still fit on a terminal.
  public static let maximumBytes = 64

  /// Checks a nick that somebody wishes.
  public static func check(_ nick: String) throws(Refusal) {
    if nick.isEmpty { throw .empty }
    if nick.utf8.count > maximumBytes { throw .tooLong }
    for scalar in nick.unicodeScalars {
      switch scalar.value {
      case 0x3a: throw .colon
      case 0..<0x20, 0x7f...0xa0, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028...0x202f, 0x2060...0x206f, 0xfeff:
        throw .character
      default: break
      }
    }
    if nick.first == " " || nick.last == " " { throw .character }
    if nick.first == "/" || ["msg", "user"].contains(nick.lowercased()) { throw .command }
  }

  /// What two nicks must not share: composed or decomposed, in capitals or not, they look the same.
  public static func key(_ nick: String) -> String { nick.lowercased() }

  /// The nick with a number behind it, cut so that it stays within bounds.
  public static func numbered(_ nick: String, _ number: Int) -> String {
    let suffix = "-\(number)"
    var stem = nick
    while stem.utf8.count + suffix.utf8.count > maximumBytes { stem.removeLast() }
    return stem + suffix
  }
}
