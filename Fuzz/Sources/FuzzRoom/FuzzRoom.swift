import Framing
import FuzzDriver
import SessionCore

@main enum FuzzRoom {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as packets of a room, each a byte that names the verb, two of length and a property list; and what members
/// say of them as it would be said in a room.
///
/// What can be read must be sent as the same bytes; and whatever a member says, numbers rise, and the roster's pages are the
/// roster.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  var rest = UnsafeRawBufferPointer(start: start, count: count)[...]
  var crowd = Crowd()
  while rest.count >= 3 {
    let verb = Int(rest[rest.startIndex])
    let length = min(Int(rest[rest.startIndex + 1]) << 8 | Int(rest[rest.startIndex + 2]), rest.count - 3)
    rest = rest.dropFirst(3)
    let data = UnsafeRawBufferPointer(rebasing: rest.prefix(length))
    rest = rest.dropFirst(length)
    let name = verbs[verb % verbs.count]
    if let packet = MemberPacket(verb: name, data: data) {
      check(packet.package, name) { MemberPacket(verb: $0, data: $1)?.package }
      crowd.take(packet, from: verb / verbs.count)
    }
    if let packet = RoomPacket(verb: name, data: data) {
      check(packet.package, name) { RoomPacket(verb: $0, data: $1)?.package }
    }
  }
  return 0
}

private let verbs = [
  "room-join", "room-text", "room-stroke", "room-file", "room-preview", "room-undo", "room-clear", "room-who",
  "room-game", "room-ping", "room-bye", "room-welcome", "room-refused", "room-roster", "room-changes", "room-heard",
  "room-denied", "room-pong",
]

private func check(_ package: Package, _ verb: String, _ again: (String, UnsafeRawBufferPointer) -> Package?) {
  guard let data = package.data, package.word == verb else { fatalError("a packet has lost its verb") }
  let back = data.withUnsafeBytes { again(verb, $0) }
  guard back == package else { fatalError("what was sent is not what was received") }
}

/// A room with a few members, and what one of them has heard.
private struct Crowd: ~Copyable {
  private var room = Room(settings: RoomSettings(), seed: 1)
  private var strokes: [Int: StrokeAssembly] = [:]
  private var now = Moment(nanoseconds: 1)
  private var last: UInt64 = 0
  private var next: UInt8 = 1

  mutating func take(_ packet: MemberPacket, from caller: Int) {
    let member = RoomMemberID(rawValue: UInt32(caller + 1))
    now = now + 0.5
    switch packet {
    case .join(let nick, let token, let since):
      next &+= 1
      perform(room.left(member, at: now))
      perform(room.join(member, nick: nick, token: token, newToken: [next], since: since, at: now))
    case .text(let number, let text, let to): say(.text(text, to: to), number, member)
    case .stroke(let number, let part):
      var assembly = strokes[caller] ?? StrokeAssembly()
      if case .whole(let stroke) = assembly.add(part) { say(.stroke(stroke), number, member) }
      strokes[caller] = assembly
    case .file(let number, let part):
      if FilePart.takes(part.kind, size: part.size), part.isLast {
        say(.file(RoomFile(number: number, kind: part.kind, bytes: part.size)), number, member)
      }
    case .undo(let number): say(.undo, number, member)
    case .clear(let number): say(.clear, number, member)
    case .game(let number, let command): say(.game(command), number, member)
    case .who: perform(room.received(.who, from: member, at: now))
    case .bye: perform(room.left(member, at: now))
    case .preview, .ping: perform(room.tick(at: now))
    }
    guard (0..<room.rosterPages).flatMap({ room.rosterPage($0) }) == room.members else {
      fatalError("the pages are another roster")
    }
  }

  private mutating func say(_ input: RoomInput, _ number: UInt64, _ member: RoomMemberID) {
    perform(room.received(input, from: member, number: number, at: now))
  }

  private mutating func perform(_ actions: [RoomAction]) {
    for action in actions {
      guard case .sayToAll(let message) = action else { continue }
      guard message.number > last else { fatalError("numbers do not rise") }
      last = message.number
    }
  }
}
