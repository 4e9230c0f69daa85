import Dialects
import Framing
import SessionCore
import Sys

/// What the room decides, done.
extension RoomHost {
  func perform(_ actions: [RoomAction]) {
    for action in actions {
      switch action {
      case .welcome(let member, let welcome): self.welcome(member, welcome)
      case .refuse(let member, let refusal):
        refuse(member, refusal)
      case .replay(let member, let messages):
        if let link = links[member] {
          link.queue.append(RoomReplay(messages, files: files))
          markDirty(link)
        }
        if let link = originals[member] { replay(messages, to: link) }
      case .sayToAll(let message):
        tellHost(message)
        tell(message, links.values.filter(\.isIn))
        tell(message, Array(originals.values))
      case .say(let message, let members):
        if members.contains(.host) { tellHost(message) }
        tell(message, members.compactMap { links[$0] })
        tell(message, members.compactMap { originals[$0] })
      case .roster(let changes):
        events(.room(.roster(room.members, changes: changes)))
        for start in stride(from: 0, to: changes.count, by: RoomPacket.rosterLimit) {
          let some = changes[start..<min(start + RoomPacket.rosterLimit, changes.count)]
          let frame = RoomPacket.changes(Array(some)).package.frame()
          for link in links.values where link.isIn { enqueue(frame, link) }
        }
        tellRoster(changes)
      case .tellRoster(let member):
        if member == .host { events(.room(.roster(room.members, changes: []))) }
        if let link = links[member] { sendRoster(to: link) }
      case .deny(let member, let denial):
        if member == .host { events(.error(Failure(denial: denial))) }
        if let link = links[member] { send(.denied(denial, number: link.current), to: link) }
        if let link = originals[member] {
          send(link.member.writes(of: OriginalNotice.denied(denial).text), to: link)
        }
      case .close(let member, let farewell):
        if let link = links[member] {
          send(.bye(farewell), to: link)
          finish(link)
        }
        if let link = originals[member] {
          link.closesAt = .now + 2
          dirtyOriginals.insert(member)
        }
      case .forget(let file): (files[file.number], drawn[file.number]) = (nil, nil)
      }
    }
  }

  func send(_ packet: RoomPacket, to link: RoomLink) { enqueue(packet.package.frame(), link) }

  func enqueue(_ frame: [UInt8], _ link: RoomLink) {
    link.queue.append(frame)
    markDirty(link)
  }

  /// Remembers that something waits for it.
  func markDirty(_ link: RoomLink) {
    guard !link.isDirty else { return }
    link.isDirty = true
    dirty.append(link)
  }

  private func welcome(_ member: RoomMemberID, _ welcome: RoomWelcome) {
    if let link = originals[member] { return self.welcome(link, as: welcome.nick) }
    guard let link = links[member] else { return }
    link.isIn = true
    send(
      .welcome(
        room: name, nick: welcome.nick, token: welcome.token, heard: welcome.heard, last: welcome.last,
        startsAnew: welcome.startsAnew), to: link)
    sendRoster(to: link)
  }

  private func refuse(_ member: RoomMemberID, _ refusal: RoomRefusal) {
    if let link = links[member] {
      send(.refused(refusal), to: link)
      finish(link)
    }
    if let link = originals[member] {
      link.closesAt = .now + 2
      dirtyOriginals.insert(member)
    }
  }

  /// Sends the whole roster, of frames that are made once for all who get it.
  private func sendRoster(to link: RoomLink) {
    for frame in rosterFrames.all(of: room) { enqueue(frame, link) }
  }

  /// Puts a message into the queues of these: its frames are made once, for all.
  private func tell(_ message: RoomMessage, _ links: [RoomLink]) {
    if case .file(let file) = message.content {
      guard let stored = files[file.number] else { return }
      for link in links {
        link.queue.append(RoomFileReader(file, of: message, in: stored))
        markDirty(link)
      }
      return
    }
    for frame in RoomPacket.packets(of: message).map({ $0.package.frame() }) {
      for link in links { enqueue(frame, link) }
    }
  }

  /// The host's own log.
  private func tellHost(_ message: RoomMessage) {
    var stored: RoomStoredFile?
    if case .file(let file) = message.content { stored = files[file.number] }
    if let news = RoomNews(message, path: stored?.path) { events(.room(news)) }
  }
}

extension RoomPacket {
  /// A message as the packets that carry it; none for a file, whose bytes are not here.
  static func packets(of message: RoomMessage) -> [RoomPacket] {
    let (number, from) = (message.number, message.from)
    return switch message.content {
    case .text(let text): [.text(number: number, from: from, to: message.to, text: text)]
    case .stroke(let stroke): StrokePart.parts(of: stroke).map { .stroke(number: number, from: from, $0) }
    case .file: []
    case .undo(let of): [.undo(number: number, from: from, of: of)]
    case .clear: [.clear(number: number, from: from)]
    case .game(let news): [.game(number: number, from: from, news)]
    }
  }
}

extension RoomNews {
  /// A message as its event; nil for a file that is not here.
  init?(_ message: RoomMessage, path: String?) {
    let (number, from) = (message.number, message.from)
    switch message.content {
    case .text(let text): self = .text(from: from, to: message.to, text: text, number: number)
    case .stroke(let stroke): self = .stroke(stroke, from: from, number: number)
    case .file(let file):
      guard let path else { return nil }
      self = .file(file.kind, from: from, path: path, bytes: file.bytes, number: number)
    case .undo(let of): self = .undo(from: from, number: number, of: of)
    case .clear: self = .clear(from: from, number: number)
    case .game(let news): self = .game(news, from: from, number: number)
    }
  }
}
