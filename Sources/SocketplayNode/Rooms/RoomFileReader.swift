import SessionCore
import Sys

/// Reads a file part by part, as frames.
final class RoomFileReader: RoomFrameSource {
  private let file: RoomFile
  private let read: (Int, Int64) throws(SystemError) -> [UInt8]
  private let frame: (FilePart) -> [UInt8]
  private var offset: Int64 = 0
  private var kept: [UInt8]?

  /// `read` gives so many bytes from an offset, `frame` makes the frame of a part.
  init(
    _ file: RoomFile, read: @escaping (Int, Int64) throws(SystemError) -> [UInt8],
    frame: @escaping (FilePart) -> [UInt8]
  ) {
    self.file = file
    self.read = read
    self.frame = frame
  }

  func next() throws(SystemError) -> [UInt8]? {
    if let kept {
      self.kept = nil
      return kept
    }
    let count = Int(min(Int64(FilePart.byteLimit), file.bytes - offset))
    if count == 0 { return nil }
    let data = try read(count, offset)
    defer { offset += Int64(count) }
    return frame(FilePart(kind: file.kind, size: file.bytes, offset: offset, data: data))
  }

  func skip() -> Bool { false }

  func unread(_ frame: [UInt8]) { kept = frame }
}
