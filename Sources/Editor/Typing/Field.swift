/// A line that is being typed, with its cursor; it may hold line breaks all the same.
public struct Field: Sendable, Equatable {
  /// The longest text in bytes: what is longer is nothing to be typed on one line.
  public static let maximumSize = 64 << 10

  /// The characters before the cursor.
  public private(set) var before: String
  /// Those behind it.
  public private(set) var behind = ""

  /// A field with a text, the cursor behind it.
  public init(_ text: String = "") {
    before = text
  }

  /// All of it.
  public var text: String { before + behind }

  /// Takes a key; false where it means nothing here.
  public mutating func take(_ key: Key) -> Bool {
    switch key {
    case .scalar(let scalar): insert(String(Character(scalar)))
    case .paste(let text): insert(text)
    case .lineBreak: insert("\n")
    case .backspace: _ = before.popLast()
    case .delete, .control("d"): behind = String(behind.dropFirst())
    case .left, .control("b"): if let last = before.popLast() { behind = String(last) + behind }
    case .right, .control("f"): before += String(behind.prefix(1)); behind = String(behind.dropFirst())
    case .home, .control("a"): behind = before + behind; before = ""
    case .end, .control("e"): before += behind; behind = ""
    case .control("k"): behind = ""
    case .control("u"): before = ""
    case .control("w"): deleteWord()
    case .cutPaste, .control, .enter, .escape, .tab, .backTab, .up, .down, .pageUp, .pageDown, .mouse, .report:
      return false
    }
    return true
  }

  /// Whether what a key types fits in; a key that types nothing does.
  public func hasRoom(for key: Key) -> Bool {
    switch key {
    case .scalar(let scalar): hasRoom(UTF8.width(scalar))
    case .paste(let text): hasRoom(text.utf8.count)
    case .lineBreak: hasRoom(1)
    case .cutPaste: false
    default: true
    }
  }

  private func hasRoom(_ size: Int) -> Bool { before.utf8.count + behind.utf8.count + size <= Self.maximumSize }

  private mutating func insert(_ text: String) {
    // What does not fit any more is not typed.
    guard hasRoom(text.utf8.count) else { return }
    before += text
  }

  private mutating func deleteWord() {
    while before.last?.isWhitespace ?? false { before.removeLast() }
    while let last = before.last, !last.isWhitespace { before.removeLast() }
  }
}
