import Framing
import KeyedArchive
import SessionCore
import Testing

@Suite struct RoomWireTests {
  private static let parts = (try? stroke(1.25, count: 3)).map { StrokePart.parts(of: $0) } ?? []

  static let fromMembers: [MemberPacket] = [
    .join(nick: "小明", token: nil, since: nil), .join(nick: "bob", token: [1, 2], since: 7),
    .text(number: 1, text: "hi", to: nil), .text(number: .init(Int64.max), text: "hi", to: "ann"),
    .undo(number: 4), .clear(number: 5), .who, .ping(token: .max), .bye,
    .file(number: 3, FilePart(kind: .stream, size: 10, offset: 7, data: [1, 2, 3])),
    .game(number: 6, .start(rounds: 3)), .game(number: 6, .stop), .game(number: 6, .hint), .game(number: 6, .skip),
    .game(number: 6, .scores),
  ]

  static let fromRooms: [RoomPacket] = [
    .welcome(room: "studio", nick: "bob-2", token: [9], heard: 3, last: 8, startsAnew: true),
    .refused(.full), .refused(.kicked), .refused(.nick(.colon)),
    .roster([.init(nick: "a", online: true), .init(nick: "b", online: false)], part: 0, isLast: false),
    .changes([.init(nick: "a", online: false)]), .text(number: 1, from: "a", to: nil, text: "hi"),
    .text(number: 1, from: "a", to: "b", text: "hi"), .undo(number: 2, from: "a", of: 1),
    .undo(number: 2, from: "a", of: nil), .clear(number: 3, from: "a"), .heard(4), .denied(.canvasFull, number: 7),
    .denied(.file, number: nil),
    .pong(token: 5), .bye(.restart),
    .file(number: 3, from: "a", FilePart(kind: .picture, size: 1, offset: 0, data: [36])),
    .game(number: 4, from: "host", .started(rounds: 2)),
    .game(number: 4, from: "host", .turn(round: 1, drawer: "a", mask: "_a", seconds: 80)),
    .game(number: 4, from: "host", .word("cat")), .game(number: 4, from: "host", .hint(mask: "c__")),
    .game(number: 4, from: "host", .guessed(nick: "a", points: 75)),
    .game(number: 4, from: "host", .turnOver(word: "cat", scores: [.init(nick: "a", points: 1)])),
    .game(number: 4, from: "host", .scores([])), .game(number: 4, from: "host", .over(scores: [])),
  ]

  @Test("What a member says is read as it was written, from one frame of kind 64", arguments: fromMembers)
  func member(packet: MemberPacket) throws {
    let package = packet.package
    #expect(package.kind == .control && package.intent == .none && !package.isLast)
    let data = try #require(package.data)
    #expect(data.withUnsafeBytes { MemberPacket(verb: package.word ?? "", data: $0) } == packet)
  }

  @Test("What a room says is read as it was written", arguments: fromRooms)
  func room(packet: RoomPacket) throws {
    let package = packet.package
    let data = try #require(package.data)
    #expect(data.withUnsafeBytes { RoomPacket(verb: package.word ?? "", data: $0) } == packet)
  }

  @Test("A stroke of 100,000 points arrives equal, in parts no larger than a frame should be (004-8)")
  func longStroke() throws {
    let points = (0..<100_000).map { Stroke.Point(x: Double($0) / 7, y: Double($0 % 667) + 0.1) }
    let stroke = try Stroke(points: points, width: 0.5, color: .green, screen: .init(width: 375, height: 667))
    var assembly = StrokeAssembly()
    var result = StrokeAssembly.Result.incomplete
    for part in StrokePart.parts(of: stroke) {
      let package = MemberPacket.stroke(number: 1, part).package
      #expect(package.frame().count < 40_000)
      let read = (package.data ?? []).withUnsafeBytes { MemberPacket(verb: "room-stroke", data: $0) }
      guard case .stroke(1, let again) = read else { throw Unreadable() }
      result = assembly.add(again)
    }
    #expect(result == .whole(stroke))
  }

  private struct Unreadable: Error {}

  @Test("Parts out of order, half points, unknown colours and too many points are no stroke")
  func brokenStroke() throws {
    var assembly = StrokeAssembly()
    var part = try #require(Self.parts.first)
    part.part = 1
    #expect(assembly.add(part) == .broken)
    part = try #require(Self.parts.first)
    part.points.removeLast()
    #expect(assembly.add(part) == .broken)
    part = try #require(Self.parts.first)
    part.color = 4
    #expect(assembly.add(part) == .broken)
    part = try #require(Self.parts.first)
    part.points = [UInt8](repeating: 0, count: StrokePart.pointLimit * 16)
    part.isLast = false
    var results: [StrokeAssembly.Result] = []
    for index in 0...(Stroke.maximumPoints / StrokePart.pointLimit) {
      part.part = index
      results.append(assembly.add(part))
    }
    #expect(results.dropLast().allSatisfy { $0 == .incomplete })
    #expect(results.last == .broken)
    #expect(assembly.add(try #require(Self.parts.first)) == .whole(try stroke(1.25, count: 3)))
  }

  @Test("A part of a file that reaches past its size is ignored, and so is one without numbers")
  func brokenFile() {
    for fields: PropertyListDictionary in [
      ["n": .integer(1), "kind": .string("picture"), "size": .integer(1), "offset": .integer(1), "data": .data([1])],
      ["n": .integer(1), "kind": .string("picture"), "size": .integer(-1), "offset": .integer(0), "data": .data([])],
      ["n": .integer(-1), "kind": .string("picture"), "size": .integer(1), "offset": .integer(0), "data": .data([1])],
      ["kind": .string("picture"), "size": .integer(1), "offset": .integer(0), "data": .data([1])],
      ["n": .integer(1), "kind": .string("tape"), "size": .integer(1), "offset": .integer(0), "data": .data([1])],
      [
        "n": .integer(1), "kind": .string("picture"), "size": .integer(.init(Int64.max)),
        "offset": .integer(.init(Int64.max)), "data": .data([1]),
      ],
    ] {
      let bytes = (try? PropertyList.dictionary(fields).binary()) ?? []
      #expect(bytes.withUnsafeBytes { MemberPacket(verb: "room-file", data: $0) } == nil)
    }
  }
}
