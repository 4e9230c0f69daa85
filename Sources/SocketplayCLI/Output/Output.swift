import Documents
import KeyedArchive
import SessionCore
import Synchronization

/// Where everything is said: answers on stdout, talk on stderr, the progress line between.
///
/// Safe to use from any thread; lines come out whole and in order.
final class Output: Sendable {
  private struct State {
    /// The session that events are of; nil until it is known, and where there is none.
    var session: String?
    var meter = ProgressMeter()
    var tally = Tally()
    /// Whether a progress line stands on the terminal.
    var progressStands = false
    /// The last failure that was told, so that it is not told again when it ends the verb.
    var told: Failure?
    /// Whether somebody is typing an answer, and no progress is drawn over it.
    var isAsking = false
    /// Why stdout takes nothing more.
    var ended: Console.Written?
    var onEnd: (@Sendable () -> Void)?
  }

  let modes: Modes
  private let console: Console
  private let setting: Setting
  private let state: Mutex<State>
  /// Held while somebody is asked: an answer belongs to the question that stands last on the terminal.
  private let question = Mutex(())

  init(_ console: Console, modes: Modes, session: String?, setting: Setting) {
    self.console = console
    self.modes = modes
    self.setting = setting
    state = Mutex(State(session: session))
  }

  /// Whether there is a progress line, and so somebody must call `tick`.
  var showsProgress: Bool {
    console.talkIsTerminal && !modes.quiet && !(modes.json && console.outputIsTerminal)
  }

  /// Why stdout takes nothing more; nil where it does.
  var ended: Console.Written? { state.withLock { $0.ended } }

