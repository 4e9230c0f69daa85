/// Who is in a room and who was, by nick.
struct RoomRoster {
  /// Somebody who is or was there.
  struct Person {
    var nick: String
    /// What it wished to be called; another had that.
    var wish: String
    /// The connection; nil while it is away.
    var member: RoomMemberID?
    /// With what it comes back as the same person.
    var token: [UInt8]
    /// The proven key of the other end; nil on a plain connection.
    var owner: String?
    /// What it can do in a game.
    var part = RoomPart.draws
    /// The greatest of its own numbers that was taken.
    var heard: UInt64 = 0
    /// Its place in the order of first arrival.
    fileprivate var place = 0

    fileprivate init(nick: String, wish: String, member: RoomMemberID, token: [UInt8], owner: String?) {
      (self.nick, self.wish, self.member, self.token, self.owner) = (nick, wish, member, token, owner)
    }
  }

  private var people: [String: Person] = [:]
  /// The keys by the tokens that prove them, and by who owns them.
  private var tokens: [[UInt8]: String] = [:]
  private var owned: [String: Set<String>] = [:]
  private var keys: [RoomMemberID: String] = [:]
  /// The keys in the order of first arrival, and of those that are away in the order of leaving.
  private var arrivals: [String] = []
  private var absent: [String] = []
  /// Entries of a page: few, so that a change costs little, and enough that thousands are not many pages.
  static let pageSize = 64
  /// By page, what the latest change of it was.
  private var revisions: [UInt64] = []
  private var lastRevision: UInt64 = 0
  /// The number that was free last of those put behind a nick, so that a crowd of one nick is not counted through each time.
  private var lastNumbers: [String: Int] = [:]
  private let maximumAbsent: Int

  init(maximumAbsent: Int) { self.maximumAbsent = maximumAbsent }

  /// How many are there.
  var count: Int { keys.count }

  /// Who is there and who was, in the order of first arrival.
  var entries: [RosterEntry] { arrivals.compactMap { entry($0) } }

  /// How many pages the entries fill; at least one.
  var pageCount: Int { max(1, (arrivals.count + Self.pageSize - 1) / Self.pageSize) }

  /// The entries of a page.
  func page(_ number: Int) -> [RosterEntry] {
    let start = min(number * Self.pageSize, arrivals.count)
    return arrivals[start..<min(start + Self.pageSize, arrivals.count)].compactMap { entry($0) }
  }

  /// A number that changes with the page.
  func revision(ofPage number: Int) -> UInt64 { number < revisions.count ? revisions[number] : 0 }

  private func entry(_ key: String) -> RosterEntry? {
    people[key].map { RosterEntry(nick: $0.nick, online: $0.member != nil) }
  }

  /// The entry of that key is another now.
  private mutating func touch(_ key: String) {
    guard let page = people[key].map({ $0.place / Self.pageSize }) else { return }
    lastRevision += 1
    while revisions.count <= page { revisions.append(0) }
    revisions[page] = lastRevision
  }

  /// Who is there, in the order of first arrival.
  var present: [Person] { arrivals.compactMap { people[$0].flatMap { $0.member == nil ? nil : $0 } } }

  subscript(member: RoomMemberID) -> Person? { keys[member].flatMap { people[$0] } }

  /// The connection of the member of that nick, where it is there.
  func member(_ nick: String) -> RoomMemberID? { people[Nick.key(nick)]?.member }

  /// The nick as it is written here.
  func spelling(_ nick: String) -> String? { people[Nick.key(nick)]?.nick }

  /// The person that this token, or this key under this nick, proves.
  ///
  /// A key is known again whatever the room called it: who wished to be `bob` and became `bob-2` is that one still.
  func returning(token: [UInt8]?, nick: String, owner: String?) -> Person? {
    // The host has no token, and so an empty one proves nothing.
    if let token, let person = tokens[token].flatMap({ people[$0] }), person.owner == owner { return person }
    if let person = people[Nick.key(nick)], person.member == nil, person.owner == owner { return person }
    guard let owner, let keys = owned[owner] else { return nil }
    let wished = keys.compactMap { people[$0] }.filter { $0.member == nil && Nick.key($0.wish) == Nick.key(nick) }
    return wished.min { $0.nick < $1.nick }
  }

  /// Takes somebody in under the nick, or the first free one like it; gives the person.
  mutating func add(_ nick: String, member: RoomMemberID, token: [UInt8], owner: String?, part: RoomPart = .draws)
    -> Person
  {
    let free = freeNick(like: nick)
    var person = Person(nick: free, wish: nick, member: member, token: token, owner: owner)
    person.place = arrivals.count
    person.part = part
    let key = Nick.key(free)
    people[key] = person
    keys[member] = key
    arrivals.append(key)
    touch(key)
    if !token.isEmpty { tokens[token] = key }
    if let owner { owned[owner, default: []].insert(key) }
    return person
  }

  /// The nick itself, or the first free one with a number behind it.
  private mutating func freeNick(like nick: String) -> String {
    guard people[Nick.key(nick)] != nil else { return nick }
    var number = lastNumbers[Nick.key(nick)] ?? 2
    while people[Nick.key(Nick.numbered(nick, number))] != nil { number += 1 }
    lastNumbers[Nick.key(nick)] = number
    return Nick.numbered(nick, number)
  }

  /// Somebody is back; its old connection, where there is one, counts no more.
  mutating func comeBack(_ person: Person, as member: RoomMemberID, token: [UInt8], part: RoomPart = .draws) {
    let key = Nick.key(person.nick)
    if let old = person.member { keys[old] = nil }
    people[key]?.member = member
    people[key]?.token = token
    people[key]?.part = part
    tokens[person.token] = nil
    tokens[token] = key
    touch(key)
    keys[member] = key
    absent.removeAll { $0 == key }
  }

  /// Somebody has left; gives its nick.
  mutating func leave(_ member: RoomMemberID) -> String? {
    guard let key = keys.removeValue(forKey: member), let person = people[key] else { return nil }
    people[key]?.member = nil
    touch(key)
    absent.append(key)
    return person.nick
  }

  /// Forgets those that have been away for longest; gives their nicks.
  ///
  /// Where there are many, a few more may wait: each time costs as much as there are members.
  mutating func forgetAbsent() -> [String] {
    guard absent.count > maximumAbsent + maximumAbsent / 4 else { return [] }
    let gone = absent.prefix(absent.count - maximumAbsent)
    absent.removeFirst(gone.count)
    let nicks = gone.compactMap { forget($0) }
    let keys = Set(gone)
    arrivals.removeAll { keys.contains($0) }
    // Everybody behind them has another place.
    for (place, key) in arrivals.enumerated() { people[key]?.place = place }
    lastRevision += 1
    revisions = Array(repeating: lastRevision, count: pageCount)
    return nicks
  }

  private mutating func forget(_ key: String) -> String? {
    guard let person = people.removeValue(forKey: key) else { return nil }
    tokens[person.token] = nil
    lastNumbers[Nick.key(person.wish)] = nil
    guard let owner = person.owner else { return person.nick }
    owned[owner]?.remove(key)
    if owned[owner]?.isEmpty ?? false { owned[owner] = nil }
    return person.nick
  }

  /// The member's own numbers begin anew.
  mutating func startCounting(_ member: RoomMemberID) {
    if let key = keys[member] { people[key]?.heard = 0 }
  }

  /// Takes the number of something that a member did; false where it was taken before.
  mutating func takes(_ number: UInt64, of member: RoomMemberID) -> Bool {
    guard let key = keys[member], let person = people[key], number > person.heard else { return false }
    people[key]?.heard = number
    return true
  }
}
