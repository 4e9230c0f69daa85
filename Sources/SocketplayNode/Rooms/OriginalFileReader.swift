import Dialects
import SessionCore
import Sys

/// A picture or stream on its way to a client of an original system, read as it goes.
///
/// Until its turn it holds no file open: a client that stands still may have thousands of them before it. One that the room
/// has forgotten by then, of which it keeps the last 64 and the canvas, is only told of.
///
/// Belongs to the actor that made it.
final class OriginalFileReader {
  private enum Source {
    /// The same before its turn.
    case waiting(AwaitedFile, header: [UInt8])
    /// The file as it is, behind a header.
    case file(RoomStoredFile, header: [UInt8])
    case picture(OriginalPicture)
    /// Writes that only tell of it.
    case told([SpacedWrite])
  }

  /// Bytes that are read at once.
  private static let blockSize = 64 << 10

  private var source: Source
  private let otherwise: [SpacedWrite]
  /// Bytes of the file, or writes of the picture, that have gone.
  private var place = 0

  /// The file in a messenger's form; where it cannot be read from its beginning on, the writes that only tell of it.
  init(_ file: RoomStoredFile, behind header: [UInt8], otherwise: [SpacedWrite]) {
    source = .waiting(AwaitedFile(file: file), header: header)
    self.otherwise = otherwise
  }

  /// The picture in the drawing relay's form.
  init(_ picture: OriginalPicture) {
    source = .picture(picture)
    otherwise = []
  }

  /// The next write; nil once all has gone.
  ///
  /// Throws where the file has become shorter on its way: what follows cannot be told apart from it any more.
  func next() throws(SystemError) -> SpacedWrite? {
    switch source {
    case .waiting(let waiting, let header):
      source = waiting.file.map { .file($0, header: header) } ?? .told(otherwise)
      return try next()
    case .file(let stored, let header):
      let count = min(Self.blockSize, Int(stored.file.bytes) - place)
      if count <= 0 { return nil }
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try stored.read(count, at: Int64(place))
      } catch {
        if place > 0 { throw error }
        source = .told(otherwise)
        return try next()
      }
      defer { place += count }
      return SpacedWrite(place == 0 ? header + bytes : bytes, gap: 0)
    case .picture(let picture): return next(of: picture.writes)
    case .told(let writes): return next(of: writes)
    }
  }

  private func next(of writes: [SpacedWrite]) -> SpacedWrite? {
    guard place < writes.count else { return nil }
    defer { place += 1 }
    return writes[place]
  }
}

/// A file that somebody waits for, and that the room may forget meanwhile.
private struct AwaitedFile {
  weak var file: RoomStoredFile?
}

/// A picture that some client is still shown.
struct DrawnPicture {
  weak var picture: OriginalPicture?
}

/// A picture as writes of the drawing relay: made when the first client's turn has come, and held by those whom it goes to, so
/// that however many they are there is one of it.
///
/// Belongs to the actor that made it.
final class OriginalPicture {
  private let waiting: AwaitedFile
  private let otherwise: [SpacedWrite]

  /// The writes; where it is no JPEG, is forgotten, or cannot be read any more, those that only tell of it.
  private(set) lazy var writes: [SpacedWrite] =
    waiting.file.flatMap { try? DrawingEncoder.picture($0.read(Int($0.file.bytes), at: 0)) } ?? otherwise

  init(_ stored: RoomStoredFile, otherwise: [SpacedWrite]) {
    (self.waiting, self.otherwise) = (AwaitedFile(file: stored), otherwise)
  }
}
