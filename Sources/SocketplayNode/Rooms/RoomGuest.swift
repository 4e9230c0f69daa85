import Dispatch
import Framing
import SessionCore
import Sys
import Transport

/// A member of a room elsewhere: the machine of SessionCore, wired to one connection after the other, a clock, the receive
/// folder and the lines its user types.
actor RoomGuest {
  nonisolated let executor = QueueExecutor(label: "socketplay.guest")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Seconds between two heartbeats: in rooms only members send them, so that thousands of idle ones cost nothing.
  static let heartbeat = 60.0
  /// Seconds of silence after which the room is lost.
  static let silenceTime = 150.0
  /// Seconds within which the room must answer a wish to come in.
  static let greetingTime = 10.0

  let events: Node.Sink
  var seat: RoomSeat
  var folder: RoomFolder
  var drawing = Drawing()
  /// The local pictures and streams that are on their way, by number.
  var outgoing: [UInt64: RoomLocalFile] = [:]
  var stroke = StrokeAssembly()
  var file: RoomIncomingFile?
  /// Whether the rest of a file that cannot be written here is still coming.
  var skipsFile = false
  var isEraserOn = false
  var lines = 0
  private var nextFile: UInt64 = 1

  var connection: Connection?
  var queue = RoomQueue()
  private var reached: (name: String, address: String) = ("", "")
  /// Whether the room has let this member in over the connection that is, or was last.
  private(set) var isIn = false
  /// What waits until the room has heard more.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var lastHeard = Moment.now
  private var lastSent = Moment.now
  private var timer: (any DispatchSourceTimer)?
  private var ended: CheckedContinuation<RoomEnd, Never>?
  /// Why the user is leaving, once it is.
  private(set) var isLeaving = false

  init(nick: String, folder path: String, events: @escaping Node.Sink) throws(Failure) {
    self.events = events
    seat = RoomSeat(nick: nick)
    do throws(ReceiveError) {
      folder = try RoomFolder(path: path)
    } catch {
      throw error.failure(path)
    }
  }

  /// Runs `body` on the guest's queue, soon.
  nonisolated func onQueue(_ body: @escaping @Sendable (isolated RoomGuest) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  /// Takes part over a connection until it ends; cancelling says goodbye first.
  func run(over reached: Reached) async -> RoomEnd {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ended = continuation
        start(reached)
      }
    } onCancel: {
      onQueue { $0.leave() }
    }
  }

  private func start(_ reached: Reached) {
    guard !isLeaving, let descriptor = reached.socket.take() else { return end(.left) }
    self.reached = (reached.name, reached.address)
    isIn = false
    queue = RoomQueue()
    stroke = StrokeAssembly()
    skipsFile = false
    (lastHeard, lastSent) = (.now, .now)
    let connection = Connection(
      Channel(descriptor), queue: executor.queue,
      limits: Connection.Limits(
        maximumFrame: RoomHost.maximumFrame, maximumOutbox: RoomHost.maximumChunk,
        maximumChunk: RoomHost.maximumChunk),
      onReadable: { [weak self] in self?.assumeIsolated { $0.readable() } },
      onWritable: { [weak self] in self?.assumeIsolated { $0.flush() } })
    self.connection = connection
    connection.activate()
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.tick() } }
    timer.schedule(deadline: .now() + 1, repeating: 5, leeway: .seconds(1))
    timer.activate()
    self.timer = timer
    send(seat.connected())
    flush()
  }

  private func readable() {
    guard let connection else { return }
    lastHeard = .now
    let outcome = connection.receive { body in
      received(body)
      return self.connection != nil
    }
    switch outcome {
    case .open: flush()
    case .ended: end(.lost(nil))
    case .broken(let error): end(.refused(Failure(frame: error, peer: reached.name)))
    case .lost(let error): end(.lost(Failure(stream: error, peer: reached.name)))
    }
  }

  private func received(_ body: UnsafeRawBufferPointer) {
    let package: ReceivedPackage
    do throws(PackageError) {
      package = try Package.decode(body: body, limits: ProductLimits.package)
    } catch {
      return end(.refused(Failure(package: error, peer: reached.name)))
    }
    guard package.kind == .control, package.intent == .none, let verb = package.word, let data = package.data
    else { return }
    if !isIn, verb == "hello" || verb == "bye" {
      return end(.refused(Failure(.protocolBroken, reached.name, detail: "it is a host, and no room")))
    }
    guard let packet = RoomPacket(verb: verb, data: UnsafeRawBufferPointer(rebasing: body[data])) else { return }
    heard(packet)
  }

  // MARK: Coming and going

  /// The room has let this member in.
  func welcomed(_ nick: String, room: String, token: [UInt8], heard: UInt64, startsAnew: Bool) {
    isIn = true
    let before = seat.nick
    let wasThere = seat.last
    let (again, delivered) = seat.welcomed(nick: nick, token: token, heard: heard, startsAnew: startsAnew)
    events(
      .room(
        .connected(peer: room, address: reached.address, security: "none", original: false, nick: nick)))
    if startsAnew {
      drawing = Drawing()
      if before != nil, wasThere > 0 { events(.room(.missed(from: wasThere + 1, to: wasThere + 1))) }
    }
    confirm(delivered)
    for content in again { put(content) }
  }

  /// Says goodbye, and ends once that is written.
  func leave() {
    isLeaving = true
    wake()
    guard let connection else { return }
    send(.bye)
    flush()
    if self.connection === connection, queue.isEmpty { connection.finishSending() }
    end(.left)
  }

  func end(_ reason: RoomEnd) {
    timer?.cancel()
    timer = nil
    connection?.close()
    connection = nil
    seat.lost()
    if let file { folder.discard(file) }
    file = nil
    ended?.resume(returning: reason)
    ended = nil
  }

  private func tick() {
    let now = Moment.now
    guard connection != nil else { return }
    if now >= lastHeard + (isIn ? Self.silenceTime : Self.greetingTime) {
      return end(.lost(Failure(.lost, reached.name, detail: "it says nothing")))
    }
    if isIn, now >= lastSent + Self.heartbeat {
      send(.ping(token: 0))
      flush()
    }
  }

  // MARK: Sending

  func send(_ packet: MemberPacket) { queue.append(packet.package.frame()) }

  /// Puts something said into the queue.
  func put(_ content: RoomSeat.Outgoing) {
    switch content {
    case .packet(let packet): send(packet)
    case .file(let file, let number):
      guard let local = outgoing[file.number] else { return }
      queue.append(
        RoomFileReader(file, read: local.read) { part in
          MemberPacket.file(number: number, part).package.frame()
        })
    }
  }

  func flush() {
    guard let connection else { return }
    var unreadable: SystemError?
    let before = connection.sent
    let outcome = connection.flush { buffer in
      do throws(SystemError) {
        let count = try queue.fill(buffer)
        return count == 0 ? nil : BulkFrame(prefix: [], payloadCount: count, suffix: [])
      } catch {
        unreadable = error
        return nil
      }
    }
    if connection.sent > before { lastSent = .now }
    if let unreadable {
      events(.error(Failure(.changed, unreadable.subject)))
      return end(.lost(nil))
    }
    if case .lost(let error) = outcome { end(.lost(Failure(stream: error, peer: reached.name))) }
  }

  /// Tells what became of lines.
  func confirm(_ lines: [Int]) {
    for line in lines { events(.room(.said(number: line, state: .delivered))) }
    if !lines.isEmpty { wake() }
  }

  /// Waits until the room has heard something more, or all is over.
  func hearing() async { await withCheckedContinuation { waiting.append($0) } }

  /// Lets those who wait look again.
  func wake() {
    for typing in waiting { typing.resume() }
    waiting.removeAll()
  }

  func nextFileNumber() -> UInt64 {
    defer { nextFile += 1 }
    return nextFile
  }
}

