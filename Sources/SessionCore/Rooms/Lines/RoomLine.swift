/// What a line typed at a room, or at a client of an original server, asks for.
public enum RoomLine: Sendable, Equatable {
  /// To all; at `chat`, to the contact of the last `/msg`.
  case text(String)
  case message(to: String, text: String)
  case picture(path: String)
  case stream(path: String)
  /// Strokes from a file.
  case draw(path: String)
  /// The eraser on or off, or with a file its strokes as the eraser's.
  case erase(path: String?)
  case undo
  case clear
  case game(GameCommand)
  case save(path: String, asSVG: Bool)
  case who
  case kick(nick: String)
  case quit

  /// Why a line asks for nothing.
  public enum Problem: Error, Sendable, Equatable {
    case emptyText
    case nickMissing(command: String)
    case fileMissing(command: String)
    /// The command takes nothing behind it, or something else.
    case operand(command: String)
    case unknown(command: String)
  }

  /// The longest line read, in bytes: that of the longest text, and a command before it.
  public static let maximumLength = (1 << 16) + 256

  /// Reads a line; a line that begins with `//` is a text that begins with `/`.
  ///
  /// - Parameter nicks: who is known: of those that a `/msg` could mean, with blanks in them, the longest is meant.
  public init(_ line: String, nicks: [String] = []) throws(Problem) {
    guard line.first == "/" else {
      if line.isEmpty { throw .emptyText }
      self = .text(line)
      return
    }
    if line.hasPrefix("//") {
      self = .text(String(line.dropFirst()))
      return
    }
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let command = String(words[0])
    let rest = words.count == 2 ? String(words[1].drop(while: { $0 == " " })) : ""
    self = try Self.command(command, rest, nicks)
  }

  private static func command(_ command: String, _ rest: String, _ nicks: [String]) throws(Problem) -> RoomLine {
    switch command {
    case "/msg":
      if rest.isEmpty { throw .nickMissing(command: command) }
      let (nick, text) = addressed(rest, nicks)
      if text.isEmpty { throw .emptyText }
      return .message(to: nick, text: text)
    case "/picture": return .picture(path: try file(rest, command))
    case "/stream": return .stream(path: try file(rest, command))
    case "/draw": return .draw(path: try file(rest, command))
    case "/erase": return .erase(path: rest.isEmpty ? nil : rest)
    case "/save":
      let words = rest.split(separator: " ")
      let asSVG = words.contains("--svg")
      let path = asSVG ? words.filter { $0 != "--svg" }.joined(separator: " ") : rest
      return .save(path: try file(path, command), asSVG: asSVG || path.lowercased().hasSuffix(".svg"))
    case "/game": return .game(try game(rest))
    case "/kick":
      if rest.isEmpty { throw .nickMissing(command: command) }
      return .kick(nick: rest)
    case "/undo": return try bare(.undo, rest, command)
    case "/clear": return try bare(.clear, rest, command)
    case "/who": return try bare(.who, rest, command)
    case "/quit": return try bare(.quit, rest, command)
    default: throw .unknown(command: command)
    }
  }

  private static func file(_ rest: String, _ command: String) throws(Problem) -> String {
    if rest.isEmpty { throw .fileMissing(command: command) }
    return rest
  }

  private static func bare(_ line: RoomLine, _ rest: String, _ command: String) throws(Problem) -> RoomLine {
    if !rest.isEmpty { throw .operand(command: command) }
    return line
  }

  private static func addressed(_ rest: String, _ nicks: [String]) -> (nick: String, text: String) {
    let known = nicks.filter { rest == $0 || rest.hasPrefix($0 + " ") }.max { $0.utf8.count < $1.utf8.count }
    let nick = known ?? String(rest.prefix { $0 != " " })
    return (nick, String(rest.dropFirst(nick.count).drop(while: { $0 == " " })))
  }

  private static func game(_ rest: String) throws(Problem) -> GameCommand {
    let words = rest.split(separator: " ")
    switch words.first {
    case "start" where words.count == 1: return .start(rounds: 1)
    case "start" where words.count == 2:
      guard let rounds = Int(words[1]), (1...GuessingGame.maximumRounds).contains(rounds) else { break }
      return .start(rounds: rounds)
    case "stop" where words.count == 1: return .stop
    case "hint" where words.count == 1: return .hint
    case "skip" where words.count == 1: return .skip
    case "scores" where words.count == 1: return .scores
    default: break
    }
    throw .operand(command: "/game")
  }
}
