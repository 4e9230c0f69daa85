import Dialects
import SessionCore
import Sys
import Transport

/// One `chat`, `im` or `draw`: what its connections have in common, and the loop that serves each of them.
///
/// It waits on a thread of its own for the server, the user and the clock at once.
struct OriginalSession: ~Copyable {
  /// How a connection ended.
  enum End {
    /// The user has left, and all that was said has gone out.
    case left
    case lost(Failure)
  }

  /// Seconds that a server has to tell who is there, before lines are read all the same.
  private static let rosterTime = 2.0
  /// Seconds within which something of what was said must go out, each time, once the user has left.
  private static let partingTime = 10.0

  let events: Node.Sink
  let beats: @Sendable () -> Void
  var client: OriginalClient
  var queue = SayQueue()
  var outgoing = OutgoingSaying()
  var input: TypedInput
  var files: SavedFiles
  /// What was drawn, as far as this end has seen it.
  var canvas = Drawing()
  /// When the user left.
  var leftAt: Double?
  /// What the server is called.
  let server: String
  var nextBeat = 0.0
  private let rosterDue = Time.monotonic() + rosterTime
  /// Whether what is under way is none of the queue's: a greeting or a sign of life.
  var isGreeting = false
  let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

  init(
    _ options: OriginalOptions, folder: String, input: UnownedDescriptor, events: @escaping Node.Sink,
    beats: @escaping @Sendable () -> Void
  ) {
    self.events = events
    self.beats = beats
    server = options.server.description
    client = OriginalClient(options.dialect, nick: options.nick)
    self.input = TypedInput(input)
    files = SavedFiles(folder: folder)
  }

  deinit { piece.deallocate() }

  /// Who is told what becomes of a message.
  func said(_ number: Int, _ state: RoomNews.SayState) {
    events(.room(.said(number: number, state: state)))
  }

  /// Nothing goes out any more: what waits has failed.
  ///
  /// False where something did.
  mutating func giveUp() -> Bool {
    let numbers = queue.abandon()
    for number in numbers { said(number, .failed) }
    return numbers.isEmpty
  }

  // MARK: A connection

  /// Serves a connection until it ends; fails where the server breaks the protocol, or when told to stop.
  mutating func serve(_ box: SocketBox, name: String, stop: StopFlag) throws(Failure) -> End {
    guard let socket = box.take() else { preconditionFailure("a connection is taken once") }
    defer {
      outgoing.end()
      files.drop()
    }
    do throws(Failure) {
      try converse(socket, name, stop)
      part(from: socket)
      return .left
    } catch  where error.reason == .lost {
      if let number = queue.cut() { said(number, .failed) }
      return .lost(Failure(.lost, name, detail: error.detail))
    } catch  where error.reason == .truncated {
      // So ends the stream of a server that was killed.
      if let number = queue.cut() { said(number, .failed) }
      return .lost(Failure(stream: .truncated, peer: name))
    } catch  where error.reason == .interrupted {
      throw error
    } catch {
      throw Failure(error.reason, name, detail: error.detail)
    }
  }

  /// Returns once the user has left and what was said has gone out.
  private mutating func converse(
    _ socket: borrowing FileDescriptor, _ name: String, _ stop: StopFlag
  ) throws(Failure) {
    let greeting = client.connected()
    if !greeting.isEmpty { try outgoing.begin(.writes(greeting)) }
    isGreeting = !greeting.isEmpty
    var lastHeard = Time.monotonic()
    var lastSent = lastHeard
    nextBeat = lastHeard + Heartbeat.interval
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      let now = Time.monotonic()
      let before = outgoing.sent
      let isBlocked = try write(to: socket, now)
      if outgoing.sent > before { lastSent = now }
      if let leftAt, queue.isEmpty && outgoing.isIdle || now - max(leftAt, lastSent) > Self.partingTime { return }
      var ready = [
        Polled(socket.unowned, reading: true, writing: isBlocked),
        Polled(input.descriptor, reading: listens, writing: false),
      ]
      do throws(SystemError) {
        _ = try Polled.wait(&ready, milliseconds: milliseconds(now, lastHeard))
      } catch {
        throw Failure(.failed, name, detail: error.message)
      }
      if ready[0].isReadable {
        try read(from: socket)
        lastHeard = Time.monotonic()
      } else if let patience = client.patience, Time.monotonic() - lastHeard >= patience {
        for act in try client.settle(isLast: false) { take(act) }
        lastHeard = Time.monotonic()
      }
      if ready[1].isReadable { takeLines() }
    }
  }

  /// Says that nothing more follows, and tells what still comes: a socket that is closed with unread bytes in it throws
  /// away what is on its way.
  private mutating func part(from socket: borrowing FileDescriptor) {
    try? socket.shutdownWriting()
    let end = Time.monotonic() + 1
    while Time.monotonic() < end, (try? socket.waitReadable(milliseconds: 100)) != nil {
      do throws(Failure) { try read(from: socket) } catch { return }
    }
  }

  /// Whether typed lines are read now: not faster than they go out, and at a chat not before the server has told who is
  /// there, or had the time to.
  var listens: Bool {
    input.isOpen && leftAt == nil && queue.hasRoom && (client.knowsRoster || Time.monotonic() > rosterDue)
  }

  /// How long to wait for the server and the user before the clock has something to say.
  private func milliseconds(_ now: Double, _ lastHeard: Double) -> Int32 {
    var wait = Double(RequestLimits.look) / 1000
    if !outgoing.isIdle, outgoing.due > now { wait = min(wait, outgoing.due - now) }
    if let patience = client.patience { wait = min(wait, max(0, lastHeard + patience - now)) }
    if client.dialect == .im { wait = min(wait, max(0, nextBeat - now)) }
    return Int32((wait * 1000).rounded(.up))
  }
}