/// How taking part in a room over one connection ended.
enum RoomEnd: Sendable {
  /// This end left.
  case left
  /// The room has closed for good, or sent this member away.
  case closed(RoomFarewell)
  /// The connection is gone, or the room will be back.
  case lost(Failure?)
  /// There is no way in.
  case refused(Failure)
}

/// A file of this machine that is on its way into a room.
final class RoomLocalFile: Sendable {
  let file: RoomFile
  private let descriptor: FileDescriptor
  private let path: String

  /// Opens a file: one of at least a byte, and no more than a room takes.
  init(_ path: String, kind: RoomFile.Kind, number: UInt64) throws(Failure) {
    self.path = path
    let status: FileStatus
    do throws(SystemError) {
      descriptor = try WholeFile.openForReading(path)
      status = try descriptor.status()
    } catch {
      throw Failure(local: error, path: path)
    }
    guard status.kind == .regular else { throw Failure(.notAFile, path) }
    guard status.size > 0 else { throw Failure(.emptyFile, path) }
    guard FilePart.takes(kind, size: status.size) else { throw Failure(.tooLarge, path) }
    file = RoomFile(number: number, kind: kind, bytes: status.size)
  }

  /// So many bytes from there; throws where the file has become shorter.
  func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    try descriptor.unowned.readExactly(count, at: offset, subject: path)
  }
}
