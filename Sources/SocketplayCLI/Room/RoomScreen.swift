import Editor
import SessionCore
import SocketplayNode
import Sys

/// What a member sees and does on a whole terminal: the canvas, the talk, a line that is typed, and a line that is drawn.
///
/// A machine without a terminal: keys and events in, what is to be done out.
struct RoomScreen: Sendable {
  /// What is to be done.
  enum Act: Sendable, Equatable {
    /// The line was typed.
    case say(String)
    case draw(Stroke)
    /// The line that is being drawn has grown.
    case preview
    /// Control-Z.
    case suspend
    /// Control-C.
    case interrupt
    /// Control-L: something else has written on the terminal.
    case repaint
  }

  /// How the connection stands.
  enum State: Sendable, Equatable { case away, secure, plain }

  /// Lines that were typed and can be had again.
  private static let maximumHistory = 100
  /// Lines of others that are being drawn.
  private static let maximumPreviews = 64
  /// Points of a line that is drawn by hand: somebody who goes on for ever begins another.
  static let maximumPoints = 2_048

  var layout: RoomLayout
  var log = ChatLog()
  private(set) var field = Field()
  var pen = Pen()
  /// Who the user is here, and where.
  private(set) var title = ""
  private(set) var here = 0
  /// How the connection stands.
  private(set) var state = State.away
  /// The points of the line that is being drawn.
  var held: [Stroke.Point] = []
  /// The canvas in squares, as it was painted last.
  var picture: (width: Int, height: Int)?
  /// A number that changes with whatever the canvas shows.
  private(set) var canvasRevision = 0
  private var previews: [String: Stroke] = [:]
  private var history: [String] = []
  private var place: Int?

  init(_ size: TerminalSize) {
    layout = RoomLayout(size)
  }

  /// Lines that are still being drawn, the user's own on top.
  var unfinished: [Stroke] {
    previews.sorted { $0.key < $1.key }.map(\.value) + (line.map { [$0] } ?? [])
  }

  /// The line that the user is drawing; nil for none.
  var line: Stroke? { held.isEmpty ? nil : pen.stroke(held, on: screen) }

  /// The canvas as the screen that the user draws on.
  var screen: Stroke.Screen {
    let (width, height) = picture ?? (layout.canvasColumns, layout.canvasColumns)
    return Stroke.Screen(width: Double(max(1, width)), height: Double(max(1, height)))
  }

  /// The terminal has another size.
  mutating func resize(_ size: TerminalSize) {
    layout = RoomLayout(size)
    held = []
    picture = nil
    canvasRevision += 1
  }

  mutating func canvasChanged() { canvasRevision += 1 }

  // MARK: News

  /// Something happened.
  mutating func hear(_ event: Event) {
    if case .room(let news) = event { hear(news) }
    if case .disconnected = event { (previews, state) = ([:], .away) }
    for line in EventText.lines(event, in: .room) { tell(line) }
  }

  /// A line for the talk, details but for those who want them left out.
  private mutating func tell(_ line: Line) {
    switch line {
    case .answer(let text), .talk(let text), .question(let text): log.append(text)
    case .warning(let text): log.append("! \(text.message)")
    case .error(let text): log.append("! \(text.message)" + (text.hint.map { " (\($0))" } ?? ""))
    case .detail: break
    }
  }

  private mutating func hear(_ news: RoomNews) {
    switch news {
    case .connected(let peer, _, let security, _, let nick):
      state = security == "none" ? .plain : .secure
      title = "\(printable(nick ?? "?", columns: 24)) in \(printable(peer, columns: 32))"
      canvasRevision += 1
    case .roster(let members, _): here = members.count(where: \.online)
    case .preview(let stroke, let from):
      guard previews[from] != nil || previews.count < Self.maximumPreviews else { return }
      previews[from] = stroke
      canvasRevision += 1
    case .stroke(_, let from, _), .undo(let from, _, _), .clear(let from, _), .file(_, let from, _, _, _):
      if let from { previews[from] = nil }
      canvasRevision += 1
    case .text, .listening, .game, .saved, .missed, .said: break
    }
  }

  // MARK: Keys

  /// A key was pressed.
  mutating func press(_ key: Key) -> [Act] {
    switch key {
    case _ where !field.hasRoom(for: key): log.append("! that is too long to type or paste here")
    case .mouse(let report): return point(report)
    case .enter: return enter()
    case .control("c"): return [.interrupt]
    case .control("d") where field.text.isEmpty: return [.say("/quit")]
    case .control("z"): return [.suspend]
    case .control("l"): return [.repaint]
    case .pageUp: move(by: max(1, layout.bodyRows - 1))
    case .pageDown: move(by: -max(1, layout.bodyRows - 1))
    case .up: recall(-1)
    case .down: recall(1)
    case .escape:
      held = []
      field = Field()
      canvasRevision += 1
    // A text of several lines is said as one.
    case .paste(let text): _ = field.take(.paste(text.replacing("\n", with: " ")))
    default: _ = field.take(key)
    }
    return []
  }

  mutating func move(by rows: Int) {
    log.move(by: rows, columns: layout.talkColumns, height: layout.bodyRows)
  }

  private mutating func enter() -> [Act] {
    let line = field.text
    field = Field()
    place = nil
    log.move(by: -log.back, columns: layout.talkColumns, height: layout.bodyRows)
    if line.isEmpty { return [] }
    if history.last != line { history.append(line) }
    if history.count > Self.maximumHistory { history.removeFirst() }
    if setPen(line) { return [] }
    return [.say(line)]
  }

  /// Takes a line that concerns the pen; false for any other.
  ///
  /// The eraser is the room's too: for lines of files.
  private mutating func setPen(_ line: String) -> Bool {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "/erase" where words.count == 1:
      pen.erases.toggle()
      return false
    case "/color" where words.count == 2:
      guard let color = Pen.color(words[1]) else { break }
      pen.color = color
      return true
    case "/width" where words.count == 2:
      guard let width = Double(words[1]), Pen.widths.contains(width) else { break }
      pen.width = width
      return true
    case "/color", "/width": break
    default: return false
    }
    log.append("! /color black|red|blue|green, /width N (\(Pen.usualWidth) is usual)")
    return true
  }

  private mutating func recall(_ step: Int) {
    let next = (place ?? history.count) + step
    guard next >= 0, next <= history.count else { return }
    place = next == history.count ? nil : next
    field = Field(next == history.count ? "" : history[next])
  }
}
