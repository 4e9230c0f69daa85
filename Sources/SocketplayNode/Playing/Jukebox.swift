import Dispatch
import Music
import SessionCore
import Synchronization
import Sys

/// Plays the songs that a session receives, one after the other, in the order in which they began to come.
///
/// A song whose turn comes while it is still arriving is handed to the player through a pipe, where its format allows that;
/// else it is waited for. All of this happens on a queue of its own, whose thread may wait.
final class Jukebox: Sendable {
  /// Songs that may wait for their turn; those beyond are stored and not played.
  static let maximumWaiting = 1_000

  private struct State {
    var waiting = 0
    var isStopped = false
    var child: ChildProcess?
  }

  private let player: Player
  private let events: Node.Sink
  private let queue = DispatchQueue(label: "socketplay.jukebox")
  private let state = Mutex(State())

  init(_ player: Player, events: @escaping Node.Sink) {
    self.player = player
    self.events = events
  }

  /// Takes a song that has begun to come; false where too many wait.
  func add(_ song: ArrivingSong) -> Bool {
    let isTaken = state.withLock { state in
      guard state.waiting < Self.maximumWaiting, !state.isStopped else { return false }
      state.waiting += 1
      return true
    }
    guard isTaken else { return false }
    queue.async {
      self.state.withLock { $0.waiting -= 1 }
      self.play(song)
    }
    return true
  }

  /// Waits until the last song has ended; cancelling ends it at once.
  func finish() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    } onCancel: {
      stop()
    }
  }

  /// Ends the song that plays, and plays no other.
  func stop() {
    let child = state.withLock { state in
      state.isStopped = true
      return state.child
    }
    child?.signal(Signal.terminate)
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Plays a song from its beginning to its end; blocks as long as it lasts.
  private func play(_ song: ArrivingSong) {
    while !isStopped {
      switch song.state {
      case .stored(let path): return play(path)
      case .abandoned: return
      case .arriving(let bytes):
        if bytes > 0, head(of: song, bytes) == .yes { return stream(song) }
        song.wait()
      }
    }
  }

  private func head(of song: ArrivingSong, _ bytes: Int64) -> Streamable {
    var head = [UInt8](repeating: 0, count: Int(min(bytes, Int64(Streamable.headLength))))
    let count = head.withUnsafeMutableBytes { (try? song.file.readAll(into: $0, at: 0)) ?? 0 }
    return Streamable.judge(Array(head[..<count]))
  }

  private func play(_ path: String) {
    do throws(SystemError) {
      let child = try ChildProcess(
        player.path, arguments: player.arguments + [path], input: .nothing, output: .nothing, error: .nothing)
      try wait(for: child)
    } catch {
      events(.warning(Failure(.failed, player.path, detail: error.message)))
    }
  }

  /// Writes what comes of a song into a pipe, at the player's pace, and waits until it has played.
  private func stream(_ song: ArrivingSong) {
    do throws(SystemError) {
      let (child, writing) = try startStreaming()
      state.withLock { $0.child = child }
      if let writing = writing.take() { pour(song, into: writing) }
      try wait(for: child)
    } catch {
      events(.warning(Failure(.failed, player.path, detail: error.message)))
    }
  }

  /// A player that reads a pipe, and the pipe's other end: the only one, so that the player sees the song's end.
  private func startStreaming() throws(SystemError) -> (ChildProcess, Handover<FileDescriptor>) {
    let pipe = try Pipe()
    let child = try ChildProcess(
      player.path, arguments: player.arguments + ["-"], input: .descriptor(pipe.reading.unowned), output: .nothing,
      error: .nothing)
    return (child, Handover(try pipe.writing.duplicate()))
  }

  private func pour(_ song: ArrivingSong, into pipe: consuming FileDescriptor) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while !isStopped {
      let state = song.state
      let count = (try? song.file.read(into: room(buffer, state, offset), at: offset)) ?? 0
      if count > 0 {
        do throws(SystemError) {
          try pipe.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } catch {
          // The player has ended: its user has heard enough.
          return
        }
        offset += Int64(count)
      } else if case .arriving = state {
        song.wait()
      } else {
        return
      }
    }
  }

  /// What may be read: of a song that still arrives, no more than has come.
  private func room(
    _ buffer: UnsafeMutableRawBufferPointer, _ state: ArrivingSong.State, _ offset: Int64
  ) -> UnsafeMutableRawBufferPointer {
    guard case .arriving(let bytes) = state else { return buffer }
    return UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), bytes - offset))])
  }

  private func wait(for child: ChildProcess) throws(SystemError) {
    let isStopped = state.withLock { state in
      state.child = child
      return state.isStopped
    }
    if isStopped { child.signal(Signal.terminate) }
    let end = try child.waitBlocking()
    state.withLock { $0.child = nil }
    if case .exited(let status) = end, status != 0 {
      events(.warning(Failure(.failed, player.path, detail: "it ended with \(status)")))
    }
  }
}
