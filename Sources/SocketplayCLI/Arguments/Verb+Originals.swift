extension Verb {
  private static let server = Operands(usage: "HOST:PORT", count: 1...1, completes: .nothing)
  private static let comesBack = """
    Takes lines on standard input until /quit or its end. A lost connection is made again by itself, and what was typed
    meanwhile follows then. Nothing is encrypted.
    """

  static let chat = Verb(
    name: "chat", summary: "take part at a chat server of the original kind", operands: server,
    flags: [.chatNick, .timeout],
    about: [
      """
      /msg NICK TEXT speaks to somebody, and plain lines after it to the same one; /who shows who is there. The server has
      no room for a text to all.
      """,
      comesBack,
    ],
    example: ["socketplay chat 10.0.0.7:1234 --nick bob", "/msg alice hello", "how are you?", "/quit"])

  static let im = Verb(
    name: "im", summary: "take part at a messenger server of the original kind", operands: server,
    flags: [.directory, .timeout],
    about: [
      """
      A plain line is a text; /picture FILE and /stream FILE send a file. Pictures and streams that come are saved in the
      receive folder. Signs of life go out each three seconds and are not shown (--verbose: they are).
      """,
      comesBack,
    ],
    example: ["socketplay im 10.0.0.7:6000", "hello", "/picture cat.jpg", "/stream song.mp3", "/quit"])

  static let draw = Verb(
    name: "draw", summary: "take part at a drawing relay of the original kind", operands: server,
    flags: [.directory, .timeout],
    about: [
      """
      A plain line is a text to all; /picture FILE sends a JPEG, /draw FILE the strokes of a JSON file: {"path": [{"x": 1,
      "y": 2}, ...], "width": 5.5, "color": 0, "screenW": 375, "screenH": 667}, one of them, an array, or several.
      """,
      """
      /save FILE paints what was drawn, as far as this end has seen it: as SVG where the name ends so or with --svg, else
      as PNG.
      """,
      comesBack,
    ],
    example: ["socketplay draw 10.0.0.7:5555", "is it a cat?", "/draw house.json", "/picture cat.jpg", "/quit"])
}
