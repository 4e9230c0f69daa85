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
  /// The same without encryption: its user may be asked first.
  static let plainGreetingTime = greetingTime + 30

  /// Seconds in which what was said must go on going out once the user has left.
  static let partingTime = 10.0

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
  /// The number of the next local file.
  var nextFile: UInt64 = 1

  var connection: Connection?
  var queue = RoomQueue()
  /// What the room is called: what proves it, its own word for one of this user's own, or where it was reached.
  private(set) var peer = ""
  private var address = ""
  private var isSecure = false
  /// Whether it says itself what it is called.
  private var namesItself = false
  /// Whether the room has let this member in over the connection that is, or was last.
  private(set) var isIn = false
  /// What waits until the room has heard more.
  var waiting: [CheckedContinuation<Void, Never>] = []
  private var lastHeard = Moment.now
  var lastSent = Moment.now
  private var timer: (any DispatchSourceTimer)?
  private let acquaintances: Acquaintances
  /// By which the known peers are looked at no longer.
  private var acquaintance: Int?
  private var ended: CheckedContinuation<RoomEnd, Never>?
  /// Why the user is leaving, once it is.
  private(set) var isLeaving = false

  init(
    nick: String, folder path: String, acquaintances: Acquaintances, events: @escaping Node.Sink
  ) throws(Failure) {
    self.events = events
    self.acquaintances = acquaintances
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
  func run(over entrant: Entrant) async -> RoomEnd {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ended = continuation
        start(entrant)
      }
    } onCancel: {
      onQueue { $0.leave() }
    }
  }

  private func start(_ entrant: Entrant) {
    guard !isLeaving, let channel = entrant.channel.take() else { return end(.left) }
    (peer, address) = (entrant.name, entrant.address)
    (isSecure, namesItself) = (entrant.identity != nil, entrant.isOwn)
    isIn = false
    queue = RoomQueue()
    stroke = StrokeAssembly()
    skipsFile = false
    (lastHeard, lastSent) = (.now, .now)
    let connection = Connection(
      channel, queue: executor.queue,
      limits: Connection.Limits(
        maximumFrame: RoomHost.maximumFrame, maximumOutbox: RoomHost.maximumChunk,
        maximumChunk: RoomHost.maximumChunk),
      onReadable: { [weak self] in self?.assumeIsolated { $0.readable() } },
      onWritable: { [weak self] in self?.assumeIsolated { $0.flush() } })
    self.connection = connection
    connection.activate()
    if let identity = entrant.identity, !entrant.isOwn {
      acquaintance = acquaintances.watch(identity) { [weak self] in
        self?.onQueue { $0.end(.refused(Failure(.forgotten, $0.peer))) }
      }
    }
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
    case .broken(let error) where error.isTruncation: end(.lost(Failure(stream: .truncated, peer: peer)))
    case .broken(let error): end(.refused(Failure(frame: error, peer: peer)))
    case .lost(let error): end(.lost(Failure(stream: error, peer: peer)))
    }
  }

  private func received(_ body: UnsafeRawBufferPointer) {
    let package: ReceivedPackage
    do throws(PackageError) {
      package = try Package.decode(body: body, limits: ProductLimits.package)
    } catch {
      return end(.refused(Failure(package: error, peer: peer)))
    }
    guard package.kind == .control, package.intent == .none, let verb = package.word, let data = package.data
    else { return }
    if !isIn, verb == "hello" || verb == "bye" {
      return end(.refused(Failure(.protocolBroken, peer, detail: "it is a host, and no room")))
    }
    guard let packet = RoomPacket(verb: verb, data: UnsafeRawBufferPointer(rebasing: body[data])) else { return }
    heard(packet)
  }

  // MARK: Coming and going

  /// The room has let this member in.
  func welcomed(_ nick: String, room: String, token: [UInt8], heard: UInt64, startsAnew: Bool) {
    isIn = true
    if namesItself { peer = room }
    let before = seat.nick
    let wasThere = seat.last
    let (again, delivered) = seat.welcomed(nick: nick, token: token, heard: heard, startsAnew: startsAnew)
    events(
      .room(
        .connected(
          peer: peer, address: address, security: isSecure ? "tls13" : "none", original: false, nick: nick)))
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
    if let acquaintance { acquaintances.unwatch(acquaintance) }
    acquaintance = nil
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
    if now >= lastHeard + (isIn ? Self.silenceTime : isSecure ? Self.greetingTime : Self.plainGreetingTime) {
      return end(.lost(Failure(.lost, peer, detail: "it says nothing")))
    }
    if isIn, now >= lastSent + Self.heartbeat {
      send(.ping(token: 0))
      flush()
    }
  }
}
