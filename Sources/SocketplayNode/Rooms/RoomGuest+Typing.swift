import Dispatch
import SessionCore
import Sys

/// What the user types.
extension RoomGuest {
  /// A line was typed; false once it said goodbye.
  func type(_ typed: TypedLine) async -> Bool {
    lines += 1
    do throws(Failure) {
      return try await perform(try RoomLine(typed, nicks: seat.roster.map(\.nick)))
    } catch {
      events(.error(error))
      return true
    }
  }

  private func perform(_ line: RoomLine) async throws(Failure) -> Bool {
    switch line {
    case .text(let text): try await say(text, to: nil)
    case .message(let nick, let text):
      guard seat.nick == nil || seat.isThere(nick) else { throw Failure(.noSuchNick, nick) }
      try await say(text, to: nick)
    case .picture(let path): try await send(path, .picture)
    case .stream(let path): try await send(path, .stream)
    case .draw(let path): try await draw(path, erases: isEraserOn)
    case .erase(let path?): try await draw(path, erases: true)
    case .erase(nil): isEraserOn.toggle()
    case .save(let path, let asSVG):
      try await drawing.save(path, asSVG: asSVG)
      events(.room(.saved(path: path)))
    case .undo: try await put(bytes: 0) { [.packet(.undo(number: $0))] }
    case .clear: try await put(bytes: 0) { [.packet(.clear(number: $0))] }
    case .game(let command): try await put(bytes: 0) { [.packet(.game(number: $0, command))] }
    case .who: events(.room(.roster(seat.roster, changes: [])))
    case .kick: throw Failure(denial: .hostOnly)
    case .quit: return false
    }
    return true
  }

  private func say(_ text: String, to nick: String?) async throws(Failure) {
    try await put(bytes: text.utf8.count) { [.packet(.text(number: $0, text: text, to: nick))] }
  }

  private func send(_ path: String, _ kind: RoomFile.Kind) async throws(Failure) {
    let local = try RoomLocalFile(path, kind: kind, number: nextFileNumber())
    try await put(bytes: 0) { number in
      // Not before there is room for it: what does not wait to be heard is closed.
      outgoing[local.file.number] = local
      return [.file(local.file, number: number)]
    }
  }

  private func draw(_ path: String, erases: Bool) async throws(Failure) {
    for stroke in try StrokeFile.read(path, erases: erases) { try await put(stroke) }
  }

  func put(_ stroke: Stroke) async throws(Failure) {
    try await put(bytes: stroke.points.count * 16) { number in
      StrokePart.parts(of: stroke).map { .packet(.stroke(number: number, $0)) }
    }
  }

  /// Says it as soon as there is room: so much may wait to be heard.
  private func put(bytes: Int, _ make: (UInt64) -> [RoomSeat.Outgoing]) async throws(Failure) {
    let line = lines
    while !isLeaving {
      if let contents = seat.say(line: line, bytes: bytes, make) {
        for content in contents { put(content) }
        return flush()
      }
      await hearing()
    }
    events(.room(.said(number: line, state: .failed)))
  }

  /// Waits until the room has heard everything, or all is over.
  func finishSaying() async {
    while !isLeaving, !seat.unheard.isEmpty { await hearing() }
  }

  /// The same, and no longer than so many seconds in which nothing of it goes out.
  func finishSaying(patience: Double) async {
    let began = Moment.now
    let clock = DispatchSource.makeTimerSource(queue: executor.queue)
    clock.setEventHandler { [weak self] in self?.assumeIsolated { $0.wake() } }
    clock.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
    clock.activate()
    defer { clock.cancel() }
    while !isLeaving, !seat.unheard.isEmpty, .now < max(began, lastSent) + patience { await hearing() }
  }

  /// All is over: what the room has not heard is told as failed.
  func giveUp() {
    for line in seat.unheard { events(.room(.said(number: line, state: .failed))) }
  }
}
