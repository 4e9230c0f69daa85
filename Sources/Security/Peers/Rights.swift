/// What a known peer may send beyond texts.
public struct Rights: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Rights of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Preferences, and questions about them.
  public static let preferences = Rights(rawValue: 1)
  /// Files and folders.
  public static let files = Rights(rawValue: 2)
  /// Both: what pairing gives.
  public static let all: Rights = [.preferences, .files]

  /// Reads `prefs`, `files`, `prefs,files` (in either order) or `none`; nil for anything else.
  public init?(_ text: String) {
    if text == "none" {
      self = []
      return
    }
    var rights: Rights = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let right: Rights? = word == "prefs" ? .preferences : word == "files" ? .files : nil
      guard let right, !rights.contains(right) else { return nil }
      rights.insert(right)
    }
    self = rights
  }
}

extension Rights: CustomStringConvertible {
  /// `prefs,files`, `prefs`, `files` or `none`.
  public var description: String {
    let words = (contains(.preferences) ? ["prefs"] : []) + (contains(.files) ? ["files"] : [])
    return words.isEmpty ? "none" : words.joined(separator: ",")
  }
}
