import Framing
import SessionCore
import Sys

/// What was said before a member came, as frames that are made as they go: a large canvas waits for nobody in memory.
final class RoomReplay: RoomFrameSource {
  private var messages: ArraySlice<RoomMessage>
  /// The files that are yet to be sent: others may be forgotten, and closed, meanwhile.
  private var files: [UInt64: RoomStoredFile] = [:]
  /// What is left of the message that has begun.
  private var frames: ArraySlice<[UInt8]> = []
  private var file: RoomFileReader?

  /// These messages; those that they speak of are among `files`.
  init(_ messages: [RoomMessage], files: [UInt64: RoomStoredFile]) {
    self.messages = messages[...]
    for case .file(let file) in messages.lazy.map(\.content) { self.files[file.number] = files[file.number] }
  }

  func next() throws(SystemError) -> [UInt8]? {
    while true {
      if let frame = frames.popFirst() { return frame }
      if let frame = try file?.next() { return frame }
      file = nil
      guard let message = messages.popFirst() else { return nil }
      if case .file(let content) = message.content {
        file = files.removeValue(forKey: content.number).map { RoomFileReader(content, of: message, in: $0) }
      } else {
        frames = RoomPacket.packets(of: message).map { $0.package.frame() }[...]
      }
    }
  }

  func skip() -> Bool {
    file = nil
    return true
  }

  func unread(_ frame: [UInt8]) { frames.insert(frame, at: frames.startIndex) }
}

extension RoomFileReader {
  /// Reads what a message of the room has.
  convenience init(_ file: RoomFile, of message: RoomMessage, in stored: RoomStoredFile) {
    self.init(file, read: stored.read) { part in
      RoomPacket.file(number: message.number, from: message.from, part).package.frame()
    }
  }
}
