public import KeyedArchive
public import SessionCore

/// A full-screen editor of preferences without its screen: keys and news come in, actions go out.
///
/// It reads no clock: `now` is in seconds of any that does not go back.
public struct EditorModel: Sendable {
  /// What is being done.
  public enum Mode: Sendable, Equatable {
    /// Moving about.
    case browsing
    /// Typing what is searched.
    case searching(Field)
    /// Typing the key of a new value in the container at the path; nil for the top.
    case naming(Field, PreferencePath?)
    /// Typing the value at a path.
    case typing(Typed, PreferencePath)
    /// Waiting for the answer to a question.
    case asking(Question)
    /// Looking at the keys' list.
    case helping
  }

  /// What is asked.
  public enum Question: Sendable, Equatable {
    /// Whether to leave with edits unsent.
    case leave
    /// Whether to send over what others have changed meanwhile.
    case overwrite
  }

  /// What the driver is to do.
  public enum Action: Sendable, Equatable {
    case nothing
    /// Send edits, and tell what became of them.
    case send(PreferenceEdits)
    /// Leave.
    case quit
    /// Leave, as interrupted.
    case interrupt
    /// Let the shell have the terminal.
    case suspend
    /// Paint everything anew.
    case redraw
    /// Read the store again.
    case reload
  }

  /// How long a change of the other side stands out, in seconds.
  public static let highlightTime = 6.0
  /// The most edits that can be taken back: a day's work.
  static let maximumPast = 1_000
  /// The most changes that stand out at once; of more, one sees nothing.
  static let maximumHighlights = 1_000

  /// The values and the edits.
  public internal(set) var draft: Draft
  /// What is to be seen of them.
  public internal(set) var rows: Rows
  /// What is being done.
  public internal(set) var mode = Mode.browsing
  /// The row that is selected, from 0.
  public internal(set) var selection = 0
  /// The first row on the screen.
  public internal(set) var top = 0
  /// What is searched; nil for nothing.
  public internal(set) var search: Search?
  /// What was told last.
  public internal(set) var notice: EditorNotice?
  /// Where others have changed something that still stands out, and until when.
  public internal(set) var highlights: [PreferencePath: Double] = [:]
  /// Whether edits are on their way.
  public internal(set) var isSending = false
  /// Whether changes of the other side are heard of.
  public internal(set) var isConnected = true

  /// How many rows the screen has room for.
  var height = 1
  /// Whether another text is searched than the rows are of: of several keys that come at once, the last one counts.
  var isStale = false
  var open: Set<PreferencePath> = []
  var past: [Past] = []
  var future: [[PreferencePath: Draft.Edit]] = []
  /// What the store held at the path of the value that is being typed, when that began.
  var believed: PropertyList?
  /// Whether the editor is left once what is sent has arrived.
  var leavesWhenSent = false

  /// What `undo` goes back to.
  enum Past: Sendable {
    /// Edits as they were.
    case edits([PreferencePath: Draft.Edit])
    /// What takes back edits that were sent.
    case sent([PreferenceEdit])
  }

  /// An editor of `keys`.
  public init(_ keys: PropertyListDictionary) {
    draft = Draft(keys)
    rows = Rows(draft, open: [])
  }

  /// The path of the selected row; nil where there is no row.
  public var selected: PreferencePath? { rows[selection] }

  /// Whether what is in the container of a row is to be seen.
  public func isOpen(row: Int) -> Bool {
    guard let path = rows[row] else { return false }
    return rows[row + 1].map(path.isAbove) ?? false || (open.contains(path) && draft.names(below: path).isEmpty)
  }

  /// Whether a change of the other side stands out at a row, or below one that is closed.
  public func isHighlighted(row: Int) -> Bool {
    guard !highlights.isEmpty, let path = rows[row] else { return false }
    return highlights[path] != nil || (highlights.keys.contains(where: path.isAbove) && !isOpen(row: row))
  }

  /// The screen, which is about to be painted, has room for so many rows.
  public mutating func resize(rows height: Int) {
    self.height = max(1, height)
    refresh()
    settle()
  }

  /// Time has passed.
  public mutating func tick(_ now: Double) {
    if !highlights.isEmpty { highlights = highlights.filter { $0.value > now } }
  }

  /// When the next thing changes by itself; nil where nothing does.
  public var deadline: Double? { highlights.values.min() }

  /// Lists the rows of what is searched, where they are of another text.
  mutating func refresh() {
    if isStale { rebuild() }
  }

  /// Lists the rows anew, and keeps the selected one selected, or else what stands in its place.
  mutating func rebuild(selecting path: PreferencePath? = nil) {
    let path = path ?? selected
    isStale = false
    if let search {
      rows = Rows(draft, matching: search, open: open)
    } else {
      rows = Rows(draft, open: open)
    }
    if let row = path.flatMap(rows.row(of:)) { selection = row }
    settle()
  }

  /// Keeps the selection within the rows, and on the screen.
  mutating func settle() {
    selection = max(0, min(selection, rows.count - 1))
    if selection < top { top = selection }
    if selection >= top + height { top = selection - height + 1 }
    top = max(0, min(top, rows.count - height))
  }
}
