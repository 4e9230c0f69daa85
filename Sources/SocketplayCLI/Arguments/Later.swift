/// What the command line contract names and this version does not have: refused by name, never guessed at.
enum Later {
  static let verbs: Set<String> = [
    "id", "peers", "trust", "forget",
  ]

  private static let session: Set<String> = [
    "pair", "code-file",
  ]

  /// The flags of a later version, by verb, without their dashes.
  static let flags: [String: Set<String>] = [
    "host": session, "join": session,
  ]

  static func isFlag(_ name: String, of verb: String) -> Bool { flags[verb]?.contains(name) ?? false }
}
