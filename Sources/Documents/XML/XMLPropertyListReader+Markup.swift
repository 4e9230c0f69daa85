extension XMLPropertyListReader {
  /// Takes what may stand before the root: a byte order mark, the declaration, comments, Apple's document type.
  mutating func prolog() throws(Reason) {
    _ = cursor.take("\u{FEFF}")
    if cursor.starts(with: "<?xml") { try declaration() }
    var typed = false
    while true {
      cursor.takeSpace()
      if try skipMiscellany() { continue }
      guard cursor.starts(with: "<!DOCTYPE") else { break }
      guard !typed else { throw .documentType }
      try documentType()
      typed = true
    }
    guard let byte = cursor.next else { throw cursor.position == 0 ? .empty : .truncated }
    guard byte == UInt8(ascii: "<") else { throw .text }
  }

  /// Takes what may stand after the root.
  mutating func epilog() throws(Reason) {
    while true {
      cursor.takeSpace()
      if cursor.atEnd { return }
      guard try skipMiscellany() else { throw .text }
    }
  }

  /// Takes a comment or a processing instruction; false where none stands here.
  mutating func skipMiscellany() throws(Reason) -> Bool {
    if cursor.take("<!--") {
      guard cursor.take(through: "-->") != nil else { throw .truncated }
      return true
    }
    if cursor.take("<?") {
      guard cursor.take(through: "?>") != nil else { throw .truncated }
      return true
    }
    return false
  }

  /// Takes a start tag, its attributes unread, and tells whether it closes its element too.
  mutating func startTag() throws(Reason) -> (name: String, closed: Bool) {
    guard cursor.take("<") else { throw cursor.atEnd ? .truncated : .markup }
    let name = try takeName()
    while true {
      let spaced = cursor.takeSpace()
      if cursor.take(">") { return (name, false) }
      if cursor.take("/>") { return (name, true) }
      guard spaced else { throw cursor.atEnd ? .truncated : .markup }
      _ = try attribute()
    }
  }

  /// Takes an end tag.
  mutating func takeEndTag() throws(Reason) -> String {
    guard cursor.take("</") else { throw .markup }
    let name = try takeName()
    cursor.takeSpace()
    guard cursor.take(">") else { throw cursor.atEnd ? .truncated : .markup }
    return name
  }

  private mutating func takeName() throws(Reason) -> String {
    let name = cursor.take(until: { !$0.isXMLName })
    guard !name.isEmpty else { throw cursor.atEnd ? .truncated : .markup }
    return String(excerpt: name)
  }

  /// Takes `name="value"`.
  private mutating func attribute() throws(Reason) -> (name: String, value: String) {
    let name = try takeName()
    cursor.takeSpace()
    guard cursor.take("=") else { throw cursor.atEnd ? .truncated : .markup }
    cursor.takeSpace()
    return (name, String(excerpt: try quoted()))
  }

  /// Takes a text in either kind of quotes.
  private mutating func quoted() throws(Reason) -> Slice<UnsafeRawBufferPointer> {
    guard let quote = cursor.next else { throw .truncated }
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw .markup }
    cursor.advance()
    let value = cursor.take(until: { $0 == quote || $0 == UInt8(ascii: "<") })
    guard let end = cursor.next else { throw .truncated }
    guard end == quote else { throw .markup }
    cursor.advance()
    return value
  }

  /// Takes `<?xml … ?>` and refuses an encoding that this text is not in.
  private mutating func declaration() throws(Reason) {
    _ = cursor.take("<?xml")
    while true {
      let spaced = cursor.takeSpace()
      if cursor.take("?>") { return }
      guard spaced else { throw cursor.atEnd ? .truncated : .markup }
      let (name, value) = try attribute()
      guard name == "encoding" else { continue }
      switch value.lowercased() {
      case "utf-8", "utf8", "us-ascii", "ascii": if wide { throw .encoding }
      case "utf-16", "utf16", "unicode": if !wide { throw .encoding }
      default: throw .encoding
      }
    }
  }

  /// Takes `<!DOCTYPE plist PUBLIC "…" "…">`, or `SYSTEM "…"` as Apple's first ones had it.
  ///
  /// Nothing is fetched.
  private mutating func documentType() throws(Reason) {
    _ = cursor.take("<!DOCTYPE")
    guard cursor.takeSpace() else { throw .documentType }
    let name = try takeName()
    var literals = 0
    if cursor.takeSpace() {
      if cursor.take("PUBLIC") { literals = 2 } else if cursor.take("SYSTEM") { literals = 1 }
    }
    for _ in 0..<literals {
      guard cursor.takeSpace() else { throw cursor.atEnd ? .truncated : .documentType }
      _ = try quoted()
    }
    cursor.takeSpace()
    if cursor.next == UInt8(ascii: "[") { throw .internalSubset }
    guard cursor.take(">") else { throw cursor.atEnd ? .truncated : .documentType }
    guard name == "plist", literals > 0 else { throw .documentType }
  }
}
