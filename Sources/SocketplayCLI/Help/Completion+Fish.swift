extension Completion {
  static var fish: String {
    var lines = ["# fish completion of socketplay", "complete -c socketplay -f"]
    let noVerb = "__fish_use_subcommand"
    lines.append("complete -c socketplay -n \(noVerb) -s h -l help -d 'show help'")
    lines.append("complete -c socketplay -n \(noVerb) -s V -l version -d 'show the version'")
    for verb in Verb.all {
      lines.append("complete -c socketplay -n \(noVerb) -a \(verb.name) -d \(fishQuote(verb.summary))")
    }
    for verb in Verb.all {
      let condition = "__fish_seen_subcommand_from \(verb.name)"
      let seen = "complete -c socketplay -n '\(condition)'"
      for flag in verb.allFlags { lines.append("\(seen) \(fishFlag(flag))") }
      let operand = words(verb).map { fishAction(.words($0)) } ?? fishAction(verb.operands.completes)
      if operand.isEmpty { continue }
      // Behind a verb, help takes that verb's words, which are seen by its name.
      let isHelp = verb.name == Verb.help.name
      let first = "complete -c socketplay -n '\(condition); and test (count (commandline -opc)) -lt 3'"
      lines.append("\(isHelp ? first : seen) \(operand)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishFlag(_ flag: Flag) -> String {
    let short = flag.short.map { "-s \($0) " } ?? ""
    let name = "\(short)-l \(flag.name) -d \(fishQuote(flag.help))"
    guard case .required(_, let completes) = flag.value else { return name }
    let action = fishAction(completes)
    return name + " -r" + (action.isEmpty ? "" : " " + action)
  }

  private static func fishAction(_ completes: Flag.Completes) -> String {
    switch completes {
    case .nothing: ""
    case .files: "-F"
    case .directories: "-a '(__fish_complete_directories)'"
    case .interfaces: "-a '(command ls /sys/class/net 2>/dev/null)'"
    case .words(let words): "-a \(fishQuote(words.joined(separator: " ")))"
    }
  }

  /// Text in fish's single quotes, in which a backslash escapes itself and the quote.
  private static func fishQuote(_ text: String) -> String {
    let escaped = text.reduce(into: "") { escaped, character in
      if "'\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return "'\(escaped)'"
  }
}
