extension NameRules {
  /// The longest name a file system takes, in bytes.
  static let fileSystemBytes = 255

  /// The name to try where `name` is taken: `song (2).mp3` for number 2.
  ///
  /// It fits a file system: what stands before the extension is cut where need be.
  public static func numbered(_ name: String, _ number: Int) -> String {
    shortened(name, suffix: " (\(number))", to: fileSystemBytes)
  }

  /// What stands before the extension, and the extension with its dot (empty where there is none).
  ///
  /// A dot at the start begins no extension, nor does one that is followed by nothing or by more than any extension has.
  static func splitExtension(_ name: String) -> (stem: Substring, extension: Substring) {
    let longest = 32
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex,
      name[dot...].utf8.count <= longest
    else { return (name[...], "") }
    return (name[..<dot], name[dot...])
  }

  /// The stem, cut at a character so that all of it fits `limit` bytes, then `suffix`, then the extension.
  static func shortened(_ name: String, suffix: String, to limit: Int) -> String {
    let (stem, ending) = splitExtension(name)
    let room = limit - suffix.utf8.count - ending.utf8.count
    return fitting(stem, room) + suffix + ending
  }

  private static func fitting(_ text: Substring, _ room: Int) -> String {
    if text.utf8.count <= room { return String(text) }
    var result = ""
    for character in text {
      if result.utf8.count + character.utf8.count > room { break }
      result.append(character)
    }
    if !result.isEmpty { return result }
    // One character of many marks is longer than all there is room for: cut between its scalars.
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      count += UTF8.width(scalar)
      if count > room { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
