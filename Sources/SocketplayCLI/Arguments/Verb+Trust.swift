/// The verbs about who is known to whom.
extension Verb {
  static let id = Verb(
    name: "id", summary: "print this user's id", flags: [],
    about: [
      "What another machine needs for socketplay trust. It is no secret; the key behind it never leaves this one."
    ],
    example: ["socketplay id", "# sha256:3f1c…"])

  static let listPeers = Verb(
    name: "peers", summary: "list the known peers", flags: [], example: ["socketplay peers --json | jq -r .name"])

  static let trust = Verb(
    name: "trust", summary: "make a peer known by its id",
    operands: Operands(usage: "PETNAME ID", count: 2...2, completes: .nothing), flags: [.may],
    about: [
      """
      For machines without people: run it on both, each with the id that socketplay id prints on the other. PETNAME is what the
      peer is called here: 1 to 32 of A-Z a-z 0-9 . _ -, not beginning with . or -.
      """
    ],
    example: ["socketplay trust studio sha256:3f1c… --may files"])

  static let forget = Verb(
    name: "forget", summary: "forget a known peer",
    operands: Operands(usage: "PETNAME", count: 1...1, completes: .nothing), flags: [],
    about: ["Connections with it end at once, and the next one is refused."], example: ["socketplay forget studio"])
}
