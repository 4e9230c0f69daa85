/// A place in a text's bytes, and the few questions a reader of markup asks there.
///
/// SAFETY: it borrows the bytes; whoever makes one keeps them alive and in place while it is used.
struct XMLCursor {
  let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var atEnd: Bool { position == bytes.count }

  /// The byte here; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The line this place is in, from 1.
  var line: Int { lines(before: position) }

  /// One more than the line feeds before `end`.
  func lines(before end: Int) -> Int {
    1 + bytes.prefix(end).count { $0 == UInt8(ascii: "\n") }
  }

  mutating func advance(_ count: Int = 1) {
    position = min(position + count, bytes.count)
  }

  func starts(with text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count, bytes[position] == text.utf8Start[0] else { return false }
    for offset in 1..<max(1, count) where bytes[position + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// Takes `text`, where it stands here.
  mutating func take(_ text: StaticString) -> Bool {
    guard starts(with: text) else { return false }
    advance(text.utf8CodeUnitCount)
    return true
  }

  /// Takes bytes up to the first that `stops`, or the end.
  mutating func take(until stops: (UInt8) -> Bool) -> Slice<UnsafeRawBufferPointer> {
    let start = position
    var end = position
    while end < bytes.count, !stops(bytes[end]) { end += 1 }
    position = end
    return bytes[start..<end]
  }

  /// Takes bytes up to `text` and `text` itself, and gives the former; nil, and nothing taken, where it never comes.
  mutating func take(through text: StaticString) -> Slice<UnsafeRawBufferPointer>? {
    let start = self
    while !atEnd {
      _ = take(until: { $0 == text.utf8Start[0] })
      let end = position
      if take(text) { return bytes[start.position..<end] }
      advance()
    }
    self = start
    return nil
  }

  /// Takes white space, and tells whether there was any.
  @discardableResult
  mutating func takeSpace() -> Bool {
    !take(until: { !$0.isXMLSpace }).isEmpty
  }
}

extension UInt8 {
  /// Whether XML counts it as white space.
  var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// Whether it may stand in a name; every byte beyond ASCII may, for no such name is known anyway.
  var isXMLName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }
}

extension String {
  /// A peer's bytes for an error: repaired where they are no UTF-8, cut at 64 characters.
  init(excerpt bytes: Slice<UnsafeRawBufferPointer>) {
    // Names of elements, above all: they are many, and short.
    if bytes.count <= 64 {
      self.init(decoding: UnsafeRawBufferPointer(rebasing: bytes), as: UTF8.self)
    } else {
      self.init(excerpt: Array(bytes.prefix(256)))
    }
  }

  /// A peer's bytes for an error: repaired where they are no UTF-8, cut at 64 characters.
  init(excerpt bytes: some Sequence<UInt8>) {
    self = String(String(decoding: Array(bytes.prefix(256)), as: UTF8.self).prefix(64))
  }
}
