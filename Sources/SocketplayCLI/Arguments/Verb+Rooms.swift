extension Verb {
  /// Flags of `room host` alone.
  static let roomHostFlags: [Flag] = [
    .name, .port, .bind, .interface, .noAdvertise, .allowPlain, .listen, .history, .words,
  ]
  /// Flags of `room join` alone.
  static let roomJoinFlags: [Flag] = [.address, .timeout, .noReconnect, .plain, .lines]

  static let room = Verb(
    name: "room", summary: "host or join a room to talk, draw and play",
    operands: Operands(usage: "host|join [NAME]", count: 1...2, completes: .words(["host", "join"])),
    flags: [.nick, .pair, .codeFile] + roomHostFlags + roomJoinFlags + [.directory],
    about: [
      """
      room host opens a room and advertises _deng-room._tcp; its own user is the operator, called host unless --nick NICK
      says otherwise. room join --nick NICK finds the room of that NAME, or the only one there is, and comes back by itself after a lost connection.
      """,
      """
      What is typed, on a terminal or not, goes to all; and /msg NICK TEXT, /picture FILE, /stream FILE, /draw FILE,
      /erase, /undo, /clear, /game start [ROUNDS], /game stop|hint|skip|scores, /save FILE, /who, /quit, and for the
      operator /kick NICK. A text that begins with / is typed with //.
      """,
      """
      On a terminal room join shows the canvas beside the talk, in half blocks or, where the terminal can, as a picture.
      Drag the mouse to draw; the pens below are chosen with it, or by /color and /width. --lines prints lines instead.
      """,
      """
      Members are proven and encrypted as peers of host and join are: one who is not known needs the code that the host
      shows, or --code-file F. --plain joins without, where the room's host has said --allow-plain, or says yes when it
      is asked on its terminal.
      """,
      """
      --listen chat:1234, im:PORT and draw:5555 let unmodified clients of the three original systems into the same room.
      They know neither encryption nor proof: the flag is the consent to that.
      """,
      """
      Received pictures and streams go to the receive folder. The game draws its words from a list of its own, or from
      --words FILE, one a line.
      """,
    ],
    example: [
      "socketplay room host --name studio", "# Room \"studio\" on port 43121.",
      "socketplay room host --name studio --nick carol   # what its host is called",
      "# on the other machines: socketplay room join studio --nick bob",
    ])
}

extension Flag {
  static let nick = Flag("nick", value: .required("NICK", .nothing), "what to be called in the room")
  static let listen = Flag(
    "listen", value: .required("DIALECT:PORT", .words(["chat:1234", "im:", "draw:5555"])), repeatable: true,
    "let original chat, im or draw clients in on that port, plain")
  static let history = Flag(
    "history", value: .required("N", .nothing), "let who comes late see the last N texts (default: none)")
  static let lines = Flag("lines", "print lines, on a terminal too, and show no canvas")
  static let words = Flag("words", value: .required("FILE", .files), "the words of the game, one a line")
}
