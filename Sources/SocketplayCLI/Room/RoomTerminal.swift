import Editor
import SessionCore
import SocketplayNode
import Synchronization
import Sys

/// A room on a whole terminal: its screen, wired to keys, mouse, events and the canvas.
///
/// Before the room has let this end in, and after it, events are lines as ever.
final class RoomTerminal: Sendable {
  private struct State {
    var screen: RoomScreen
    var decoder = KeyDecoder()
    var painter: RoomPainter
    var picture = RoomPainter.Picture.none
    var stage: RoomStage?
    var phase = Phase.before
    /// The canvas that was painted last, and whether one is being painted.
    var painted = -1
    var isPainting = false
    /// Whether the terminal shows pictures.
    var showsPictures = false
    var isPaused = false
    /// When what was typed is a key even if nothing follows, and whether somebody waits for that.
    var keyDeadline: Double?
    var awaitsKey = false
    var wantsSuspension = false
    var lastPreview = 0.0
  }

  /// Whether there is a screen.
  private enum Phase { case before, shown, over }

  /// Seconds between two previews of a line that is being drawn.
  private static let previewPause = 0.06
  /// Seconds between two paintings of the terminal, and of the canvas at least.
  private static let pause = 0.02
  private static let canvasPause = 0.05
  /// Seconds in which Control-Z has stopped the program.
  private static let stopTime = 0.3
  /// Lines drawn by hand that may wait to be said.
  private static let maximumDrawn = 256

  let lines = LineQueue()
  private let console: Console
  private let output: Output
  private let interrupt: @Sendable () -> Void
  private let state: Mutex<State>
  private let rings: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation
  private let drawn: AsyncStream<Stroke>
  private let draw: AsyncStream<Stroke>.Continuation

