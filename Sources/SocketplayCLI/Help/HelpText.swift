/// The program's version.
enum Version {
  static let current = "0.1.0"
}

/// Help, made from the table of verbs.
enum HelpText {
  /// The whole program on one page.
  static var overview: String {
    var lines = [
      "usage: socketplay VERB [OPERANDS] [--flags]", "",
      "Two machines on a network exchange preferences, music and texts.", "", "verbs:",
    ]
    lines += columns(Verb.all.map { ("\($0.name) \($0.operands.usage)", $0.summary) })
    lines += ["", "flags of every verb:"] + columns(Verb.commonFlags.map(row))
    lines += [
      "", "socketplay help VERB tells more. An example, on two machines:", "", "  socketplay host --name studio",
      "  socketplay send-file song.mp3 --to studio",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A verb's page.
  static func page(_ verb: Verb) -> String {
    let operands = verb.operands.usage.isEmpty ? "" : " " + verb.operands.usage
    var lines = ["usage: socketplay \(verb.name)\(operands)" + (verb.allFlags.isEmpty ? "" : " [--flags]"), ""]
    lines.append(capitalised(verb.summary) + ".")
    for paragraph in verb.about { lines += ["", wrapped(paragraph, indent: 0)] }
    lines += ["", "flags:"] + columns(verb.allFlags.map(row))
    lines += ["", verb.example.count == 1 ? "example:" : "examples:"] + verb.example.map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ flag: Flag) -> (String, String) {
    let short = flag.short.map { "-\($0), " } ?? "    "
    let spelling =
      switch flag.value {
      case .none: flag.spelling
      case .required(let placeholder, _): "\(flag.spelling) \(placeholder)"
      case .optional(let placeholder): "\(flag.spelling)[=\(placeholder)]"
      }
    return (short + spelling, flag.help + (flag.isRepeatable ? " (may be repeated)" : ""))
  }

  /// Two columns, the second wrapped at 80.
  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = (rows.map(\.0.count).max() ?? 0) + 4
    return rows.map { left, right in
      let padding = String(repeating: " ", count: width - 2 - left.count)
      return "  " + left + padding + wrapped(right, indent: width)
    }
  }

  /// `text` in lines of at most 80 columns; those after the first are indented, and the first has that much less room.
  private static func wrapped(_ text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !line.isEmpty, indent + line.count + 1 + word.count > 80 {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
