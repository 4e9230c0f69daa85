import Dialects
import SessionCore
import Sys
import Transport

/// Clients of the original systems in the same room.
extension RoomHost {
  /// How many of them there may be: their protocols have no greeting that could tell a client from a port scan.
  static let maximumOriginals = 512
  /// How many of them one host may have: the places of the others stay free.
  static let maximumOriginalsOfOne = 64

  /// Takes a client of an original system.
  func take(_ socket: SocketBox, _ dialect: OriginalDialect, from address: String) {
    let source = Self.source(of: address)
    guard originals.count < Self.maximumOriginals,
      originals.values.count(where: { Self.source(of: $0.address) == source }) < Self.maximumOriginalsOfOne,
      let descriptor = socket.take()
    else { return }
    let id = newMember()
    let link = OriginalLink(id: id, dialect, address: address)
    link.entersBy = .now + Self.greetingTime
    originals[id] = link
    link.stream = ByteStream(
      socket: descriptor, queue: executor.queue,
      onReadable: { [weak self] in self?.assumeIsolated { $0.originalReadable(id) } },
      onWritable: { [weak self] in self?.assumeIsolated { $0.originalWritable(id) } })
    link.stream?.activate()
    act(link.member.connected(), link)
    flushAll()
    arm()
  }

  /// An address without its port.
  static func source(of address: String) -> Substring {
    address[..<(address.lastIndex(of: ":") ?? address.endIndex)]
  }

  private func originalReadable(_ id: RoomMemberID) {
    guard let link = originals[id], let stream = link.stream else { return }
    let outcome = stream.receive { bytes in
      do throws(Failure) {
        act(try link.member.receive(bytes, isHere: { room.knows($0) }), link)
      } catch {
        broken(link, error)
      }
      return originals[id] != nil && crowded.isEmpty
    }
    if originals[id] != nil {
      link.settlesAt = link.member.patience.map { .now + $0 }
      if outcome != .open {
        settle(link, isLast: true)
        drop(link)
      } else if !crowded.isEmpty {
        held.insert(id)
        stream.suspendReading()
      }
    }
    flushAll()
    arm()
  }

  private func originalWritable(_ id: RoomMemberID) {
    if let link = originals[id], !link.flush(at: .now) { drop(link) }
    arm()
  }

  /// Silence has ended what was begun.
  private func settle(_ link: OriginalLink, isLast: Bool) {
    link.settlesAt = nil
    do throws(Failure) {
      act(try link.member.settle(isLast: isLast, isHere: { room.knows($0) }), link)
    } catch {
      broken(link, error)
    }
  }

  private func broken(_ link: OriginalLink, _ failure: Failure) {
    events(.error(Failure(failure.reason, link.member.nick ?? link.address, detail: failure.detail)))
    drop(link)
  }

  /// Ends a connection now.
  func drop(_ link: OriginalLink) {
    guard originals.removeValue(forKey: link.id) != nil else { return }
    link.stream?.close()
    if let file = link.file { folder.discard(file) }
    held.remove(link.id)
    perform(room.left(link.id, at: .now))
    endIfEmpty()
  }

  // MARK: What they do

  private func act(_ acts: [OriginalMember.Act], _ link: OriginalLink) {
    for act in acts where originals[link.id] != nil {
      switch act {
      case .enter(let nick):
        link.wish = nick
        link.entersBy = nil
        perform(
          room.join(
            link.id, nick: nick, isAddress: nick == link.address, newToken: Random.bytes(16),
            part: RoomPart(link.member.dialect), at: .now))
      case .input(let input): perform(room.received(input, from: link.id, at: .now))
      case .fileBegin(let kind, let size): begin(kind, size, link)
      case .filePiece(let bytes): append(bytes, link)
      case .fileEnd: endFile(link)
      case .answer(let writes): send(writes, to: link)
      }
    }
  }

  private func begin(_ kind: RoomFile.Kind, _ size: Int64, _ link: OriginalLink) {
    link.skipsFile = !FilePart.takes(kind, size: size)
    link.pending = (kind, size)
    if link.skipsFile { send(link.member.writes(of: OriginalNotice.denied(.file).text), to: link) }
  }

  private func append(_ bytes: [UInt8], _ link: OriginalLink) {
    guard !link.skipsFile, let (kind, size) = link.pending else { return }
    do throws(ReceiveError) {
      var file = if let begun = link.file { begun } else { try folder.begin(kind, size: size, head: bytes) }
      // Kept meanwhile: what fails is dropped below.
      link.file = file
      try file.append(bytes)
      link.file = file
    } catch {
      link.skipsFile = true
      if let unfinished = link.file { folder.discard(unfinished) }
      link.file = nil
      events(.error(error.failure(link.member.nick ?? link.address)))
      send(link.member.writes(of: OriginalNotice.denied(.file).text), to: link)
    }
  }

  private func endFile(_ link: OriginalLink) {
    defer { link.pending = nil }
    guard let file = link.file else { return }
    link.file = nil
    guard PictureHeader.isWithinBounds(file.head) else {
      folder.discard(file)
      return send(link.member.writes(of: OriginalNotice.denied(.file).text), to: link)
    }
    do throws(ReceiveError) {
      let stored = try folder.store(file)
      files[stored.file.number] = stored
      perform(room.received(.file(stored.file), from: link.id, at: .now))
    } catch {
      folder.discard(file)
      events(.error(error.failure(link.member.nick ?? link.address)))
    }
  }

  // MARK: Time

  /// Writes what is due, and ends what silence has ended.
  func tickOriginals(_ now: Moment) {
    for link in originals.values {
      if let time = link.closesAt, now >= time { drop(link) }
      if let time = link.entersBy, now >= time { drop(link) }
      if let time = link.settlesAt, now >= time { settle(link, isLast: false) }
      if link.dueAt.map({ now >= $0 }) ?? false { dirtyOriginals.insert(link.id) }
    }
  }

  func flushOriginals() {
    while let id = dirtyOriginals.popFirst() {
      guard let link = originals[id] else { continue }
      if !link.flush(at: .now) {
        drop(link)
      } else if link.isOverflowing {
        events(
          .warning(Failure(.lost, link.member.nick ?? link.address, detail: "it reads too slowly, and was cut")))
        drop(link)
      }
    }
  }

  /// When the next of them is due.
  var originalsDeadline: Moment? {
    originals.values.reduce(nil) { OriginalLink.earlier($0, $1.deadline) }
  }
}