  /// `interrupt` is what a SIGINT would do.
  init(_ console: Console, _ output: Output, size: TerminalSize, interrupt: @escaping @Sendable () -> Void) {
    self.console = console
    self.interrupt = interrupt
    self.output = output
    let colors: CellColors =
      ["truecolor", "24bit"].contains(console.environment("COLORTERM") ?? "") ? .any : .cube
    state = Mutex(State(screen: RoomScreen(size), painter: RoomPainter(colors: colors)))
    // Rings that nobody heard become one.
    (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (drawn, draw) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maximumDrawn))
  }

  // MARK: What comes

  /// The room has let this end in: the screen is wanted.
  func begin(_ stage: RoomStage) {
    state.withLock { $0.stage = stage }
    bell.yield()
  }

  /// Something happened.
  func tell(_ event: Event) {
    let isShown = state.withLock { state in
      if state.phase == .shown || state.stage != nil && state.phase == .before { state.screen.hear(event) }
      return state.stage != nil && state.phase != .over
    }
    if isShown { bell.yield() } else { output.tell(event) }
  }

  /// Nothing is left to be seen.
  func end() {
    bell.finish()
    draw.finish()
    lines.end()
  }

  private func typed(_ bytes: [UInt8]?) {
    // A terminal that has gone takes its user with it.
    guard let bytes else { return lines.end() }
    act { state in
      let keys = state.decoder.take(bytes)
      state.keyDeadline = state.decoder.patience.map { console.now() + $0 }
      return keys
    }
  }

  private func act(_ keys: (inout State) -> [Key]) {
    let acts = state.withLock { state in
      keys(&state).flatMap { key -> [RoomScreen.Act] in
        if case .report(let report) = key {
          if KittyImage.isYes(report), !state.showsPictures {
            state.showsPictures = true
            state.screen.canvasChanged()
          }
          return []
        }
        return state.screen.press(key)
      }
    }
    for act in acts { perform(act) }
    bell.yield()
  }

  private func perform(_ act: RoomScreen.Act) {
    switch act {
    case .say(let line): _ = lines.add(line)
    case .draw(let stroke): draw.yield(stroke)
    case .preview: preview()
    case .suspend: state.withLock { $0.wantsSuspension = true }
    case .interrupt: interrupt()
    case .repaint: state.withLock { $0.painter.forget() }
    }
  }

  /// Shows others the line that is being drawn, as often as they could see.
  private func preview() {
    let (stage, line) = state.withLock { state -> (RoomStage?, Stroke?) in
      let now = console.now()
      guard now - state.lastPreview >= Self.previewPause else { return (nil, nil) }
      state.lastPreview = now
      return (state.stage, state.screen.line)
    }
    if let line { stage?.preview(line) }
  }

  /// The terminal has another size, or is this program's again.
  private func resized() {
    let size = UnownedDescriptor.standardOutput.terminalSize
    state.withLock { state in
      if let size, size != state.screen.layout.size { state.screen.resize(size) }
      state.painter.forget()
    }
    bell.yield()
  }

  // MARK: What is shown

  /// Shows the room from when it is there until `end`; the terminal is as before then.
  func run() async throws(SystemError) {
    for await _ in rings {
      if state.withLock({ $0.stage != nil }) { break }
    }
    guard let stage = state.withLock({ $0.stage }) else { return }
    let result: Result<Void, SystemError> = await withDiscardingTaskGroup { group in
      do throws(SystemError) {
        let screen = try FullScreen()
        state.withLock { $0.phase = .shown }
        _ = console.write(Array((Self.mouseOn + KittyImage.ask).utf8))
        let signals = SignalWatcher([Signal.windowChange, Signal.proceed]) { _ in self.resized() }
        let input = TerminalInput { self.typed($0) }
        group.addTask { for await stroke in self.drawn { await stage.draw(stroke) } }
        await show(on: screen, stage, in: &group)
        state.withLock { $0.phase = .over }
        _ = console.write(Array((KittyImage.remove + Self.mouseOff).utf8))
        withExtendedLifetime(input) { signals.cancel() }
        group.cancelAll()
        return .success(())
      } catch {
        state.withLock { $0.phase = .over }
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Buttons, and moves with a button down (1002), in decimal numbers (1006): xterm's private modes.
  static let mouseOn = "\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l"

  private func show(
    on screen: borrowing FullScreen, _ stage: RoomStage, in group: inout DiscardingTaskGroup
  ) async {
    bell.yield()
    for await _ in rings {
      if state.withLock({ take(&$0.wantsSuspension) }) { await suspend(screen) }
      let (text, paints, keyDeadline) = state.withLock { state in
        guard !state.isPaused else { return ("", false, nil as Double?) }
        let paints =
          !state.isPainting && state.painted != state.screen.canvasRevision && state.screen.layout.canvasColumns > 0
        if paints { state.isPainting = true }
        let awaited = state.awaitsKey ? nil : state.keyDeadline
        if awaited != nil { state.awaitsKey = true }
        return (state.painter.paint(state.screen, state.picture), paints, awaited)
      }
      if !text.isEmpty, console.write(Array(text.utf8)) != .done { return lines.end() }
      if paints { group.addTask { await self.paint(stage) } }
      if let keyDeadline { group.addTask { await self.endKey(at: keyDeadline) } }
      try? await Task.sleep(for: .seconds(Self.pause))
    }
  }

  /// Takes what was typed for a key once nothing has followed it for long enough.
  private func endKey(at first: Double) async {
    var deadline: Double? = first
    while let next = deadline {
      guard (try? await Task.sleep(for: .seconds(max(0, next - console.now())))) != nil else { return }
      let isOver = state.withLock { state in
        // More was typed meanwhile.
        deadline = state.keyDeadline.flatMap { $0 > console.now() ? $0 : nil }
        if deadline == nil { state.awaitsKey = false }
        return deadline == nil && state.keyDeadline != nil
      }
      guard isOver else { continue }
      act { state in
        state.keyDeadline = nil
        return state.decoder.flush()
      }
    }
  }

  /// Paints the canvas, and waits in proportion to what that cost.
  private func paint(_ stage: RoomStage) async {
    let (squares, lines, revision, asFile) = state.withLock { state in
      (state.screen.layout.squares, state.screen.unfinished, state.screen.canvasRevision, state.showsPictures)
    }
    let start = console.now()
    var picture: RoomPainter.Picture?
    var size: (width: Int, height: Int)?
    if asFile {
      let scale = KittyImage.squareSize
      if let png = await stage.png(within: squares.width * scale, squares.height * scale, under: lines) {
        size = (png.width / scale, png.height / scale)
        picture = .file(
          png.file, columns: max(1, png.width / scale), rows: max(1, png.height / scale / 2), revision: revision)
      }
    } else if let pixels = await stage.pixels(within: squares.width, squares.height, under: lines) {
      size = (pixels.width, pixels.height)
      picture = .cells(CanvasCells(pixels, columns: squares.width, height: squares.height / 2))
    }
    state.withLock { state in
      state.painted = revision
      guard let picture, state.screen.layout.squares == squares else { return }
      state.picture = picture
      state.screen.picture = size
    }
    bell.yield()
    try? await Task.sleep(for: .seconds(max(Self.canvasPause, 3 * (console.now() - start))))
    state.withLock { $0.isPainting = false }
    bell.yield()
  }

  private func suspend(_ screen: borrowing FullScreen) async {
    state.withLock { $0.isPaused = true }
    _ = console.write(Array(Self.mouseOff.utf8))
    screen.pause()
    screen.stop()
    // It may stop a moment later; where no shell can let it go on, it does not stop at all.
    try? await Task.sleep(for: .seconds(Self.stopTime))
    do throws(SystemError) { try screen.resume() } catch { return lines.end() }
    _ = console.write(Array(Self.mouseOn.utf8))
    state.withLock { $0.isPaused = false }
    resized()
  }

  private func take(_ flag: inout Bool) -> Bool {
    defer { flag = false }
    return flag
  }
}
