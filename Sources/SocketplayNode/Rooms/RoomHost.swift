import Dispatch
import Framing
import SessionCore
import Sys
import Transport

/// A room with its members: the machine of SessionCore, wired to sockets, a clock and the receive folder.
///
/// One actor on one serial queue, on which every socket of the room tells that it is ready: what was said is put into
/// its one order there, and written to hundreds without a hop.
actor RoomHost {
  nonisolated let executor = QueueExecutor(label: "socketplay.room")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The longest frame taken from a member: a text of the longest kind, or a part of a stroke or file.
  static let maximumFrame = 256 << 10
  /// The longest frame written to one, with room to put small ones together.
  static let maximumChunk = 320 << 10
  /// Seconds within which a caller must ask to come in.
  static let greetingTime = 10.0
  /// Links that have come in and have no nick yet.
  static let maximumNameless = 64
  /// Seconds of silence after which a member is lost: two and a half of the heartbeats it sends.
  static let silenceTime = 150.0
  /// Bytes that wait for a member at which the others are held up.
  static let crowdedBytes = 1 << 20
  /// Bytes that wait for a member at which it is cut at once.
  static let overflowBytes = 8 << 20
  /// Pictures and streams that wait for a member, each an open file, at which it is cut at once: eight times what the room keeps
  /// for who comes back.
  static let overflowFiles = 512
  /// Seconds that others are held up for a member before it is cut.
  static let patience = 5.0
  /// Members of whom one gives a sign of life every 60 ms or less.
  private static let many = 1_000
  /// Milliseconds within which the signs of life of many members are gathered: waking for each would be most of what they
  /// cost, and a message that comes meanwhile waits no longer than that.
  private static let gathering: Int32 = 50
  /// Messages after which those who read fast are written to, before more is read.
  static let batch = 64

  let name: String
  let events: Node.Sink
  var room: Room
  var folder: RoomFolder
  private let acquaintances: Acquaintances
  private let crowd: ConnectionCrowd
  var links: [RoomMemberID: RoomLink] = [:]
  var originals: [RoomMemberID: OriginalLink] = [:]
  var files: [UInt64: RoomStoredFile] = [:]
  /// The pictures that are on their way to clients of the drawing relay.
  var drawn: [UInt64: DrawnPicture] = [:]
  /// The roster, made into frames for those who come.
  var rosterFrames = RosterFrames()
  /// Links for which something waits.
  var dirty: [RoomLink] = []
  var dirtyOriginals: Set<RoomMemberID> = []
  /// Members for whom too much waits, and those whose reading is held up for them.
  var crowded: Set<RoomMemberID> = []
  var held: Set<RoomMemberID> = []
  /// Links that are to be closed once what waits is written.
  var closing: Set<RoomMemberID> = []
  /// The sign of life that came last.
  var lastPing: RoomPing?
  /// Whether something else than a sign of life was heard from the member that is read now.
  var hasNews = false
  /// Messages since all were written to.
  var unflushed = 0
  /// The eraser of the host's user.
  var erases = false
  /// Links whose nick is awaited, in the order of coming; some may have one meanwhile.
  private var nameless: [RoomMemberID] = []
  private var nextMember: UInt32 = 1
  var timer: (any DispatchSourceTimer)?
  var armed: Moment?
  private var onEmpty: CheckedContinuation<Void, Never>?
  /// What waits until nobody is too slow any more.
  var waiting: [CheckedContinuation<Void, Never>] = []

  init(
    name: String, settings: RoomSettings, folder path: String, acquaintances: Acquaintances, events: @escaping Node.Sink
  ) throws(Failure) {
    self.name = name
    self.events = events
    self.acquaintances = acquaintances
    room = Room(settings: settings, seed: Random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
    do throws(SystemError) {
      crowd = try ConnectionCrowd(queue: executor.queue, maximumChunk: Self.maximumChunk)
    } catch {
      throw Failure(.failed, detail: error.message)
    }
    do throws(ReceiveError) {
      folder = try RoomFolder(path: path)
    } catch {
      throw error.failure(path)
    }
  }

  /// Runs `body` on the room's queue, soon: how other threads reach it without an ownerless task.
  nonisolated func onQueue(_ body: @escaping @Sendable (isolated RoomHost) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  // MARK: Connections

  /// Takes somebody whom the door has let in; it is no member until it has said how it wishes to be called.
  func take(_ entrant: Entrant) {
    guard let channel = entrant.channel.take() else { return }
    let id = newMember()
    let link = RoomLink(id: id, address: entrant.address, owner: entrant.identity.map { "\($0)" }, now: .now)
    links[id] = link
    link.connection = Connection(
      channel, queue: executor.queue,
      limits: Connection.Limits(
        maximumFrame: Self.maximumFrame, maximumOutbox: Self.maximumChunk, maximumChunk: Self.maximumChunk),
      crowd: crowd,
      onReadable: { [weak self] in self?.assumeIsolated { $0.readable(id) } },
      onWritable: { [weak self] in self?.assumeIsolated { $0.writable(id) } })
    link.connection?.activate()
    if let identity = entrant.identity, !entrant.isOwn {
      link.acquaintance = acquaintances.watch(identity) { [weak self] in self?.onQueue { $0.forgotten(id) } }
    }
    nameless.append(id)
    if nameless.count > Self.maximumNameless { dropFirstNameless() }
    arm()
  }

  /// Somebody is no known peer any more.
  private func forgotten(_ id: RoomMemberID) {
    guard let link = links[id] else { return }
    events(.warning(Failure(.forgotten, named(link))))
    drop(link)
    flushAll()
    arm()
  }

  /// Those who have not said how they wish to be called are bounded: the one that came first makes room.
  private func dropFirstNameless() {
    nameless.removeAll { links[$0].map(\.isIn) ?? true }
    guard nameless.count > Self.maximumNameless, let first = nameless.first, let link = links[first] else { return }
    nameless.removeFirst()
    drop(link)
  }

  func newMember() -> RoomMemberID {
    defer { nextMember += 1 }
    return RoomMemberID(rawValue: nextMember)
  }

  private func readable(_ id: RoomMemberID) {
    guard let link = links[id], let connection = link.connection else { return }
    link.lastHeard = .now
    let before = connection.received
    var endsFrame = false
    hasNews = false
    let outcome = connection.receive { body in
      endsFrame = true
      received(body, link)
      return links[id] != nil
    }
    link.pace?.received(
      Int(connection.received - before), endsFrame: endsFrame, isUnderWay: connection.isInFrame, at: .now)
    if !hasNews, endsFrame, outcome == .open, links.count >= Self.many {
      crowd.mayRest(milliseconds: Self.gathering)
    } else {
      crowd.stayAwake()
    }
    switch outcome {
    case .open: confirm(link)
    case .ended: drop(link)
    case .broken(let error): broken(link, Failure(frame: error, peer: named(link)))
    case .lost: drop(link)
    }
    flushAll()
    // A member that floods waits until those who read slowly have caught up, or are gone.
    if !crowded.isEmpty, links[id] != nil {
      held.insert(id)
      connection.suspendReading()
      link.pace?.hold()
    }
    arm()
  }

  private func writable(_ id: RoomMemberID) {
    crowd.stayAwake()
    if let link = links[id] { flush(link) }
    settleCrowd()
    arm()
  }

  /// Writes to everybody what waits.
  func flushAll() {
    unflushed = 0
    // Whoever is lost meanwhile is told to the others, who are written to then.
    while !dirty.isEmpty {
      let now = dirty
      dirty = []
      for link in now {
        link.isDirty = false
        if links[link.id] != nil { flush(link) }
      }
      flushOriginals()
    }
    flushOriginals()
  }

  private func flush(_ link: RoomLink) {
    guard link.flush() else { return drop(link) }
    for path in link.unreadable { events(.error(Failure(.changed, path))) }
    link.unreadable = []
    if link.queue.bytes > Self.overflowBytes || link.queue.sources > Self.overflowFiles { return cut(link) }
    if link.queue.bytes > Self.crowdedBytes {
      if crowded.insert(link.id).inserted { link.crowdedSince = .now }
    } else if link.queue.bytes < Self.crowdedBytes / 2, crowded.remove(link.id) != nil {
      link.crowdedSince = nil
      settleCrowd()
    }
  }

  private func settleCrowd() {
    guard crowded.isEmpty else { return }
    for id in held {
      links[id]?.connection?.resumeReading()
      links[id]?.pace?.goOn(at: .now)
      originals[id]?.stream?.resumeReading()
    }
    held.removeAll()
    for typing in waiting { typing.resume() }
    waiting.removeAll()
  }

  /// Ends the connection of a member that reads too slowly.
  func cut(_ link: RoomLink) {
    let nick = room.nick(of: link.id) ?? link.address
    events(.warning(Failure(.lost, nick, detail: "it reads too slowly, and was cut")))
    drop(link)
  }

  /// What came cannot be the protocol.
  func broken(_ link: RoomLink, _ failure: Failure) {
    events(.error(failure))
    if link.isIn { send(.bye(.broken), to: link) }
    _ = link.flush()
    drop(link)
  }

  /// What the other end is called where something is told of it.
  func named(_ link: RoomLink) -> String { room.nick(of: link.id) ?? link.address }

  /// Ends a connection now.
  func drop(_ link: RoomLink) {
    guard links.removeValue(forKey: link.id) != nil else { return }
    link.connection?.close()
    if let acquaintance = link.acquaintance { acquaintances.unwatch(acquaintance) }
    if let file = link.file { folder.discard(file) }
    crowded.remove(link.id)
    closing.remove(link.id)
    held.remove(link.id)
    perform(room.left(link.id, at: .now))
    settleCrowd()
    endIfEmpty()
  }

  /// Whoever waits for all to have gone goes on once they have.
  func endIfEmpty() {
    guard links.isEmpty, originals.isEmpty else { return }
    onEmpty?.resume()
    onEmpty = nil
  }

  /// Says goodbye to everybody, and ends once all have gone, or after two seconds.
  func close(_ farewell: RoomFarewell) async {
    for link in links.values {
      send(.bye(farewell), to: link)
      finish(link)
    }
    for link in originals.values {
      link.closesAt = .now + 2
      dirtyOriginals.insert(link.id)
    }
    flushAll()
    arm()
    if links.isEmpty, originals.isEmpty { return }
    await withCheckedContinuation { onEmpty = $0 }
  }

  /// Closes a connection once what waits is written, or after two seconds.
  func finish(_ link: RoomLink) {
    link.closesAt = .now + 2
    closing.insert(link.id)
    markDirty(link)
  }
}
