/// A verb of the command line: its operands, its flags, its help.
struct Verb: Sendable {
  /// What stands after the verb and is no flag.
  struct Operands: Sendable {
    /// As usage shows them: `[NAME]`, `PATH...`.
    var usage: String
    var count: ClosedRange<Int>
    var completes: Flag.Completes

    static let none = Operands(usage: "", count: 0...0, completes: .nothing)
  }

  var name: String
  /// One line for the list of verbs.
  var summary: String
  var operands = Operands.none
  /// Its own flags; the common ones come with them.
  var flags: [Flag]
  /// Paragraphs for `--help`.
  var about: [String] = []
  /// A worked example: lines to type, and `#` remarks.
  var example: [String]

  /// What every verb takes.
  static let commonFlags: [Flag] = [.json, .quiet, .verbose, .help]

  /// Every flag it takes.
  var allFlags: [Flag] { flags + Self.commonFlags }
}
