import Framing
import SessionCore
import TestSupport
import Testing

@Suite("What fuzzing keeps of rooms")
struct RoomCorpusTests {
  private static let verbs = [
    "room-join", "room-text", "room-stroke", "room-file", "room-preview", "room-undo", "room-clear", "room-who",
    "room-game", "room-ping", "room-bye", "room-welcome", "room-refused", "room-roster", "room-changes", "room-heard",
    "room-denied", "room-pong",
  ]

  /// The packets of an input as `FuzzRoom` takes it apart, each as it would be sent again.
  private static func packages(_ bytes: [UInt8]) -> [(verb: String, package: Package)] {
    var rest = bytes[...]
    var found: [(String, Package)] = []
    while rest.count >= 3 {
      let head = Array(rest.prefix(3))
      rest = rest.dropFirst(3)
      let data = Array(rest.prefix(Int(head[1]) << 8 | Int(head[2])))
      rest = rest.dropFirst(data.count)
      let verb = verbs[Int(head[0]) % verbs.count]
      data.withUnsafeBytes { data in
        if let packet = MemberPacket(verb: verb, data: data) { found.append((verb, packet.package)) }
        if let packet = RoomPacket(verb: verb, data: data) { found.append((verb, packet.package)) }
      }
    }
    return found
  }

  /// The packets of an input, each an input of its own.
  private static func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
    var rest = bytes[...]
    var found: [[UInt8]] = []
    while rest.count >= 3 {
      let head = Array(rest.prefix(3))
      found.append(Array(rest.prefix(3 + (Int(head[1]) << 8 | Int(head[2])))))
      rest = rest.dropFirst(found[found.count - 1].count)
    }
    return found
  }

  private static func again(_ verb: String, _ package: Package) -> [Package] {
    (package.data ?? []).withUnsafeBytes { data in
      [MemberPacket(verb: verb, data: data)?.package, RoomPacket(verb: verb, data: data)?.package].compactMap(\.self)
    }
  }

  @Test("A packet that can be read is sent as the same bytes", arguments: FuzzInputs.allCases)
  func replay(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("Room") {
      let packages = Self.packages(bytes)
      if inputs == .corpus { #expect(!packages.isEmpty, "\(name)") }
      for (verb, package) in packages { #expect(Self.again(verb, package).contains(package), "\(name)") }
    }
  }

  @Test("A packet of which any byte is another is read or refused, and what is read is sent as the same bytes")
  func mutated() throws {
    for (name, bytes) in try FuzzInputs.corpus.of("Room") {
      for packet in Self.pieces(bytes) {
        for place in packet.indices {
          for change: UInt8 in [0x01, 0x80, 0xFF] {
            var other = packet
            other[place] ^= change
            for (verb, package) in Self.packages(other) {
              #expect(Self.again(verb, package).contains(package), "\(name) at \(place)")
            }
          }
        }
      }
    }
  }
}
