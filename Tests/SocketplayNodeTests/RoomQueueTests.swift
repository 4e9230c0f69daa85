import Dialects
import Framing
import Glibc
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

@Suite("What waits for an end of a room")
struct RoomQueueTests {
  private func messages() throws -> [RoomMessage] {
    let points = (0..<30_000).map { Stroke.Point(x: Double($0 % 375), y: Double($0 % 667)) }
    let stroke = try Stroke(points: points, width: 2, color: .red, screen: .init(width: 375, height: 667))
    return [
      RoomMessage(number: 1, from: "ann", content: .stroke(stroke)),
      RoomMessage(number: 2, from: "bob", content: .clear),
      RoomMessage(number: 3, from: "bob", content: .text("behind it")),
    ]
  }

  /// All that is taken out of a queue, by buffers of that size.
  private func drained(_ queue: inout RoomQueue, _ size: Int) throws -> [UInt8] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    var bytes: [UInt8] = []
    while true {
      let count = try queue.fill(buffer)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  @Test("what was said before somebody came is made as it goes, in order, and counts for nothing that waits (004-15)")
  func replay() throws {
    let messages = try messages()
    let frames = messages.flatMap { RoomPacket.packets(of: $0) }.map { $0.package.frame() }
    let longest = try #require(frames.map(\.count).max())
    for size in [longest, longest + 100, RoomHost.maximumChunk] {
      var queue = RoomQueue()
      queue.append([1, 2, 3])
      queue.append(RoomReplay(messages, files: [:]))
      queue.append([4, 5])
      #expect(queue.bytes == 5)
      #expect(try drained(&queue, size) == [1, 2, 3] + frames.joined() + [4, 5])
      #expect(queue.isEmpty && queue.bytes == 0)
    }
  }

  @Test("a picture that has become shorter is left out of what was said before, and what follows it is not (004-15)")
  func shortened() throws {
    let scratch = try Scratch()
    var folder = try RoomFolder(path: scratch.path)
    var files: [UInt64: RoomStoredFile] = [:]
    for size in [100_000, 50_000] {
      let bytes = [UInt8](repeating: 7, count: size)
      var incoming = try folder.begin(.picture, size: Int64(size), head: bytes)
      try incoming.append(bytes)
      let stored = try folder.store(incoming)
      files[stored.file.number] = stored
    }
    let pictures = files.values.sorted { $0.file.number < $1.file.number }
    #expect(truncate(pictures[0].path, 40_000) == 0)
    var messages = try messages()
    for (number, stored) in zip([4, 5] as [UInt64], pictures) {
      messages.append(RoomMessage(number: number, from: "ann", content: .file(stored.file)))
    }
    messages.append(RoomMessage(number: 6, from: "ann", content: .text("the last")))

    var queue = RoomQueue()
    queue.append(RoomReplay(messages, files: files))
    queue.append([1])
    var failed = 0
    var sent: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: RoomHost.maximumChunk, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = queue.fill(buffer) { error in
        #expect(error.subject == pictures[0].path)
        failed += 1
      }
      if count == 0 { break }
      sent += buffer[..<count]
    }
    #expect(failed == 1 && queue.isEmpty)
    // The shorter one's first part is whole, and its second is not.
    func frames(_ message: RoomMessage, _ stored: RoomStoredFile, _ count: Int) throws -> [UInt8] {
      let reader = RoomFileReader(stored.file, of: message, in: stored)
      return try (0..<count).flatMap { _ in try #require(try reader.next()) }
    }
    let talk = messages.filter { if case .file = $0.content { false } else { true } }
      .map { RoomPacket.packets(of: $0).flatMap { $0.package.frame() } }
    var expected = Array(talk[..<3].joined())
    expected += try frames(messages[3], pictures[0], 1)
    expected += try frames(messages[4], pictures[1], 2)
    expected += talk[3]
    #expect(sent == expected + [1])
  }

  @Test("what was said before holds no file that is none of it, and none that has gone") func letsGo() throws {
    let scratch = try Scratch()
    var folder = try RoomFolder(path: scratch.path)
    var incoming = try folder.begin(.stream, size: 1, head: [7])
    try incoming.append([7])
    var stored: RoomStoredFile? = try folder.store(incoming)
    let file = try #require(stored).file
    weak var held: RoomStoredFile?
    held = stored
    let other = RoomReplay(try messages(), files: [file.number: try #require(stored)])
    let replay = RoomReplay(
      [RoomMessage(number: 1, from: "ann", content: .file(file))], files: [file.number: try #require(stored)])
    stored = nil
    #expect(held != nil)
    #expect(try replay.next() != nil)
    #expect(try replay.next() == nil)
    #expect(held == nil)
    withExtendedLifetime((other, replay)) {}
  }

  @Test(
    "what waits for an original holds no file open before its turn, and is told of where it has gone by then (002-7)")
  func forgotten() throws {
    let scratch = try Scratch()
    var folder = try RoomFolder(path: scratch.path)
    func store(_ kind: RoomFile.Kind, _ bytes: [UInt8]) throws -> RoomStoredFile {
      var incoming = try folder.begin(kind, size: Int64(bytes.count), head: bytes)
      try incoming.append(bytes)
      return try folder.store(incoming)
    }
    let told = [SpacedWrite([1], gap: 0)]
    var streams: [RoomStoredFile] = try [store(.stream, [7]), store(.stream, [8])]
    let readers = streams.map { OriginalFileReader($0, behind: [9], otherwise: told) }
    weak var gone: RoomStoredFile?
    gone = streams.removeFirst()
    #expect(gone == nil)
    #expect(try readers[0].next()?.bytes == [1])
    #expect(try readers[0].next() == nil)
    // One whose turn has come keeps it to its end.
    #expect(try readers[1].next()?.bytes == [9, 8])
    weak var held: RoomStoredFile?
    held = streams.removeFirst()
    #expect(held != nil)
    #expect(try readers[1].next() == nil)

    var picture: RoomStoredFile? = try store(.picture, [0xFF, 0xD8, 0xFF, 0xD9])
    let drawn = OriginalPicture(try #require(picture), otherwise: told)
    picture = nil
    #expect(drawn.writes.map(\.bytes) == [[1]])
  }

  @Test("sources that wait are counted until they have gone") func sources() throws {
    var queue = RoomQueue()
    queue.append([1])
    for _ in 0..<3 { queue.append(RoomReplay(try messages(), files: [:])) }
    #expect(queue.sources == 3)
    _ = try drained(&queue, RoomHost.maximumChunk)
    #expect(queue.sources == 0 && queue.isEmpty)
  }

  @Test("a messenger is told of a stream that cannot be read, and left where one ends on its way (002-7)")
  func original() throws {
    let scratch = try Scratch()
    var folder = try RoomFolder(path: scratch.path)
    let bytes = [UInt8](repeating: 7, count: 200_000)
    var incoming = try folder.begin(.stream, size: Int64(bytes.count), head: bytes)
    try incoming.append(bytes)
    let stored = try folder.store(incoming)
    let told = [SpacedWrite([1], gap: 0), SpacedWrite([2], gap: 0)]
    let begun = OriginalFileReader(stored, behind: [9], otherwise: told)
    #expect(try begun.next()?.bytes.starts(with: [9, 7]) == true)
    #expect(truncate(stored.path, 1_000) == 0)
    #expect(throws: SystemError.self) { try begun.next() }
    let late = OriginalFileReader(stored, behind: [9], otherwise: told)
    #expect(try [late.next()?.bytes, late.next()?.bytes, late.next()?.bytes] == [[1], [2], nil])
  }

  @Test("nothing to replay holds nothing up") func empty() throws {
    var queue = RoomQueue()
    queue.append(RoomReplay([], files: [:]))
    queue.append([1])
    #expect(try drained(&queue, 100) == [1])
    #expect(queue.isEmpty)
  }
}
