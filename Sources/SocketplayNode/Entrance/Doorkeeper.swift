import Dispatch
import Framing
import Security
import SessionCore
import Sys
import Transport

/// A host's door: does what the `Gate` decides, with sockets, TLS, a clock and the user.
///
/// Everything happens on its own serial queue; the handlers of its callers' sockets and its timer run there already.
actor Doorkeeper {
  nonisolated let executor = QueueExecutor(label: "socketplay.door")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let settings: DoorSettings
  let context: TLSContext
  var gate: Gate
  var visitors: [CallerID: Visitor] = [:]
  /// By the clock that goes on while the machine sleeps: a code lasts ten minutes of its reader's time.
  var desk = PairingDesk()
  /// Addresses that the user has let in, or turned away, in this run.
  ///
  /// Not sources: of IPv6 that would be all of a network, link-local neighbours among them, of which nobody was asked.
  var answers: [String: Bool] = [:]
  /// The caller about whom the user is asked.
  private var asked: (id: CallerID, question: OpenQuestion)?
  /// The file that holds the code which is out.
  private var codeFile: String?
  private var isClosed = false
  /// What the gate has said and is not done yet.
  private var pending: [Gate.Action] = []
  private var isPerforming = false
  private var timer: (any DispatchSourceTimer)?
  /// When the timer fires; nil where it is not set.
  private var armed: Moment?
  /// Where the user is asked: a question may wait for long.
  private let questions = DispatchQueue(label: "socketplay.door.questions")

  /// How many answers of the user are kept.
  private static let maximumAnswers = 256

  /// A door; with `pairAtOnce` or a code file, a code is made here.
  init(_ settings: DoorSettings) throws(Failure) {
    self.settings = settings
    context = TLSContext(settings.credentials.identity, role: .host)
    let now = Moment.now
    gate = Gate(maximumFrame: ProductLimits.frameLength, callersSpeakFirst: settings.callersSpeakFirst, at: now)
    guard settings.pairAtOnce || settings.codeFile != nil else { return }
    let token = Random.bytes(PairingCode.tokenCount)
    guard let code = desk.issue(host: settings.credentials.identity.id, token: token, at: .sinceBoot) else { return }
    if let file = settings.codeFile {
      do throws(SystemError) {
        try WholeFile.replace(file, with: Array("\(code)\n".utf8), mode: 0o600)
      } catch {
        throw Failure(.unwritable, file, detail: error.message)
      }
      codeFile = file
      onQueue { $0.arm() }
    } else {
      settings.questions.show?("\(code)")
    }
  }

  /// A connection has come.
  nonisolated func called(_ socket: SocketBox, from address: SocketAddress) {
    onQueue { $0.arrived(socket, from: address) }
  }

  /// Sends everybody away who has not come in.
  nonisolated func close() {
    onQueue { $0.closeNow() }
  }

  /// Runs `body` on the door's queue, soon.
  nonisolated func onQueue(_ body: @escaping @Sendable (isolated Doorkeeper) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  private func arrived(_ box: SocketBox, from address: SocketAddress) {
    guard !isClosed, let socket = box.take() else { return }
    let source = Source(address)
    var consent = settings.plainConsent(address)
    if consent == .asked, let answer = answers[address.host] { consent = answer ? .given : .refused }
    let (id, actions) = gate.arrived(from: source, plain: consent, at: .now)
    visitors[id] = Visitor(
      address,
      SocketWatch(
        socket, queue: executor.queue,
        onReadable: { [weak self] in self?.assumeIsolated { $0.ready(id) } },
        onWritable: { [weak self] in self?.assumeIsolated { $0.ready(id) } }), mayBePlain: consent == .given)
    perform(actions)
  }

  private func closeNow() {
    isClosed = true
    timer?.cancel()
    removeCodeFile()
    asked?.question.withdraw()
    for visitor in visitors.values { visitor.watch.close() }
    visitors = [:]
  }

  /// Does what the gate says, and sets the timer to what it waits for next.
  func perform(_ actions: [Gate.Action]) {
    guard !isClosed else { return }
    pending += actions
    // What is done may bring the gate to say more, which then comes behind what it has said before.
    guard !isPerforming else { return }
    isPerforming = true
    defer { isPerforming = false }
    while !isClosed, !pending.isEmpty {
      switch pending.removeFirst() {
      case .look(let id): look(id)
      case .probe(let id): if let visitor = visitors[id] { peek(id, visitor) }
      case .secure(let id): secure(id)
      case .ask(let id): ask(id)
      case .stopAsking(let id): stopAsking(id)
      case .admitPlain(let id): letIn(plain: id, visit: nil)
      case .serveSilent(let id): serveSilent(id)
      case .drop(let id, let reason): drop(id, reason)
      }
    }
    arm()
  }

  private func arm() {
    guard !isClosed else { return }
    if desk.current(at: .sinceBoot) == nil { removeCodeFile() }
    let codeEnds = codeFile == nil ? nil : desk.deadline.map { .now + ($0 - .sinceBoot) }
    let deadlines = [gate.deadline(at: .now), codeEnds].compactMap(\.self)
    // One that is early enough stays: it finds nothing to do, and is set anew.
    guard let deadline = deadlines.min(), armed.map({ deadline < $0 }) ?? true else { return }
    armed = deadline
    if timer == nil {
      let timer = DispatchSource.makeTimerSource(queue: executor.queue)
      timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.tick() } }
      timer.activate()
      self.timer = timer
    }
    timer?.schedule(deadline: DispatchTime(uptimeNanoseconds: deadline.nanoseconds), leeway: .milliseconds(5))
  }

  private func tick() {
    armed = nil
    perform(gate.tick(at: .now))
  }

  /// The code of the file is used, burnt, out of date, or nobody is there to take it any more.
  func removeCodeFile() {
    guard let file = codeFile else { return }
    codeFile = nil
    let (parent, name) = Path.split(file)
    do throws(SystemError) {
      try Directory(path: parent).unlink(name)
    } catch {
      if !error.isNotFound { settings.events(.warning(Failure(.unwritable, file, detail: error.message))) }
    }
  }

  /// A caller's socket has something, or takes something.
  private func ready(_ id: CallerID) {
    guard let visitor = visitors[id] else { return }
    switch visitor.stage {
    case .looking: peek(id, visitor)
    case .proving, .answering: advance(id, visitor)
    case .waiting, .served: visitor.watch.watch(reading: false, writing: false)
    }
  }

  private func drop(_ id: CallerID, _ reason: Gate.Drop) {
    guard let visitor = visitors.removeValue(forKey: id) else { return }
    stopAsking(id)
    if reason == .foreign, visitor.mayBePlain, visitor.isTooLong {
      settings.events(.error(Failure(.frameTooLong, "\(visitor.address)")))
    }
    if reason == .plainRefused { settings.events(.warning(Failure(.plainCaller, visitor.address.host))) }
    if case .served(let visit) = visitor.stage { return visit.giveWay() }
    discard(visitor)
    visitor.watch.close()
  }

  /// Takes what has come, or some of it: a socket that is closed with bytes unread resets the connection, and the other end
  /// sees a failure instead of an end.
  private func discard(_ visitor: Visitor) {
    withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { room in
      _ = try? visitor.watch.descriptor.receive(into: room)
    }
  }

  // MARK: The user

  private func ask(_ id: CallerID) {
    guard let visitor = visitors[id], let letIn = settings.questions.letIn else { return }
    let address = visitor.address.host
    let question = OpenQuestion()
    asked = (id, question)
    questions.async { [weak self] in
      guard !question.isWithdrawn, let isLetIn = letIn(address, question) else { return }
      self?.onQueue { $0.answered(id, address, isLetIn, question) }
    }
  }

  /// The answer concerns nobody any more.
  private func stopAsking(_ id: CallerID) {
    guard let asked, asked.id == id else { return }
    asked.question.withdraw()
    self.asked = nil
  }

  private func answered(_ id: CallerID, _ address: String, _ isLetIn: Bool, _ question: OpenQuestion) {
    // Somebody who has gone meanwhile, or has turned out to speak TLS, was not meant.
    guard !question.isWithdrawn, visitors[id] != nil else { return }
    asked = nil
    if answers.count < Self.maximumAnswers { answers[address] = isLetIn }
    perform(gate.answered(id, letIn: isLetIn, at: .now))
  }
}
