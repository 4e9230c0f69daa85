import Framing
import SessionCore
import Sys

/// What members say.
extension RoomHost {
  func received(_ body: UnsafeRawBufferPointer, _ link: RoomLink) {
    guard link.closesAt == nil, links[link.id] != nil else { return }
    if let lastPing, link.isIn, lastPing.isSaid(by: body) {
      enqueue(lastPing.answer, link)
      return count()
    }
    let package: ReceivedPackage
    do throws(PackageError) {
      package = try Package.decode(body: body, limits: Self.packageLimits)
    } catch {
      return broken(link, Failure(package: error, peer: named(link)))
    }
    // What is no packet of a room's is ignored, as everywhere: that is how later versions add to this one.
    guard package.kind == .control, package.intent == .none, let verb = package.word, let data = package.data,
      let packet = MemberPacket(verb: verb, data: UnsafeRawBufferPointer(rebasing: body[data]))
    else { return }
    if case .ping = packet {} else { hasNews = true }
    if link.isIn { heard(packet, body, link) } else { greeted(packet, link) }
    count()
  }

  /// Something was heard; now and then all are written to meanwhile.
  private func count() {
    unflushed += 1
    if unflushed >= Self.batch { flushAll() }
  }

  private static let packageLimits = PackageLimits(
    maximumSize: maximumFrame, maximumObjects: 64, maximumText: 4_096)

  private func greeted(_ packet: MemberPacket, _ link: RoomLink) {
    guard case .join(let nick, let token, let since) = packet else {
      return broken(link, Failure(.protocolBroken, named(link), detail: "it did not ask to come in"))
    }
    perform(
      room.join(
        link.id, nick: nick, token: token, newToken: Random.bytes(16), owner: link.owner, since: since, at: .now))
  }

  private func heard(_ packet: MemberPacket, _ body: UnsafeRawBufferPointer, _ link: RoomLink) {
    switch packet {
    case .join: break
    case .text(let number, let text, let to): take(.text(text, to: to), number, link)
    case .stroke(let number, let part): drew(part, number, link)
    case .file(let number, let part): sent(part, number, link)
    case .preview(let part): preview(part, link)
    case .undo(let number): take(.undo, number, link)
    case .clear(let number): take(.clear, number, link)
    case .who: perform(room.received(.who, from: link.id, at: .now))
    case .game(let number, let command): take(.game(command), number, link)
    case .ping(let token):
      let ping = RoomPing(body: Array(body), answer: RoomPacket.pong(token: token).package.frame())
      lastPing = ping
      enqueue(ping.answer, link)
    case .bye: drop(link)
    }
  }

  private func take(_ input: RoomInput, _ number: UInt64, _ link: RoomLink) {
    link.unconfirmed = number
    link.current = number
    perform(room.received(input, from: link.id, number: number, at: .now))
    link.current = nil
  }

  /// Tells the member up to which of its own numbers all was taken.
  func confirm(_ link: RoomLink) {
    guard let number = link.unconfirmed else { return }
    link.unconfirmed = nil
    send(.heard(number), to: link)
  }

  private func drew(_ part: StrokePart, _ number: UInt64, _ link: RoomLink) {
    switch link.stroke.add(part) {
    case .incomplete: break
    case .whole(let stroke): take(.stroke(stroke), number, link)
    case .broken:
      link.unconfirmed = number
      send(.denied(.stroke, number: number), to: link)
    }
  }

  private func preview(_ part: StrokePart, _ link: RoomLink) {
    var assembly = StrokeAssembly()
    guard part.isLast, case .whole(let stroke) = assembly.add(part), room.allowsPreview(by: link.id),
      let nick = room.nick(of: link.id)
    else { return }
    events(.room(.preview(stroke, from: nick)))
    let frame = RoomPacket.preview(from: nick, part).package.frame()
    // Who has something waiting gets none: the whole line follows.
    for (id, other) in links where other.isIn && other.queue.isEmpty && id != link.id { enqueue(frame, other) }
  }

  // MARK: Files

  private func sent(_ part: FilePart, _ number: UInt64, _ link: RoomLink) {
    if part.offset == 0 {
      if let unfinished = link.file { folder.discard(unfinished) }
      link.file = nil
      link.skipsFile = !FilePart.takes(part.kind, size: part.size)
      if link.skipsFile { return deny(part, number, link) }
    }
    if link.skipsFile { return deny(part, number, link) }
    do throws(ReceiveError) {
      var file =
        if let begun = link.file { begun } else { try folder.begin(part.kind, size: part.size, head: part.data) }
      guard file.bytes == part.offset, file.size == part.size else {
        folder.discard(file)
        link.file = nil
        return broken(link, Failure(.protocolBroken, named(link), detail: "parts of a file came out of order"))
      }
      // Kept meanwhile: what fails is dropped below.
      link.file = file
      try file.append(part.data)
      link.file = file
      guard part.isLast else { return }
      guard PictureHeader.isWithinBounds(file.head) else {
        folder.discard(file)
        link.file = nil
        return deny(part, number, link)
      }
      let stored = try folder.store(file)
      link.file = nil
      files[stored.file.number] = stored
      take(.file(stored.file), number, link)
    } catch {
      link.skipsFile = true
      if let unfinished = link.file { folder.discard(unfinished) }
      link.file = nil
      events(.error(error.failure(named(link))))
      deny(part, number, link)
    }
  }

  /// Says once, at the end, that a file was not taken.
  private func deny(_ part: FilePart, _ number: UInt64, _ link: RoomLink) {
    guard part.isLast else { return }
    link.skipsFile = false
    link.unconfirmed = number
    send(.denied(.file, number: number), to: link)
  }
}

/// A sign of life and its answer, byte for byte.
///
/// Thousands of members say the same one each minute, and to take it apart and put the answer together each time would be most
/// of what they cost.
struct RoomPing {
  let body: [UInt8]
  let answer: [UInt8]

  /// Whether these are its bytes.
  func isSaid(by other: UnsafeRawBufferPointer) -> Bool {
    body.count == other.count && body.withUnsafeBytes { $0.elementsEqual(other) }
  }
}
