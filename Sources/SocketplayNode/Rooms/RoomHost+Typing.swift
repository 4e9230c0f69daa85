import SessionCore
import Sys

/// What the host's user types: the room's operator.
extension RoomHost {
  /// A line was typed; false once it said goodbye.
  ///
  /// Waits while a member that reads slowly holds everybody up.
  func type(_ typed: TypedLine) async -> Bool {
    while !crowded.isEmpty { await withCheckedContinuation { waiting.append($0) } }
    do throws(Failure) {
      let line = try RoomLine(typed, nicks: room.members.map(\.nick))
      if line == .quit { return false }
      try await perform(line)
    } catch {
      events(.error(error))
    }
    flushAll()
    arm()
    return true
  }

  private func perform(_ line: RoomLine) async throws(Failure) {
    switch line {
    case .text(let text): say(.text(text, to: nil))
    case .message(let nick, let text): say(.text(text, to: nick))
    case .picture(let path): try await send(path, .picture)
    case .stream(let path): try await send(path, .stream)
    case .draw(let path): try draw(path, erases: erases)
    case .erase(let path?): try draw(path, erases: true)
    case .erase(nil): erases.toggle()
    case .save(let path, let asSVG):
      var drawing = Drawing()
      for message in room.canvasOperations {
        if case .file(let file) = message.content {
          drawing.apply(message, file: files[file.number])
        } else {
          drawing.apply(message)
        }
      }
      try await drawing.save(path, asSVG: asSVG)
      events(.room(.saved(path: path)))
    case .undo: say(.undo)
    case .clear: say(.clear)
    case .game(let command): say(.game(command))
    case .who: say(.who)
    case .kick(let nick): perform(room.kick(nick, by: .host))
    case .quit: break
    }
  }

  private func say(_ input: RoomInput) { perform(room.received(input, from: .host, at: .now)) }

  /// A picture or stream of the host's own goes through its receive folder, as everybody's does.
  private func send(_ path: String, _ kind: RoomFile.Kind) async throws(Failure) {
    let local = try RoomLocalFile(path, kind: kind, number: 0)
    do throws(ReceiveError) {
      var incoming: RoomIncomingFile?
      while (incoming?.bytes ?? 0) < local.file.bytes {
        let offset = incoming?.bytes ?? 0
        let count = Int(min(1 << 20, local.file.bytes - offset))
        let data = try receiving { () throws(SystemError) in try local.read(count, at: offset) }
        var file =
          if let incoming { incoming } else { try folder.begin(kind, size: local.file.bytes, head: data) }
        try file.append(data)
        incoming = file
        // Others are served between the pieces of a large one.
        await Task.yield()
      }
      guard let incoming else { return }
      if !PictureHeader.isWithinBounds(incoming.head) {
        folder.discard(incoming)
        return events(.error(Failure(.tooLarge, path)))
      }
      let stored = try folder.store(incoming)
      files[stored.file.number] = stored
      say(.file(stored.file))
    } catch {
      throw error.failure(path)
    }
  }

  private func draw(_ path: String, erases: Bool) throws(Failure) {
    for stroke in try StrokeFile.read(path, erases: erases) { say(.stroke(stroke)) }
  }
}
