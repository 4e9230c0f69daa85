/// Completion scripts, made from the table of verbs.
enum Completion {
  /// The script of a shell; nil for a shell that has none here.
  static func script(_ shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// The words that complete a verb's operand.
  static func words(_ verb: Verb) -> [String]? {
    guard case .words(let words) = verb.operands.completes else { return nil }
    return verb.name == Verb.help.name ? Verb.all.map(\.name) : words
  }

  /// The verbs whose first operand is a word, with those words; `help` takes such a pair too.
  static var verbsWithWords: [(verb: String, words: [String])] {
    Verb.all.compactMap { verb in
      guard verb.name != Verb.help.name, let words = words(verb) else { return nil }
      return (verb.name, words)
    }
  }

  /// `text` as a shell takes it in single quotes.
  static func quote(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
