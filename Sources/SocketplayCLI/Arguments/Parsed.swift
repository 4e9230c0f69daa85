/// A verb with its flags and operands, as they were typed.
struct Parsed: Sendable {
  let verb: Verb
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  init(verb: Verb) { self.verb = verb }

  /// Whether the flag was given.
  func has(_ flag: Flag) -> Bool { values[flag.name] != nil }

  /// The flag's last value; nil where it was not given, or without one.
  subscript(_ flag: Flag) -> String? { values[flag.name]?.last }

  /// Every value of a flag that may be repeated, in order.
  func all(_ flag: Flag) -> [String] { values[flag.name] ?? [] }

  mutating func add(_ flag: Flag, _ value: String?) {
    values[flag.name, default: []] += value.map { [$0] } ?? []
  }

  mutating func add(operand: String) { operands.append(operand) }
}

/// What a command line asks for.
enum Request: Sendable {
  case run(Parsed)
  /// Help on a verb; nil for the whole.
  case help(Verb?)
  /// The version; one object where it is wanted so.
  case version(json: Bool)
}
