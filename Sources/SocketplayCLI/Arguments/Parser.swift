/// Reads a command line by the table of verbs and flags.
struct Parser {
  private var rest: ArraySlice<String>
  private var flagsEnded = false

  /// Whether objects are wanted, wherever the flag stands.
  private let json: Bool

  private init(_ arguments: [String]) {
    rest = arguments[...]
    json = arguments.prefix { $0 != "--" }.contains(Flag.json.spelling)
  }

  /// What `arguments` (without the program's name) ask for.
  static func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var parser = Parser(arguments)
    return try parser.request()
  }

  private mutating func request() throws(UsageError) -> Request {
    var before: [Flag] = []
    while let word = rest.first, word.hasPrefix("-"), word != "-" {
      rest.removeFirst()
      let flags = Verb.commonFlags + [.version]
      guard word != "--", let flag = Self.flag(word, among: flags) else {
        throw Self.unknown(flag: word, among: flags, verb: nil)
      }
      if flag == .help { return .help(nil) }
      if flag == .version { return .version(json: json) }
      before.append(flag)
    }
    guard let name = rest.popFirst() else {
      throw UsageError("no verb given", hint: "socketplay help")
    }
    var parsed = Parsed(verb: try Self.verb(name))
    for flag in before where parsed.verb.allFlags.contains(flag) { parsed.add(flag, nil) }
    return try words(into: &parsed)
  }

  private mutating func words(into parsed: inout Parsed) throws(UsageError) -> Request {
    while let word = rest.popFirst() {
      if flagsEnded || word == "-" || !word.hasPrefix("-") || Self.isNumber(word) {
        parsed.add(operand: word)
      } else if word == "--" {
        flagsEnded = true
      } else if try take(flag: word, into: &parsed) == .help {
        return .help(parsed.verb)
      }
    }
    try Self.check(parsed)
    if parsed.verb.name == Verb.version.name { return .version(json: json) }
    guard parsed.verb.name == Verb.help.name else { return .run(parsed) }
    guard let name = parsed.operands.first else { return .help(nil) }
    let verb = try Self.verb(name)
    if parsed.operands.count > 1 { try Self.check(word: parsed.operands[1], of: verb) }
    return .help(verb)
  }

  /// Refuses a word that the verb does not take as its first, whose help is asked for.
  private static func check(word: String, of verb: Verb) throws(UsageError) {
    let command = "socketplay help \(verb.name)"
    guard case .words(let words) = verb.operands.completes, !words.isEmpty else {
      throw UsageError("\(verb.name) has no help on single words, so not on \(quoted(word))", hint: command)
    }
    if words.contains(word) { return }
    let nearest = Nearest.to(word, among: words)
    throw UsageError(
      "unknown word \(quoted(word)) for \(verb.name)", hint: nearest.map { "did you mean \(command) \($0)?" } ?? command
    )
  }

  /// Whether a word is a number below zero, which no flag looks like.
  private static func isNumber(_ word: String) -> Bool {
    word.utf8.dropFirst().first?.isDigit ?? false
  }

  private mutating func take(flag word: String, into parsed: inout Parsed) throws(UsageError) -> Flag {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let spelling = String(parts[0])
    let value = parts.count == 2 ? String(parts[1]) : nil
    guard let flag = Self.flag(spelling, among: parsed.verb.allFlags) else {
      throw Self.unknown(flag: spelling, among: parsed.verb.allFlags, verb: parsed.verb)
    }
    switch flag.value {
    case .none:
      if value != nil { throw UsageError("\(flag.spelling) takes no value") }
      parsed.add(flag, nil)
    case .optional:
      parsed.add(flag, value)
    case .required(let placeholder, _):
      if let value {
        parsed.add(flag, value)
      } else if let next = rest.first, !next.hasPrefix("--") {
        rest.removeFirst()
        parsed.add(flag, next)
      } else {
        throw UsageError("\(flag.spelling) needs a value", hint: "\(flag.spelling)=\(placeholder)")
      }
    }
    return flag
  }

  /// The verb of that name, or why there is none.
  static func verb(_ name: String) throws(UsageError) -> Verb {
    if let verb = Verb.named(name) { return verb }
    let shown = quoted(name)
    let nearest = Nearest.to(name, among: Verb.all.map(\.name))
    throw UsageError("unknown verb \(shown)", hint: nearest.map { "did you mean \($0)?" } ?? "socketplay help")
  }

  private static func flag(_ spelling: String, among flags: [Flag]) -> Flag? {
    flags.first { $0.spelling == spelling || $0.short.map { "-\($0)" } == spelling }
  }

  private static func unknown(flag spelling: String, among flags: [Flag], verb: Verb?) -> UsageError {
    let name = String(spelling.drop { $0 == "-" })
    let shown = quoted(spelling)
    let command = verb.map { "socketplay help \($0.name)" } ?? "socketplay help"
    let nearest = Nearest.to(name, among: flags.map(\.name)).map { "did you mean --\($0)?" }
    let operand = verb.map { $0.operands.count.upperBound > 0 } ?? false
    return UsageError(
      "unknown flag \(shown)" + (verb.map { " for \($0.name)" } ?? ""),
      hint: nearest ?? (operand ? "\(command), or -- before a word that begins with a dash" : command))
  }

  private static func check(_ parsed: Parsed) throws(UsageError) {
    let operands = parsed.verb.operands
    let usage = "socketplay \(parsed.verb.name) \(operands.usage)"
    if parsed.operands.count < operands.count.lowerBound {
      throw UsageError("\(parsed.verb.name) needs \(operands.usage)", hint: "socketplay help \(parsed.verb.name)")
    }
    if parsed.operands.count > operands.count.upperBound {
      let extra = parsed.operands[operands.count.upperBound]
      if parsed.verb.name == Verb.say.name {
        throw UsageError("the text is several words: \(quoted(extra)) is one too many", hint: "put it in quotes")
      }
      throw UsageError("unexpected operand \(quoted(extra))", hint: operands.usage.isEmpty ? nil : usage)
    }
  }
}
