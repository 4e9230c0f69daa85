/// A member's own view of its room: what it is called, who is there, what it has said and the room has not yet heard.
///
/// It outlives the connection: what was said while there was none, or was not heard before the cut, is said again once
/// and in order when the room is there again. A machine without a socket or a clock.
public struct RoomSeat: ~Copyable {
  /// What the member may have said that the room has not heard.
  public struct Limits: Sendable {
    /// Things said.
    public var count = 1_024
    /// Bytes of them.
    public var bytes = 16 << 20

    /// The usual limits.
    public init() {}
  }

  /// What is to be sent.
  public enum Outgoing: Sendable, Equatable {
    case packet(MemberPacket)
    /// The file in parts, each under this number of the member's.
    case file(RoomFile, number: UInt64)
  }

  /// Something said that waits to be heard.
  private struct Waiting {
    var number: UInt64
    var content: [Outgoing]
    var bytes: Int
    /// The number of the line it came from.
    var line: Int

    var files: [UInt64] {
      content.compactMap { if case .file(let file, _) = $0 { file.number } else { nil } }
    }
  }

  private let wish: String
  private let limits: Limits
  private var token: [UInt8]?
  private var number: UInt64 = 0
  private var waiting: [Waiting] = []
  private var bytes = 0

  /// What the room calls this member; nil before it has said so.
  public private(set) var nick: String?
  /// The number of the last message that came.
  public private(set) var last: UInt64 = 0
  /// Who is there and who was, in the order in which they came.
  public private(set) var roster: [RosterEntry] = []
  private var positions: [String: Int] = [:]
  private var isIn = false

  /// A seat for somebody who wishes to be called `nick`.
  public init(nick: String, limits: Limits = Limits()) {
    wish = nick
    self.limits = limits
  }

  // MARK: Coming

  /// A connection stands: the first packet.
  public mutating func connected() -> MemberPacket {
    isIn = false
    return .join(nick: nick ?? wish, token: token, since: token == nil ? nil : last)
  }

  /// The room has let the member in.
  ///
  /// - Returns: what is to be said again, and the lines that turn out to have been heard.
  public mutating func welcomed(
    nick: String, token: [UInt8], heard: UInt64, startsAnew: Bool
  ) -> (again: [Outgoing], delivered: [Int]) {
    // A room that does not know this member any more has heard nothing of what waits.
    self.nick = nick
    self.token = token
    isIn = true
    if startsAnew { last = 0 }
    let delivered = self.heard(heard)
    return (waiting.flatMap(\.content), delivered)
  }

  /// The connection is gone.
  public mutating func lost() { isIn = false }

  // MARK: Saying

  /// Takes something said, as what `make` gives for its number.
  ///
  /// - Returns: what to send now, none while there is no room; nil where too much waits already.
  public mutating func say(line: Int, bytes size: Int, _ make: (UInt64) -> [Outgoing]) -> [Outgoing]? {
    guard waiting.count < limits.count, bytes + size <= limits.bytes || waiting.isEmpty else { return nil }
    number += 1
    let content = make(number)
    waiting.append(Waiting(number: number, content: content, bytes: size, line: line))
    bytes += size
    return isIn ? content : []
  }

  /// The room has heard everything up to `number`; gives the lines of it.
  public mutating func heard(_ number: UInt64) -> [Int] {
    let done = waiting.prefix { $0.number <= number }
    waiting.removeFirst(done.count)
    bytes -= done.reduce(0) { $0 + $1.bytes }
    return done.map(\.line)
  }

  /// The room has not done what has that number; gives its line.
  public mutating func denied(_ number: UInt64) -> Int? {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    let denied = waiting.remove(at: place)
    bytes -= denied.bytes
    return denied.line
  }

  /// A file cannot be read any more, and is not said again; gives its line.
  public mutating func gaveUp(file number: UInt64) -> Int? {
    waiting.first { $0.files.contains(number) }.flatMap { denied($0.number) }
  }

  /// The files that wait to be heard, by their numbers.
  public var files: Set<UInt64> { Set(waiting.flatMap(\.files)) }

  /// The lines that were not heard when all is over.
  public var unheard: [Int] { waiting.map(\.line) }

  // MARK: Hearing

  /// A message of that number came; false where it is one that came before.
  public mutating func took(_ number: UInt64) -> Bool {
    if number <= last { return false }
    last = number
    return true
  }

  /// The whole roster begins anew.
  public mutating func startRoster() {
    roster = []
    positions = [:]
  }

  /// Adds to the roster, or changes who is known; gives those that were not so before.
  public mutating func update(_ entries: [RosterEntry]) -> [RosterEntry] {
    entries.filter { entry in
      if let position = positions[entry.nick] {
        defer { roster[position] = entry }
        return roster[position] != entry
      }
      positions[entry.nick] = roster.count
      roster.append(entry)
      return true
    }
  }

  /// Whether somebody of that nick is there.
  public func isThere(_ nick: String) -> Bool {
    let key = Nick.key(nick)
    return roster.contains { $0.online && Nick.key($0.nick) == key }
  }
}
