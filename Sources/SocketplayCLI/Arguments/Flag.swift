/// A flag of the command line: the one description that parsing, help and completion are made from.
struct Flag: Sendable, Hashable {
  /// What a flag's value is, for completion.
  enum Completes: Sendable, Hashable { case nothing, files, directories, interfaces, words([String]) }

  /// Whether a value follows.
  enum Value: Sendable, Hashable {
    case none
    /// `--flag=VALUE` or `--flag VALUE`; the placeholder of help, and what completes it.
    case required(String, Completes)
    /// `--flag` or `--flag=VALUE`.
    case optional(String)
  }

  /// Without its dashes.
  let name: String
  let short: Character?
  let value: Value
  let help: String
  /// Whether it may be given several times; else the last one holds.
  let isRepeatable: Bool

  init(
    _ name: String, short: Character? = nil, value: Value = .none, repeatable: Bool = false, _ help: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.help = help
    self.isRepeatable = repeatable
  }

  /// As it is typed.
  var spelling: String { "--" + name }
}
