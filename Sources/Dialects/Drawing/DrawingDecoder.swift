/// What goes over the drawing relay (004).
public enum DrawingItem: Sendable, Hashable {
  /// A line.
  case line(DrawnLine)
  /// A JPEG, without the `$` behind it.
  case picture([UInt8])
  /// A chat text.
  case text(String)
  /// A JSON object that is no line: of such a size, or without a point or a screen.
  case unusable(bytes: Int)
}

/// What is accepted of what comes over the relay; each limit is required.
public struct DrawingLimits: Sendable, Hashable {
  /// The longest text in bytes.
  public var text: Int
  /// The longest line in bytes of JSON.
  public var line: Int
  /// The largest picture in bytes.
  public var picture: Int

  /// Limits of the given values.
  public init(text: Int, line: Int, picture: Int) {
    self.text = text
    self.line = line
    self.picture = picture
  }
}

/// Tells lines, pictures and texts apart in a stream that has no framing, whatever the pieces it comes in.
///
/// An original guesses by what one read holds. Here a line is a JSON object up to its last brace, a picture a JPEG up to its
/// end mark and the `$` behind it, and a text what is neither, up to a silence, a line feed (which no original sends) or to
/// where one of those begins. The decoder holds the bytes of what has not ended.
public struct DrawingDecoder: Sendable {
  /// Seconds of silence that end a text.
  public static let settleTime = 0.025
  /// Seconds of silence after which an object that has not ended was a text.
  public static let objectPatience = 3.0

  private enum Head: Sendable {
    case unknown
    case text(scanned: Int)
    case object(JSONExtent)
    case picture(PictureExtent)
  }

  /// The names in a line, as they stand on the wire.
  private static let names = ["path", "width", "color", "screenW", "screenH"].map { Array("\"\($0)\"".utf8) }

  private let limits: DrawingLimits
  private var held: [UInt8] = []
  /// How many of the held bytes are done with: they go once for all items of a `receive`.
  private var start = 0
  private var head = Head.unknown
  /// Whether the `$` behind a picture has not come yet.
  private var expectsMark = false

  /// A decoder at the start of a stream.
  public init(limits: DrawingLimits) {
    self.limits = limits
  }

  /// After so many seconds of silence `settle` should be called; nil where silence changes nothing.
  public var patience: Double? {
    switch head {
    case .unknown, .picture: held.isEmpty ? nil : Self.objectPatience
    case .text: Self.settleTime
    case .object: Self.objectPatience
    }
  }

  /// Takes what came and gives what has ended.
  public mutating func receive(_ bytes: some Sequence<UInt8>) throws(DialectError) -> [DrawingItem] {
    held.append(contentsOf: bytes)
    var items: [DrawingItem] = []
    while let item = try next() { items.append(item) }
    drop()
    try checkLimit()
    return items
  }

  /// Nothing came for as long as `patience` said, or nothing will: a text has ended.
  ///
  /// - Parameter isLast: whether the stream is at its end.
  public mutating func settle(isLast: Bool) throws(DialectError) -> DrawingItem? {
    if held.isEmpty { return nil }
    if case .picture = head {
      if isLast { throw .truncated }
      return nil
    }
    defer { drop() }
    return try text(held.count)
  }

  /// What is held and not done with.
  private var rest: ArraySlice<UInt8> { held[start...] }

  private mutating func drop() {
    held.removeFirst(start)
    start = 0
  }

  private mutating func next() throws(DialectError) -> DrawingItem? {
    while let first = rest.first {
      switch head {
      case .unknown:
        if expectsMark, first == UInt8(ascii: "$") {
          start += 1
        } else if first == 0x0A || first == 0x0D {
          start += 1
        } else if first == PictureExtent.mark[0] {
          head = .picture(PictureExtent())
        } else if first == UInt8(ascii: "{") {
          head = .object(JSONExtent())
        } else {
          head = .text(scanned: 0)
        }
        expectsMark = false
      case .text(let scanned):
        guard let end = textEnd(from: scanned) else { return nil }
        return try text(end)
      case .object(var extent):
        guard isObject else {
          head = .text(scanned: 1)
          continue
        }
        guard let end = extent.end(in: rest) else {
          head = .object(extent)
          return nil
        }
        guard let item = object(end) else {
          head = .text(scanned: 1)
          continue
        }
        take(end)
        return item
      case .picture(var extent):
        guard rest.count < 2 || held[start + 1] == PictureExtent.mark[1] else { throw .notText }
        guard let end = extent.end(in: rest) else {
          head = .picture(extent)
          return nil
        }
        let picture = Array(rest.prefix(end))
        take(end)
        expectsMark = true
        return .picture(picture)
      }
    }
    return nil
  }

  /// Whether the brace that is held may begin an object: a name or the other brace follows it.
  private var isObject: Bool {
    guard let next = rest.dropFirst().first(where: { $0 > 0x20 }) else { return true }
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }

  /// The item of a JSON object; nil where it is not JSON, and so a text that begins with a brace.
  private func object(_ end: Int) -> DrawingItem? {
    let value = rest.withUnsafeBytes { bytes in
      try? JSONReader.read(UnsafeRawBufferPointer(rebasing: bytes[..<end]), limits: DrawnLine.jsonLimits)
    }
    guard let value else { return nil }
    return DrawnLine(value).map { .line($0) } ?? .unusable(bytes: end)
  }

  /// Where a text ends: at a line feed, or because a picture or a line begins; nil where nothing of that is there.
  private mutating func textEnd(from scanned: Int) -> Int? {
    for place in max(1, scanned)..<max(1, scanned, rest.count) {
      let byte = held[start + place]
      if byte == PictureExtent.mark[0] || byte == 0x0A { return place }
      if byte == UInt8(ascii: "{") {
        // Looked at again when what follows the brace is here.
        guard let isLine = beginsLine(at: place) else {
          head = .text(scanned: place)
          return nil
        }
        if isLine { return place }
      }
    }
    head = .text(scanned: rest.count)
    return nil
  }

  /// Whether a brace in a text begins a line: one of a line's names follows; nil where that cannot be told yet.
  private func beginsLine(at place: Int) -> Bool? {
    let rest = rest.dropFirst(place + 1).drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    if Self.names.contains(where: { rest.starts(with: $0) }) { return true }
    return Self.names.contains { $0.starts(with: rest) } ? nil : false
  }

  private mutating func text(_ count: Int) throws(DialectError) -> DrawingItem? {
    let bytes = Array(rest.prefix(count))
    take(count)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return .text(text.utf8.last == 0x0D ? String(text.dropLast()) : text)
  }

  private mutating func take(_ count: Int) {
    start += count
    head = .unknown
  }

  private func checkLimit() throws(DialectError) {
    let limit =
      switch head {
      case .unknown, .text: limits.text
      case .object: limits.line
      case .picture: limits.picture
      }
    if held.count > limit { throw .tooLong(limit: limit) }
  }
}
