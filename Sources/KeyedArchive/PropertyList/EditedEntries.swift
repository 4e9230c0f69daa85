/// Entries left in the bytes they were read from, and what was changed of them since.
struct EditedEntries: Sendable {
  typealias Entry = PropertyListDictionary.Entry

  /// The most changes that are kept beside the bytes; with more, all entries are better held.
  static let maximumReplaced = 4_096
  /// The most entries that are added, which are looked through one by one.
  static let maximumAdded = 64

  let read: EncodedEntries
  /// The new values of entries by their position; nil for one that was removed.
  private(set) var replaced: [Int: PropertyList?] = [:]
  /// Entries of other keys, in their order, behind those that were read.
  private(set) var added: [Entry] = []

  init(_ read: EncodedEntries) {
    self.read = read
  }

  /// The number of entries.
  var count: Int { read.count - replaced.values.count { $0 == nil } + added.count }

  /// The number of places; entries are at some of them, in their order.
  var places: Int { read.count + added.count }

  /// Whether there is more that was changed than is kept like this.
  var isOverfull: Bool { replaced.count > Self.maximumReplaced || added.count > Self.maximumAdded }

  /// The entry at a place; nil where it was removed.
  func entry(at place: Int) -> Entry? {
    guard place < read.count else { return added[place - read.count] }
    guard let replacement = replaced[place] else { return read.entry(at: place) }
    return replacement.map { Entry(key: read.key(at: place), value: $0) }
  }

  /// The key at a place; nil where it was removed.
  func key(at place: Int) -> PropertyList? {
    guard place < read.count else { return added[place - read.count].key }
    if let replacement = replaced[place], replacement == nil { return nil }
    return read.key(at: place)
  }

  /// The value of a key.
  subscript(key: PropertyList) -> PropertyList? {
    guard let position = position(of: key) else { return added.first { $0.key == key }?.value }
    if let replacement = replaced[position] { return replacement }
    return read.value(at: position)
  }

  /// Sets the value of a key, or removes it.
  mutating func set(_ value: PropertyList?, for key: PropertyList) {
    if let position = position(of: key) {
      replaced.updateValue(value, forKey: position)
    } else if let place = added.firstIndex(where: { $0.key == key }) {
      if let value { added[place].value = value } else { added.remove(at: place) }
    } else if let value {
      added.append(Entry(key: key, value: value))
    }
  }

  /// Where a key is that was read and is there still: one that was removed and set again is a new one.
  private func position(of key: PropertyList) -> Int? {
    guard let position = read.position(of: key) else { return nil }
    if let replacement = replaced[position], replacement == nil { return nil }
    return position
  }
}
