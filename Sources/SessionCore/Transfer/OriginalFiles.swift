/// The files an original app sends, put together from pieces that only a name holds together.
///
/// The originals' habits, each met here: the last piece may be empty or full; a piece without data or name is nothing,
/// marked or not; a file of no bytes is two empty pieces; some senders never mark the last piece.
public struct OriginalFiles: ~Copyable {
  /// What makes two pieces one file's: the folder, where there is one, and the base name.
  public struct Key: Sendable, Hashable {
    /// The folder named by a piece of kind 4.
    ///
    /// Untrusted.
    public var folder: String?
    /// The base name.
    ///
    /// Untrusted.
    public var name: String

    /// A key.
    public init(folder: String?, name: String) {
      self.folder = folder
      self.name = name
    }
  }

  /// What to do with a piece.
  public struct Action: Sendable, Equatable {
    /// Open a part file first.
    public var opens = false
    /// Write the piece at this offset; nil for a piece that is nothing, or of a file that was refused.
    public var offset: Int64?
    /// Store the file afterwards.
    public var closes = false
    /// A file that gives way to this one: it is kept as a part, without an end marker.
    public var evicts: Key?
  }

  /// How many files one original may have open: it sends one at a time, and a folder's one after the other.
  public static let maximumOpen = 16

  private enum State {
    case open(size: Int64)
    /// Its name or its disk refused it: its pieces are dropped until the last.
    case refused
  }

  private var files: [Key: State] = [:]
  private var order: [Key] = []
  private var lastClosed: Key?

  /// No file yet.
  public init() {}

  /// A piece has come; `count` is nil where it has no data.
  public mutating func piece(_ key: Key, count: Int?, isLast: Bool) -> Action {
    var action = Action()
    guard let count else { return action }
    switch files[key] {
    case .open(let size)?:
      action.offset = size
      files[key] = .open(size: size + Int64(count))
      action.closes = isLast
    case .refused?:
      break
    case nil:
      // The Mac app's closing piece after a file whose last bytes carried the mark already.
      if isLast, count == 0, key == lastClosed { return action }
      if order.count >= Self.maximumOpen {
        let oldest = order.removeFirst()
        files[oldest] = nil
        action.evicts = oldest
      }
      files[key] = .open(size: Int64(count))
      order.append(key)
      action.opens = true
      action.offset = 0
      action.closes = isLast
    }
    if isLast { close(key) }
    return action
  }

  /// The file could not be opened or written: its further pieces are dropped, up to and with the last.
  public mutating func refuse(_ key: Key) {
    if files[key] != nil { files[key] = .refused }
  }

  /// The files that were begun and never ended, when the peer has left.
  public mutating func unfinished() -> [Key] {
    let keys = order.filter { if case .open? = files[$0] { true } else { false } }
    files = [:]
    order = []
    return keys
  }

  private mutating func close(_ key: Key) {
    files[key] = nil
    order.removeAll { $0 == key }
    lastClosed = key
  }
}