  /// `body` is called once, when stdout takes nothing more.
  func onEnd(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      state.onEnd = body
      return state.ended != nil
    }
    if isOver { body() }
  }

  /// The events from now on are of the session of that name.
  func isOf(session: String) {
    state.withLock { $0.session = session }
  }

  /// Tells an event.
  func tell(_ event: Event) {
    change { state in
      measure(event, &state)
      if case .error(let failure) = event { state.told = failure }
      if case .file(let end) = event, let failure = end.failure { state.told = failure }
      if modes.json { write(EventObject.of(event, session: state.session, in: setting), &state) }
      if isSaid(event) {
        for line in EventText.lines(event, in: setting) {
          write(modes.namesPeers ? line.of(peer: event.recipient) : line, &state)
        }
      }
      draw(&state)
    }
  }

  /// Whether a line of it is printed at all: thousands of small files are told in a second, and words take time.
  private func isSaid(_ event: Event) -> Bool {
    switch event {
    case .error, .warning: true
    case .file(let end): !modes.json || modes.verbose || end.failure != nil || end.stored == false
    case .fileBegin(let begin): modes.verbose || !modes.json && (begin.resumedAt > 0 || begin.restarted)
    default: modes.verbose || !modes.json
    }
  }

  /// Tells the failure that ended the verb, unless it was just told.
  func tell(_ failure: Failure) {
    change { state in
      if state.told == failure { return }
      let text = FailureText(failure, in: setting)
      if modes.json { write(EventObject.error(text, session: state.session, of: failure), &state) }
      write(.error(text), &state)
    }
  }

  /// Tells what is wrong in words of its own.
  func tell(_ text: FailureText) {
    change { state in
      if modes.json { write(EventObject.error(text, session: state.session, of: nil), &state) }
      write(.error(text), &state)
    }
  }

  /// Prints an object of `--json`.
  func object(_ object: PropertyListDictionary) {
    change { state in write(object, &state) }
  }

  /// Prints many answers, a call of the system for each 64 KiB of them: lines, or with `--json` objects.
  func answers<Item>(_ items: [Item], object: (Item) -> PropertyListDictionary, lines: ([Item]) -> [String]) {
    var piece: [UInt8] = []
    func add(_ bytes: some Sequence<UInt8>) {
      piece.append(contentsOf: bytes)
      piece.append(UInt8(ascii: "\n"))
      if piece.count >= 64 << 10 { flush() }
    }
    func flush() {
      change { state in put(piece, &state) }
      piece.removeAll(keepingCapacity: true)
    }
    if modes.json {
      for item in items { add(PropertyList.dictionary(object(item)).json()) }
    } else {
      for line in lines(items) { add(line.utf8) }
    }
    if !piece.isEmpty { flush() }
  }

  /// Prints a line.
  func line(_ line: Line) {
    change { state in write(line, &state) }
  }

  /// Shows something to whoever sits at the terminal, and to nobody else: never on stdout, which may be a file.
  func secret(_ text: String) {
    change { state in talk(text, &state) }
  }

  /// Asks whoever sits at the terminal; the answer is typed behind it.
  func prompt(_ text: String) {
    change { state in
      wipe(&state)
      console.talk(Array(text.utf8))
    }
  }

  /// Prints text as it is, on stdout: help, scripts.
  func text(_ text: String) {
    change { state in put(Array(text.utf8), &state) }
  }

  /// Prints bytes as they are, on stdout: what a command or a server answered.
  func bytes(_ bytes: [UInt8]) {
    change { state in put(bytes, &state) }
  }

  /// Keeps the last line of the terminal free while `body` asks somebody; one question at a time, and nothing that was
  /// typed before it is its answer.
  func asking<Value>(_ body: () -> Value) -> Value {
    question.withLock { _ in
      change { state in
        wipe(&state)
        state.isAsking = true
      }
      defer { change { $0.isAsking = false } }
      console.dropTyped()
      return body()
    }
  }

  /// Time has passed: a transfer may have stalled.
  func tick() {
    change { state in draw(&state) }
  }

  /// The verb is over: the progress line goes, and of what was sent one line stays.
  func finish() {
    change { state in
      wipe(&state)
      state.meter.clear()
      guard setting == .errand, let line = state.tally.line(minimum: console.talkIsTerminal ? 2 : 1) else { return }
      write(.talk(line), &state)
    }
  }

  /// Runs `body` on the state, and afterwards, unlocked, tells that stdout has ended.
  private func change(_ body: (inout State) -> Void) {
    let onEnd = state.withLock { state -> (@Sendable () -> Void)? in
      let before = state.ended
      body(&state)
      return before == nil && state.ended != nil ? state.onEnd : nil
    }
    onEnd?()
  }

  private func measure(_ event: Event, _ state: inout State) {
    let now = console.now()
    state.tally.add(event, at: now)
    switch event {
    case .fileBegin(let begin): state.meter.begin(begin, at: now)
    case .fileProgress(let progress): state.meter.update(progress, at: now)
    case .fileCheck(let progress): state.meter.check(progress, at: now)
    case .file(let end): state.meter.end(end)
    case .disconnected(let peer, _, _): state.meter.end(peer: peer)
    default: break
    }
    if state.meter.isIdle { wipe(&state) }
  }

  private func draw(_ state: inout State) {
    guard showsProgress, !state.isAsking else { return }
    guard let line = state.meter.line(at: console.now(), columns: console.columns()) else {
      if state.meter.isIdle { wipe(&state) }
      return
    }
    console.talk(Array("\r\(line)\u{1B}[K".utf8))
    state.progressStands = true
  }

  private func wipe(_ state: inout State) {
    guard state.progressStands else { return }
    console.talk(Array("\r\u{1B}[K".utf8))
    state.progressStands = false
    state.meter.wiped()
  }

  private func write(_ line: Line, _ state: inout State) {
    switch line {
    case .answer(let text):
      if !modes.json { put(Array((text + "\n").utf8), &state) }
    case .talk(let text):
      if !modes.quiet, !modes.json { talk(text, &state) }
    case .question(let text):
      talk(text, &state)
    case .detail(let text):
      if modes.verbose { talk(text, &state) }
    case .warning(let text):
      if modes.quiet { return }
      talk("socketplay: warning: \(text.message)", &state)
      if let hint = text.hint { talk("socketplay: hint: \(hint)", &state) }
    case .error(let text):
      talk("socketplay: error: \(text.message)", &state)
      if let hint = text.hint, !modes.quiet { talk("socketplay: hint: \(hint)", &state) }
    }
  }

  private func write(_ object: PropertyListDictionary, _ state: inout State) {
    put(PropertyList.dictionary(object).json() + [UInt8(ascii: "\n")], &state)
  }

  private func put(_ bytes: [UInt8], _ state: inout State) {
    guard state.ended == nil else { return }
    if console.outputIsTerminal { wipe(&state) }
    let written = console.write(bytes)
    if written != .done { state.ended = written }
  }

  private func talk(_ text: String, _ state: inout State) {
    wipe(&state)
    console.talk(Array((text + "\n").utf8))
  }
}
