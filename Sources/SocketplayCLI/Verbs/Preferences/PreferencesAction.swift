import KeyedArchive
import SessionCore

/// What a `prefs` command line asks for.
enum PreferencesAction: Sendable, Equatable {
  case list(PreferencePath?, isDeep: Bool)
  case get(PreferencePath)
  case type(PreferencePath)
  case find(String)
  case set(PreferencePath, PreferenceLiteral)
  case unset([PreferencePath])
  case export(String)
  case `import`(String)
  case log
  case pull
  case diff(String?)
  case push
  case edit
  case watch
  case undo(Int)
  /// No word: the full-screen editor.
  case browse

  /// The words that stand for them, in the order of help.
  static let words = [
    "ls", "get", "type", "find", "set", "unset", "pull", "diff", "push", "edit", "export", "import", "log", "undo",
    "watch",
  ]
}

/// A value as it was typed, and the type it is to have.
struct PreferenceLiteral: Sendable, Equatable {
  var text: String
  /// Nil for the type that the key has.
  var kind: Kind?

  /// The types that a flag can name.
  enum Kind: Sendable, Equatable, CaseIterable { case bool, int, real, string, date, data, json }
}

extension PreferencesAction {
  /// What the operands and flags of `prefs` ask for.
  init(_ parsed: Parsed) throws(UsageError) {
    guard let word = parsed.operands.first else { self = .browse; return }
    let rest = Array(parsed.operands.dropFirst())
    switch word {
    case "ls":
      try Self.expect(rest, 0...1, "ls [KEY]")
      self = .list(try rest.first.map(Self.path), isDeep: parsed.has(.recursive))
    case "get":
      try Self.expect(rest, 1...1, "get KEY")
      self = .get(try Self.path(rest[0]))
    case "type":
      try Self.expect(rest, 1...1, "type KEY")
      self = .type(try Self.path(rest[0]))
    case "find":
      try Self.expect(rest, 1...1, "find TEXT")
      if rest[0].isEmpty { throw UsageError("TEXT is empty") }
      self = .find(rest[0])
    case "set":
      try Self.expect(rest, 2...2, "set KEY VALUE")
      self = .set(try Self.newPath(rest[0]), PreferenceLiteral(text: rest[1], kind: try Self.kind(parsed)))
    case "unset":
      try Self.expect(rest, 1...1_000, "unset KEY...")
      self = .unset(try rest.map(Self.path))
    case "export":
      try Self.expect(rest, 1...1, "export FILE")
      self = .export(rest[0])
    case "import":
      try Self.expect(rest, 1...1, "import FILE")
      self = .import(rest[0])
    case "pull", "push", "edit", "watch":
      try Self.expect(rest, 0...0, word)
      self = word == "pull" ? .pull : word == "push" ? .push : word == "edit" ? .edit : .watch
    case "diff":
      try Self.expect(rest, 0...1, "diff [FILE]")
      self = .diff(rest.first)
    case "log":
      try Self.expect(rest, 0...0, "log")
      self = .log
    case "undo":
      try Self.expect(rest, 0...1, "undo [N]")
      guard let count = rest.first else { self = .undo(1); return }
      guard let number = Int(count), (1...History.maximumEntries).contains(number) else {
        throw UsageError("undo takes how many changes to take back, not \(quoted(count))", hint: "socketplay prefs log")
      }
      self = .undo(number)
    default:
      let nearest = Nearest.to(word, among: Self.words).map { "did you mean: socketplay prefs \($0)" }
      throw UsageError("unknown word of prefs \(quoted(word))", hint: nearest ?? "socketplay help prefs")
    }
  }

  private static func expect(_ rest: [String], _ count: ClosedRange<Int>, _ usage: String) throws(UsageError) {
    if count.contains(rest.count) { return }
    let problem = rest.count < count.lowerBound ? "an operand is missing" : "there are too many operands"
    throw UsageError("\(problem)", hint: "socketplay prefs \(usage)")
  }

  private static func path(_ text: String) throws(UsageError) -> PreferencePath {
    // A variable that is empty by mistake must not name a key.
    if text.isEmpty { throw UsageError("KEY is empty", hint: #"the key without a name is \u{}"#) }
    if text == PreferencesText.emptyKey { return PreferencePath(key: "") }
    guard let path = PreferencePath(text: text) else {
      throw UsageError(
        "\(quoted(text)) is no key path", hint: #"a dot in a key is \., a backslash \\, a character \u{1F600}"#)
    }
    return path
  }

  /// A path that something is set at: a dot too many must not make a key without a name.
  private static func newPath(_ text: String) throws(UsageError) -> PreferencePath {
    let path = try path(text)
    if path.components.contains(""), text != PreferencesText.emptyKey {
      throw UsageError(
        "\(quoted(text)) has a key without a name in it", hint: #"a dot in a key is \., and prefs edit sets any key"#)
    }
    return path
  }

  /// The type that a flag names.
  ///
  /// `--json` is one only where it stands alone: beside another it asks for JSON output.
  private static func kind(_ parsed: Parsed) throws(UsageError) -> PreferenceLiteral.Kind? {
    let flags: [(Flag, PreferenceLiteral.Kind)] = [
      (.int, .int), (.real, .real), (.bool, .bool), (.string, .string), (.date, .date), (.data, .data),
    ]
    let given = flags.filter { parsed.has($0.0) }
    if given.count > 1 { throw UsageError("\(given[0].0.spelling) and \(given[1].0.spelling) exclude each other") }
    return given.first?.1 ?? (parsed.has(.json) ? .json : nil)
  }
}
