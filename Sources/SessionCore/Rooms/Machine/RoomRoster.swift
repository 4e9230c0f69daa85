/// Who is in a room and who was, by nick.
struct RoomRoster {
  /// Somebody who is or was there.
  struct Person {
    var nick: String
    /// The connection; nil while it is away.
    var member: RoomMemberID?
    /// With what it comes back as the same person.
    var token: [UInt8]
    /// The proven key of the other end; nil on a plain connection.
    var owner: String?
    /// The greatest of its own numbers that was taken.
    var heard: UInt64 = 0
  }

  private var people: [String: Person] = [:]
  private var keys: [RoomMemberID: String] = [:]
  /// The keys in the order of first arrival, and of those that are away in the order of leaving.
  private var arrivals: [String] = []
  private var absent: [String] = []
  private let maximumAbsent: Int

  init(maximumAbsent: Int) { self.maximumAbsent = maximumAbsent }

  /// How many are there.
  var count: Int { keys.count }

  /// Who is there and who was, in the order of first arrival.
  var entries: [RosterEntry] {
    arrivals.compactMap { people[$0].map { RosterEntry(nick: $0.nick, online: $0.member != nil) } }
  }

  /// The nicks of who is there.
  var present: [String] { arrivals.compactMap { people[$0].flatMap { $0.member == nil ? nil : $0.nick } } }

  subscript(member: RoomMemberID) -> Person? { keys[member].flatMap { people[$0] } }

  /// The connection of the member of that nick, where it is there.
  func member(_ nick: String) -> RoomMemberID? { people[Nick.key(nick)]?.member }

  /// The nick as it is written here.
  func spelling(_ nick: String) -> String? { people[Nick.key(nick)]?.nick }

  /// The person that this token, or this key under this nick, proves.
  func returning(token: [UInt8]?, nick: String, owner: String?) -> Person? {
    // The host has no token, and so an empty one proves nothing.
    if let token, !token.isEmpty, let person = people.values.first(where: { $0.token == token }),
      person.owner == owner
    {
      return person
    }
    guard let person = people[Nick.key(nick)], person.member == nil, person.owner == owner else { return nil }
    return person
  }

  /// Takes somebody in under the nick, or the first free one like it; gives the person.
  mutating func add(_ nick: String, member: RoomMemberID, token: [UInt8], owner: String?) -> Person {
    var free = nick
    var number = 2
    while people[Nick.key(free)] != nil {
      free = Nick.numbered(nick, number)
      number += 1
    }
    let person = Person(nick: free, member: member, token: token, owner: owner)
    people[Nick.key(free)] = person
    keys[member] = Nick.key(free)
    arrivals.append(Nick.key(free))
    return person
  }

  /// Somebody is back; its old connection, where there is one, counts no more.
  mutating func comeBack(_ person: Person, as member: RoomMemberID, token: [UInt8]) {
    let key = Nick.key(person.nick)
    if let old = person.member { keys[old] = nil }
    people[key]?.member = member
    people[key]?.token = token
    keys[member] = key
    absent.removeAll { $0 == key }
  }

  /// Somebody has left; gives its nick.
  mutating func leave(_ member: RoomMemberID) -> String? {
    guard let key = keys.removeValue(forKey: member), let person = people[key] else { return nil }
    people[key]?.member = nil
    absent.append(key)
    return person.nick
  }

  /// Forgets those that have been away for longest; gives their nicks.
  mutating func forgetAbsent() -> [String] {
    guard absent.count > maximumAbsent else { return [] }
    let gone = absent.prefix(absent.count - maximumAbsent)
    absent.removeFirst(gone.count)
    let nicks = gone.compactMap { people.removeValue(forKey: $0)?.nick }
    let keys = Set(gone)
    arrivals.removeAll { keys.contains($0) }
    return nicks
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
