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
  /// Seconds in which what was said must go out once the user has left.
  private static let partingTime = 10.0

  let events: Node.Sink
  private let beats: @Sendable () -> Void
  private var client: OriginalClient
  private var queue = SayQueue()
  private var outgoing = OutgoingSaying()
  private var input: TypedInput
  private var files: SavedFiles
  /// When the user left.
  private var leftAt: Double?
  /// What the server is called.
  private let server: String
  private var nextBeat = 0.0
  private let rosterDue = Time.monotonic() + rosterTime
  /// Whether what is under way is none of the queue's: a greeting or a sign of life.
  private var isGreeting = false
  private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

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
  private func said(_ number: Int, _ state: RoomNews.SayState) {
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
    nextBeat = lastHeard + Heartbeat.interval
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      let now = Time.monotonic()
      let isBlocked = try write(to: socket, now)
      if let leftAt, queue.isEmpty && outgoing.isIdle || now - leftAt > Self.partingTime { return }
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
  private var listens: Bool {
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

  // MARK: Out

  /// Writes what can go now; whether the socket takes no more.
  private mutating func write(to socket: borrowing FileDescriptor, _ now: Double) throws(Failure) -> Bool {
    while true {
      if outgoing.isIdle, try !beginNext(now) { return false }
      do throws(Failure) {
        switch try outgoing.write(to: socket, now: now) {
        case .idle, .done: finished()
        case .waiting: return false
        case .blocked: return true
        }
      } catch  where error.reason == .changed || error.reason == .unreadable {
        // The head has promised bytes that are not there: the server can be told nothing more on this connection.
        events(.error(error))
        said(queue.failed(), .failed)
        throw Failure(.lost, detail: "a file changed while it was being sent")
      }
    }
  }

  /// Begins the next thing to write: a sign of life that is due, or a message; false where there is none.
  private mutating func beginNext(_ now: Double) throws(Failure) -> Bool {
    if client.dialect == .im, now >= nextBeat {
      nextBeat = now + Heartbeat.interval
      try outgoing.begin(.writes([OriginalClient.heartbeat(at: Time.secondsSince1970())]))
      isGreeting = true
      beats()
      return true
    }
    while let item = queue.begin() {
      do throws(Failure) {
        try outgoing.begin(item.body)
        return true
      } catch {
        events(.error(error))
        said(queue.failed(), .failed)
      }
    }
    return false
  }

  /// What was under way has gone out.
  private mutating func finished() {
    if isGreeting {
      isGreeting = false
    } else {
      said(queue.sent(), .sent)
    }
  }

  // MARK: In

  private mutating func read(from socket: borrowing FileDescriptor) throws(Failure) {
    let count: Int?
    do throws(SystemError) {
      count = try socket.receive(into: piece)
    } catch {
      throw Failure(.lost, detail: error.message)
    }
    guard let count else { return }
    let acts =
      count == 0
      ? try client.settle(isLast: true) : try client.receive(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    for act in acts { take(act) }
    if count == 0 { throw Failure(.lost, detail: "it closed the connection") }
  }

  private mutating func take(_ act: OriginalClient.Act) {
    do throws(Failure) {
      switch act {
      case .news(let news): events(.room(news))
      case .fileBegin(let kind, let size): files.begin(kind, size: size)
      case .filePiece(let bytes): try files.write(bytes)
      case .fileEnd:
        guard let saved = try files.end() else { return }
        events(.room(.file(saved.kind, from: nil, path: saved.path, bytes: saved.bytes, number: nil)))
      case .heartbeat: beats()
      case .problem(let failure): events(.error(Failure(failure.reason, server, detail: failure.detail)))
      }
    } catch {
      events(.error(error))
    }
  }

  // MARK: The user

  /// Waits between two connections, and reads what is typed meanwhile; false once the user has left.
  mutating func wait(seconds: Double, stop: StopFlag) throws(Failure) -> Bool {
    let end = Time.monotonic() + seconds
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      if leftAt != nil { return false }
      let left = end - Time.monotonic()
      guard left > 0 else { return true }
      var ready = [Polled(input.descriptor, reading: listens, writing: false)]
      let milliseconds = Int32(min(Double(RequestLimits.look), left * 1000 + 1))
      if (try? Polled.wait(&ready, milliseconds: milliseconds)) == nil { return true }
      if ready[0].isReadable { takeLines() }
    }
  }

  private mutating func takeLines() {
    for line in input.read() {
      // What is typed behind /quit says nothing.
      if leftAt != nil { return }
      do throws(Failure) {
        switch line {
        case .line(let text): try say(text)
        case .tooLong: throw Failure(.tooLarge, "", detail: "a line")
        }
      } catch {
        events(.error(error))
      }
    }
    if !input.isOpen, input.endsSession, leftAt == nil { leftAt = Time.monotonic() }
  }

  private mutating func say(_ text: String) throws(Failure) {
    let line: RoomLine
    do throws(RoomLine.Problem) {
      line = try RoomLine(text, nicks: client.nicks)
    } catch {
      throw Failure(line: error)
    }
    switch try client.say(line) {
    case .quit: leftAt = Time.monotonic()
    case .tell(let news): events(.room(news))
    case .send(let writes): _ = queue.add(.writes(writes))
    case .draw(let path): _ = queue.add(.writes(try OriginalClient.lines(try whole(path), path: path)))
    case .sendFile(let kind, let path):
      if client.dialect == .draw {
        _ = queue.add(.writes(try OriginalClient.picture(try whole(path), path: path)))
      } else {
        let size = try checked(path).size
        _ = queue.add(.file(head: OriginalClient.head(of: kind, size: size), path: path, size: size))
      }
    }
  }

  /// A regular file with something in it.
  private func checked(_ path: String) throws(Failure) -> FileStatus {
    let status: FileStatus?
    do throws(SystemError) {
      status = try Path.status(path)
    } catch {
      throw Failure(local: error, path: path)
    }
    guard let status else { throw Failure(.noSuchFile, path) }
    guard status.kind == .regular else { throw Failure(.unreadable, path, detail: "it is not a regular file") }
    if status.size == 0 { throw Failure(.emptyFile, path) }
    return status
  }

  private func whole(_ path: String) throws(Failure) -> [UInt8] {
    _ = try checked(path)
    do throws(SystemError) {
      return try WholeFile.read(path, maximumSize: OriginalLimits.picture)
    } catch {
      throw Failure(local: error, path: path)
    }
  }
}
