import SessionCore
import Sys

/// What the user types.
extension OriginalSession {
  /// Waits between two connections, and reads what is typed meanwhile; false once the user has left.
  mutating func wait(seconds: Double, stop: StopFlag) throws(Failure) -> Bool {
    let end = Time.monotonic() + seconds
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      if leftAt != nil { return false }
      let left = end - Time.monotonic()
      guard left > 0 else { return true }
      var ready = [Polled(input.descriptor, reading: listens, writing: false)]
      let milliseconds = Int32(min(Double(RequestLimits.look), left * 1000 + 1))
      if (try? Polled.wait(&ready, milliseconds: milliseconds)) == nil { return true }
      if ready[0].isReadable { takeLines() }
    }
  }

  mutating func takeLines() {
    for line in input.read() {
      // What is typed behind /quit says nothing.
      if leftAt != nil { return }
      do throws(Failure) {
        try say(line)
      } catch {
        events(.error(error))
      }
    }
    if !input.isOpen, input.endsSession, leftAt == nil { leftAt = Time.monotonic() }
  }

  private mutating func say(_ typed: TypedLine) throws(Failure) {
    switch try client.say(try RoomLine(typed, nicks: client.nicks)) {
    case .quit: leftAt = Time.monotonic()
    case .tell(let news): events(.room(news))
    case .send(let writes): _ = queue.add(.writes(writes))
    case .draw(let path):
      let (writes, strokes) = try OriginalClient.lines(try whole(path), path: path)
      _ = queue.add(.writes(writes))
      for stroke in strokes { canvas.add(.stroke(stroke)) }
    case .save(let path, let asSVG):
      try canvas.write(to: path, asSVG: asSVG)
      events(.room(.saved(path: path)))
    case .sendFile(let kind, let path):
      if client.dialect == .draw {
        let local = try RoomLocalFile(path, kind: kind, number: 0)
        _ = queue.add(.writes(try OriginalClient.picture(try whole(path), path: path)))
        canvas.add(.picture { (try? local.read(Int(local.file.bytes), at: 0)) ?? [] })
      } else {
        let size = try checked(path).size
        _ = queue.add(.file(head: OriginalClient.head(of: kind, size: size), path: path, size: size))
      }
    }
  }

  /// A regular file with something in it.
  private func checked(_ path: String) throws(Failure) -> FileStatus {
    let status: FileStatus?
    do throws(SystemError) {
      status = try Path.status(path)
    } catch {
      throw Failure(local: error, path: path)
    }
    guard let status else { throw Failure(.noSuchFile, path) }
    guard status.kind == .regular else { throw Failure(.unreadable, path, detail: "it is not a regular file") }
    if status.size == 0 { throw Failure(.emptyFile, path) }
    return status
  }

  private func whole(_ path: String) throws(Failure) -> [UInt8] {
    _ = try checked(path)
    do throws(SystemError) {
      return try WholeFile.read(path, maximumSize: OriginalLimits.picture)
    } catch {
      throw Failure(local: error, path: path)
    }
  }
}
