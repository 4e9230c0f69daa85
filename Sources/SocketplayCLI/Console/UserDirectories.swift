/// Reads `user-dirs.dirs`, the file that xdg-user-dirs keeps: shell assignments of a simple form.
enum UserDirectories {
  /// The value of `XDG_DOWNLOAD_DIR="$HOME/..."` or `="/..."`, the last one there; nil for any other form.
  static func downloads(in bytes: [UInt8], home: String) -> String? {
    var found: String?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
      guard text.hasPrefix("XDG_DOWNLOAD_DIR=") else { continue }
      if let value = quotedValue(text.dropFirst("XDG_DOWNLOAD_DIR=".count)), let path = path(value, home: home) {
        found = path
      }
    }
    return found
  }

  /// What stands between the double quotes, `\x` taken as `x`.
  private static func quotedValue(_ text: Substring) -> String? {
    guard text.first == "\"" else { return nil }
    var value = ""
    var isEscaped = false
    for character in text.dropFirst() {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return value
      } else {
        value.append(character)
      }
    }
    return nil
  }

  private static func path(_ value: String, home: String) -> String? {
    if value == "$HOME" || value.hasPrefix("$HOME/") {
      return AbsolutePath.of(home + value.dropFirst("$HOME".count), in: "/")
    }
    return value.hasPrefix("/") ? AbsolutePath.of(value, in: "/") : nil
  }
}
