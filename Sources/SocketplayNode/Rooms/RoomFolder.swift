import SessionCore
import Sys

/// Where a room, or a member of one, keeps the pictures and streams that come: its receive folder.
struct RoomFolder: ~Copyable {
  private let path: String
  private var folder: ReceiveFolder
  private let prefix = Random.hexadecimal(bytes: 4)
  private var number: UInt64 = 0

  /// Opens the folder at an absolute path, making it where it is not there.
  init(path: String) throws(ReceiveError) {
    self.path = path
    folder = try ReceiveFolder(path: path)
  }

  /// Begins a picture or stream, whose first bytes tell what it is.
  mutating func begin(
    _ kind: RoomFile.Kind, size: Int64?, head: [UInt8]
  ) throws(ReceiveError) -> RoomIncomingFile {
    if folder.isRemoved { folder = try ReceiveFolder(path: path) }
    number += 1
    let file = try folder.begin([Self.name(kind, head)], id: "room-\(prefix)-\(number)", size: size)
    return RoomIncomingFile(file, number: number, kind: kind, size: size)
  }

  /// Stores what has come whole, under the first free name like `picture.jpg`.
  ///
  /// Not synced: talk is not worth the wait of everybody else for the disk.
  mutating func store(_ incoming: RoomIncomingFile) throws(ReceiveError) -> RoomStoredFile {
    try folder.complete(incoming.part, nil)
    let stored = try folder.name(incoming.part)
    folder.unsynced = []
    return RoomStoredFile(
      RoomFile(number: incoming.number, kind: incoming.kind, bytes: incoming.bytes), path: stored.path,
      content: incoming.part)
  }

  /// Drops what will not come whole.
  func discard(_ incoming: RoomIncomingFile) { try? folder.discard(incoming.part) }

  private static func name(_ kind: RoomFile.Kind, _ head: [UInt8]) -> String {
    switch kind {
    case .picture: head.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? "picture.png" : "picture.jpg"
    case .stream: "stream.bin"
    }
  }
}

/// A picture or stream that is coming.
struct RoomIncomingFile {
  let part: IncomingFile
  let number: UInt64
  let kind: RoomFile.Kind
  /// Bytes in all; nil where its protocol does not say.
  let size: Int64?
  /// Bytes so far.
  private(set) var bytes: Int64 = 0
  /// Its beginning, in which the headers of a picture stand, a thumbnail before them included.
  private(set) var head: [UInt8] = []

  /// How much of the beginning is kept.
  private static let headLimit = 256 << 10

  init(_ part: IncomingFile, number: UInt64, kind: RoomFile.Kind, size: Int64?) {
    self.part = part
    self.number = number
    self.kind = kind
    self.size = size
  }

  /// Adds the bytes that follow.
  mutating func append(_ data: [UInt8]) throws(ReceiveError) {
    try part.write(data, at: bytes)
    bytes += Int64(data.count)
    if kind == .picture, head.count < Self.headLimit { head += data.prefix(Self.headLimit - head.count) }
  }
}

/// A picture or stream that is stored: open for reading, for as long as somebody may ask for it.
final class RoomStoredFile: Sendable {
  let file: RoomFile
  let path: String
  private let content: IncomingFile

  init(_ file: RoomFile, path: String, content: IncomingFile) {
    self.file = file
    self.path = path
    self.content = content
  }

  /// So many bytes from there.
  ///
  /// Throws where the file has become shorter.
  func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    try content.descriptor.readExactly(count, at: offset, subject: path)
  }
}

extension UnownedDescriptor {
  /// So many bytes from there; an error where the file is shorter.
  func readExactly(_ count: Int, at offset: Int64, subject: String) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    let read = try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in
      try readAll(into: buffer, at: offset)
    }
    guard read == count else { throw SystemError(call: "pread", subject: subject, code: SystemError.inputOutput) }
    return bytes
  }
}
