import SessionCore
import Sys

/// What the room says.
extension RoomGuest {
  func heard(_ packet: RoomPacket) {
    switch packet {
    case .welcome(let room, let nick, let token, let heard, _, let startsAnew):
      welcomed(nick, room: room, token: token, heard: heard, startsAnew: startsAnew)
    case .refused(let refusal): end(.refused(Failure(refusal: refusal, nick: seat.nick ?? "")))
    case .roster(let entries, let part, let isLast):
      if part == 0 { seat.startRoster() }
      _ = seat.update(entries)
      if isLast { events(.room(.roster(seat.roster, changes: []))) }
    case .changes(let entries):
      let news = seat.update(entries)
      if !news.isEmpty { events(.room(.roster(seat.roster, changes: news))) }
    case .text(let number, let from, let to, let text): tell(number, from, to: to, .text(text))
    case .stroke(let number, let from, let part):
      switch stroke.add(part) {
      case .incomplete: break
      case .whole(let whole): tell(number, from, .stroke(whole))
      case .broken: end(.refused(Failure(.protocolBroken, from, detail: "a stroke in wrong parts")))
      }
    case .file(let number, let from, let part): received(part, number, from)
    case .preview(let from, let part):
      var assembly = StrokeAssembly()
      if case .whole(let line) = assembly.add(part) { events(.room(.preview(line, from: from))) }
    case .undo(let number, let from, let of): tell(number, from, .undo(of: of))
    case .clear(let number, let from): tell(number, from, .clear)
    case .game(let number, let from, let news):
      if case .scores = news {
        events(.room(.game(news, from: from, number: nil)))
      } else {
        tell(number, from, .game(news))
      }
    case .heard(let number): confirm(seat.heard(number))
    case .denied(let denial, let number):
      events(.error(Failure(denial: denial)))
      if let line = number.flatMap({ seat.denied($0) }) {
        events(.room(.said(number: line, state: .failed)))
        settled()
      }
    case .pong: break
    case .bye(let farewell): end(farewell == .restart ? .lost(nil) : .closed(farewell))
    }
  }

  /// Tells a message, unless it came before.
  private func tell(_ number: UInt64, _ from: String, to: String? = nil, _ content: RoomMessage.Content) {
    guard seat.took(number) else { return }
    let message = RoomMessage(number: number, from: from, to: to, content: content)
    drawing.apply(message)
    if let news = RoomNews(message, path: nil) { events(.room(news)) }
  }

  private func received(_ part: FilePart, _ number: UInt64, _ from: String) {
    do throws(ReceiveError) {
      if part.offset == 0 {
        if let unfinished = file { folder.discard(unfinished) }
        file = nil
        skipsFile = false
        guard FilePart.takes(part.kind, size: part.size) else {
          return end(.refused(Failure(.protocolBroken, from, detail: "a file larger than a room takes")))
        }
      }
      if skipsFile { return }
      var incoming =
        if let file { file } else { try folder.begin(part.kind, size: part.size, head: part.data) }
      guard incoming.bytes == part.offset, incoming.size == part.size else {
        file = incoming
        return end(.refused(Failure(.protocolBroken, from, detail: "parts of a file came out of order")))
      }
      // Kept meanwhile: what fails is dropped below.
      file = incoming
      try incoming.append(part.data)
      file = incoming
      guard part.isLast else { return }
      guard PictureHeader.isWithinBounds(incoming.head) else {
        return end(.refused(Failure(.protocolBroken, from, detail: "a picture larger than a room takes")))
      }
      let stored = try folder.store(incoming)
      file = nil
      guard seat.took(number) else { return }
      drawing.apply(
        RoomMessage(number: number, from: from, content: .file(stored.file)), file: stored)
      events(
        .room(.file(part.kind, from: from, path: stored.path, bytes: part.size, number: number)))
    } catch {
      // The rest of it is still coming, and is no fault of the room's.
      skipsFile = true
      if let unfinished = file { folder.discard(unfinished) }
      file = nil
      events(.error(error.failure(from)))
    }
  }
}
