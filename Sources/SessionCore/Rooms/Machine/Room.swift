/// A room: who is in it, what is said, drawn and played there; a machine without a socket or a clock.
///
/// Whatever a member speaks, it comes here as `RoomInput`, and goes out as `RoomMessage`, numbered in one series. The
/// driver does the actions in their order, and keeps one order of messages for everybody.
public struct Room: ~Copyable {
  let settings: RoomSettings
  var roster: RoomRoster
  var canvas: CanvasLog
  var log: MessageLog
  var game: GuessingGame
  /// The texts that who comes late gets to see.
  var recentTexts: [RoomMessage] = []
  /// The number of the last message.
  var last: UInt64 = 0
  /// How often each file is referred to.
  var references: [UInt64: Int] = [:]
  /// Keys and tokens that were sent away.
  var kicked: Set<String> = []

  /// Whether the host's user has ever taken part: it plays only then.
  var hostTakesPart = false

  /// Who came and left since that was told last.
  var changes: [RosterEntry] = []
  private var toldRoster: Moment?

  /// A room with its host's user in it.
  ///
  /// - Parameter seed: a random number; the words of the game follow from it.
  public init(settings: RoomSettings, seed: UInt64) {
    self.settings = settings
    roster = RoomRoster(maximumAbsent: settings.maximumAbsent)
    canvas = CanvasLog(limits: settings.canvas)
    log = MessageLog(limits: settings.log)
    game = GuessingGame(words: settings.words, seed: seed)
    _ = roster.add(settings.hostNick, member: .host, token: [], owner: nil)
  }

  /// Who is there and who was.
  public var members: [RosterEntry] { roster.entries }

  /// How many pages the roster has: parts of it that are made into packets once, for whoever comes.
  public var rosterPages: Int { roster.pageCount }

  /// The entries of a page of the roster.
  public func rosterPage(_ number: Int) -> [RosterEntry] { roster.page(number) }

  /// A number that changes whenever that page does.
  public func rosterRevision(ofPage number: Int) -> UInt64 { roster.revision(ofPage: number) }

  /// How many are there, the host's user among them.
  public var count: Int { roster.count }

  /// What the member is called; nil where it is not in.
  public func nick(of member: RoomMemberID) -> String? { roster[member]?.nick }

  /// The connection of the member of that nick; nil where it is not there.
  public func member(_ nick: String) -> RoomMemberID? { roster.member(nick) }

  /// Whether somebody of that nick is there, or was.
  public func knows(_ nick: String) -> Bool { roster.spelling(nick) != nil }

  /// What the host's user is called.
  public var hostNick: String { settings.hostNick }

  /// The strokes and pictures of the canvas, in order.
  public var canvasOperations: [RoomMessage] { canvas.operations }

  // MARK: Time

  /// When `tick` is due next; nil where nothing waits.
  public var deadline: Moment? {
    let news = changes.isEmpty ? nil : toldRoster.map { $0 + rosterPause }
    guard let news, let turn = game.deadline else { return news ?? game.deadline }
    return min(news, turn)
  }

  /// Time has passed.
  public mutating func tick(at now: Moment) -> [RoomAction] {
    var actions = tellChanges(at: now)
    play(game.tick(at: now, present: playing), into: &actions)
    return actions
  }

  /// Tells who came and left, unless that was told just now.
  mutating func tellChanges(at now: Moment) -> [RoomAction] {
    if changes.isEmpty { return [] }
    if let toldRoster, now < toldRoster + rosterPause { return [] }
    toldRoster = now
    defer { changes = [] }
    return [.roster(changes: changes)]
  }

  /// The pause between two news of who comes and goes: longer where many hear of it, and still less than a second.
  private var rosterPause: Double {
    max(settings.rosterPause, min(0.8, Double(roster.count) * 0.000_2))
  }

  /// Who plays; nobody while there is no game, so that nothing is gathered of thousands for nothing.
  var playing: GuessingGame.Present { game.match == nil ? GuessingGame.Present() : players }

  /// Who plays, when there is a game.
  var players: GuessingGame.Present {
    var players = GuessingGame.Present()
    for person in roster.present where hostTakesPart || person.nick != settings.hostNick {
      switch person.part {
      case .draws:
        players.drawers.append(person.nick)
        players.all.append(person.nick)
      case .guesses: players.all.append(person.nick)
      case .watches: break
      }
    }
    return players
  }

  // MARK: Numbers and files

  /// Gives a message its number, remembers it, and says who is told.
  mutating func say(
    _ content: RoomMessage.Content, from: String, to: String? = nil, into actions: inout [RoomAction]
  ) {
    last += 1
    let message = RoomMessage(number: last, from: from, to: to, content: content)
    remember(message, into: &actions)
    guard let to else { return actions.append(.sayToAll(message)) }
    var told: [RoomMemberID] = [.host]
    for member in [roster.member(from), roster.member(to)] {
      if let member, !told.contains(member) { told.append(member) }
    }
    actions.append(.say(message, to: told))
  }

  private mutating func remember(_ message: RoomMessage, into actions: inout [RoomAction]) {
    if case .file(let file) = message.content { retain(file) }
    for file in log.append(message) { release(file, into: &actions) }
    if case .text = message.content, message.to == nil, settings.history > 0 {
      recentTexts.append(message)
      if recentTexts.count > settings.history { recentTexts.removeFirst() }
    }
  }

  mutating func retain(_ file: RoomFile) { references[file.number, default: 0] += 1 }

  mutating func release(_ file: RoomFile, into actions: inout [RoomAction]) {
    guard let count = references[file.number] else { return }
    references[file.number] = count > 1 ? count - 1 : nil
    if count == 1 { actions.append(.forget(file)) }
  }
}
