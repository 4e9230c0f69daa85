/// A dictionary's entries in memory, in their order, found by key in constant time.
struct HeldEntries: Sendable {
  typealias Entry = PropertyListDictionary.Entry

  /// The most entries that are looked through one by one; an index over so few would cost more than it saves.
  private static let maximumScanned = 16

  /// The entries, and where an index is kept also those that were removed.
  private var slots: [Entry] = []
  /// Where a slot is empty: closed up once they are many, so that removing costs constant time.
  private var removed: Set<Int> = []
  /// Where each key is; nil while there are few.
  private var positions: [PropertyList: Int]?

  /// The number of entries.
  var count: Int { slots.count - removed.count }

  /// The number of places; entries are at some of them, in their order.
  var places: Int { slots.count }

  /// The entry at a place; nil where it was removed.
  func entry(at place: Int) -> Entry? { removed.contains(place) ? nil : slots[place] }

  /// The entries in their order: all of the places, unless some were removed.
  var entries: [Entry] {
    removed.isEmpty ? slots : slots.indices.lazy.filter { !removed.contains($0) }.map { slots[$0] }
  }

  /// The value of a key.
  subscript(key: PropertyList) -> PropertyList? {
    position(of: key).map { slots[$0].value }
  }

  /// Sets the value of a key, or removes it.
  mutating func set(_ value: PropertyList?, for key: PropertyList) {
    guard let value else {
      if let position = position(of: key) { remove(at: position) }
      return
    }
    if positions == nil {
      if let position = position(of: key) {
        slots[position].value = value
      } else {
        slots.append(Entry(key: key, value: value))
        if slots.count > Self.maximumScanned { index() }
      }
      return
    }
    // One look for both: whether it is there, and where it goes.
    if let present = positions?.updateValue(slots.count, forKey: key) {
      positions?[key] = present
      slots[present].value = value
    } else {
      slots.append(Entry(key: key, value: value))
    }
  }

  private func position(of key: PropertyList) -> Int? {
    guard let positions else { return slots.firstIndex { $0.key == key } }
    return positions[key]
  }

  private mutating func index() {
    positions = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1.key, $0) })
  }

  private mutating func remove(at position: Int) {
    guard positions != nil else {
      slots.remove(at: position)
      return
    }
    positions?[slots[position].key] = nil
    // What it held is freed at once.
    slots[position] = Entry(key: .null, value: .null)
    removed.insert(position)
    guard removed.count > 32, removed.count > slots.count / 2 else { return }
    slots = entries
    removed = []
    index()
  }
}
