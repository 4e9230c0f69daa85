import SessionCore

/// What the progress line says, and when it is due; time is a parameter, in seconds.
struct ProgressMeter {
  /// A transfer without bytes for so long is called stalled.
  static let stalledAfter = 5.0
  /// A transfer of which nothing is heard for so long is over, whatever became of it: its session tells of it four times a
  /// second.
  static let forgottenAfter = 3.0
  /// The line is drawn ten times a second at most.
  static let redrawEvery = 0.1

  private struct Key: Hashable {
    var direction: Direction
    var peer: String
    var folder: String?
    var name: String
  }

  private struct Item {
    var bytes: Int64
    var size: Int64?
    var rate: Double
    /// When bytes last came.
    var grew: Double
    /// When it was last told of.
    var heard: Double
    /// Whether the bytes are read again, not sent.
    var isCheck = false
  }

  private var items: [Key: Item] = [:]
  private var latest: Key?
  private var drawn: (time: Double, text: String)?

  /// Whether nothing is under way.
  var isIdle: Bool { items.isEmpty }

  /// A file starts.
  mutating func begin(_ begin: FileBegin, at now: Double) {
    let key = Key(direction: begin.direction, peer: begin.peer, folder: begin.folder, name: begin.name)
    items[key] = Item(bytes: begin.resumedAt, size: begin.size, rate: 0, grew: now, heard: now)
    latest = key
  }

  /// A file has got so far.
  mutating func update(_ progress: FileProgress, at now: Double) {
    let key = Self.key(of: progress)
    let before = items[key]
    let grew = before.map { progress.bytes > $0.bytes ? now : $0.grew } ?? now
    items[key] = Item(bytes: progress.bytes, size: progress.size, rate: progress.rate, grew: grew, heard: now)
    if grew == now || latest == nil { latest = key }
  }

  /// So much of what is there of a file already has been read again.
  mutating func check(_ progress: FileProgress, at now: Double) {
    update(progress, at: now)
    items[Self.key(of: progress)]?.isCheck = true
  }

  /// A file is done, or given up.
  mutating func end(_ end: FileEnd) {
    let key = Key(direction: end.direction, peer: end.peer, folder: end.folder, name: end.name)
    items[key] = nil
    if latest == key { latest = items.keys.first }
  }

  /// A peer has gone, and what was under way with it.
  mutating func end(peer: String) {
    items = items.filter { $0.key.peer != peer }
    if latest?.peer == peer { latest = items.keys.first }
  }

  /// Nothing is under way any more.
  mutating func clear() {
    items = [:]
    latest = nil
  }

  private static func key(of progress: FileProgress) -> Key {
    Key(direction: progress.direction, peer: progress.peer, folder: progress.folder, name: progress.name)
  }

  /// The line, where it is due and differs from the one that stands; at most `columns` wide.
  mutating func line(at now: Double, columns: Int) -> String? {
    forget(at: now)
    guard let key = latest, let item = items[key] else { return nil }
    if let drawn, now - drawn.time < Self.redrawEvery { return nil }
    let text = Self.text(key.name, item, at: now, others: items.count - 1, columns: columns)
    if text == drawn?.text { return nil }
    drawn = (now, text)
    return text
  }

  private mutating func forget(at now: Double) {
    items = items.filter { now - $0.value.heard < Self.forgottenAfter }
    if let key = latest, items[key] == nil { latest = items.keys.first }
  }

  /// The line was wiped: the next one is drawn whatever it says, when it is due.
  mutating func wiped() {
    if let time = drawn?.time { drawn = (time, "") }
  }

  private static func text(_ name: String, _ item: Item, at now: Double, others: Int, columns: Int) -> String {
    var parts = item.isCheck ? ["checking what is there"] : []
    let bytes = Units.bytes(item.bytes)
    if let size = item.size, size > 0 {
      parts.append("\(percent(item.bytes, of: size)) %")
      parts.append("\(bytes) of \(Units.bytes(size))")
    } else {
      parts.append(bytes)
    }
    if item.isCheck {
      if item.rate > 0 { parts.append(Units.rate(item.rate)) }
    } else if let size = item.size, item.bytes >= size {
      // All has gone; the other end has yet to say that it has it.
      parts.append("finishing")
    } else if now - item.grew >= stalledAfter {
      parts.append("stalled")
    } else if item.rate > 0 {
      parts.append(Units.rate(item.rate))
      if let size = item.size {
        parts.append("\(Units.clock(Double(max(0, size - item.bytes)) / item.rate)) left")
      }
    }
    if others > 0 { parts.append("and \(others) more") }
    let facts = parts.joined(separator: "  ")
    // The last column stays free: some terminals wrap when it is written.
    let room = columns - facts.count - 3
    return room >= 8 ? "\(printable(name, columns: room))  \(facts)" : String(facts.prefix(max(0, columns - 1)))
  }

  /// Whole percent, rounded down: 100 only where all is there, and never more.
  static func percent(_ bytes: Int64, of size: Int64) -> Int {
    guard size > 0 else { return 100 }
    let part = Double(max(0, bytes)) / Double(size) * 100
    return bytes >= size ? 100 : min(99, Int(part))
  }
}
