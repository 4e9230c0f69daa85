import SessionCore
import Sys

/// Saves the pictures and streams that come without a name, one at a time, in the receive folder.
struct SavedFiles: ~Copyable {
  private let path: String
  private var folder: ReceiveFolder?
  /// What is under way; its file is made with the first bytes, which tell what it is.
  private var kind: RoomFile.Kind?
  private var size: Int64 = 0
  private var file: IncomingFile?
  private var offset: Int64 = 0

  init(folder path: String) {
    self.path = path
  }

  /// A file begins.
  mutating func begin(_ kind: RoomFile.Kind, size: Int64) {
    drop()
    self.kind = kind
    self.size = size
  }

  /// Its next bytes; blocks where the disk is slow.
  ///
  /// After a failure the rest of the file is passed over.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    guard let kind else { return }
    let name = Self.name(kind, bytes)
    do throws(ReceiveError) {
      if file == nil { file = try make(name) }
      try file?.write(bytes, at: offset)
      offset += Int64(bytes.count)
    } catch {
      drop()
      throw error.failure(name)
    }
  }

  /// It is complete: where it is stored; nil where it failed before, or has no bytes.
  mutating func end() throws(Failure) -> RoomStoredFile? {
    guard let kind, let file else {
      drop()
      return nil
    }
    let bytes = offset
    do throws(ReceiveError) {
      guard let stored = try folder?.store(file, modified: nil) else { return nil }
      forget()
      return RoomStoredFile(RoomFile(number: 0, kind: kind, bytes: bytes), path: stored.path, content: file)
    } catch {
      drop()
      throw error.failure(file.name)
    }
  }

  /// What is under way will not be complete: it goes.
  mutating func drop() {
    if let file { try? folder?.discard(file) }
    forget()
  }

  private mutating func forget() {
    kind = nil
    file = nil
    offset = 0
  }

  private mutating func make(_ name: String) throws(ReceiveError) -> IncomingFile {
    if folder?.isRemoved ?? true { folder = try ReceiveFolder(path: path) }
    guard let made = try folder?.begin([name], id: Random.hexadecimal(bytes: 8), size: size) else {
      preconditionFailure("the folder was just opened")
    }
    return made
  }

  /// A name by what the first bytes are; a taken one gets a number when it is stored.
  private static func name(_ kind: RoomFile.Kind, _ head: [UInt8]) -> String {
    let marks: [(place: Int, mark: [UInt8], suffix: String)] = [
      (0, [0xFF, 0xD8, 0xFF], ".jpg"), (0, [0x89, 0x50, 0x4E, 0x47], ".png"), (0, Array("GIF8".utf8), ".gif"),
      (0, Array("ID3".utf8), ".mp3"), (4, Array("ftyp".utf8), ".mp4"), (0, Array("OggS".utf8), ".ogg"),
      (0, Array("RIFF".utf8), ".wav"),
    ]
    let known = marks.first { head.dropFirst($0.place).starts(with: $0.mark) }
    return kind.rawValue + (known?.suffix ?? ".bin")
  }
}
