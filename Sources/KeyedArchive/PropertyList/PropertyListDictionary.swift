/// A property list's dictionary: entries in their written order, keys of any type, found by string key in constant time.
///
/// Two dictionaries are equal where they hold the same entries, in whatever order.
public struct PropertyListDictionary: Sendable {
  /// One key with its value.
  public struct Entry: Sendable, Hashable {
    /// The key; a string in every property list but a hand-made one.
    public var key: PropertyList
    /// The value.
    public var value: PropertyList

    /// An entry of `key` and `value`.
    public init(key: PropertyList, value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  /// The most entries that are looked through one by one; an index over so few would cost more than it saves.
  private static let maximumScanned = 16

  /// The entries, in the order in which they were read or added.
  ///
  /// Costs time proportional to `count` after a removal, else constant time.
  public var entries: [Entry] {
    removed.isEmpty ? slots : slots.indices.lazy.filter { !removed.contains($0) }.map { slots[$0] }
  }

  /// The entries, and where an index is kept also those that were removed.
  private var slots: [Entry] = []
  /// Where a slot is empty: closed up once they are many, so that removing costs constant time.
  private var removed: Set<Int> = []
  /// Where each key is; nil while there are few.
  private var positions: [PropertyList: Int]?

  /// An empty dictionary.
  public init() {}

  /// A dictionary of `pairs`; of two with one key the later one holds.
  public init(_ pairs: [(String, PropertyList)]) {
    for (key, value) in pairs { self[key] = value }
  }

  /// The number of entries.
  public var count: Int { slots.count - removed.count }

  /// Whether there is no entry.
  public var isEmpty: Bool { count == 0 }

  /// The value of a string key; assigning nil removes the key.
  public subscript(_ key: String) -> PropertyList? {
    get { self[.string(key)] }
    set { self[.string(key)] = newValue }
  }

  /// The value of a key of any type.
  public subscript(_ key: PropertyList) -> PropertyList? {
    get { position(of: key).map { slots[$0].value } }
    set {
      guard let newValue else {
        if let position = position(of: key) { remove(at: position) }
        return
      }
      if !insert(newValue, for: key), let position = position(of: key) { slots[position].value = newValue }
    }
  }

  /// Adds an entry; false, and nothing is changed, where the key is there.
  mutating func insert(_ value: PropertyList, for key: PropertyList) -> Bool {
    if positions == nil {
      if slots.contains(where: { $0.key == key }) { return false }
      slots.append(Entry(key: key, value: value))
      if slots.count > Self.maximumScanned { index() }
      return true
    }
    // One look for both: whether it is there, and where it goes.
    let position = slots.count
    if let present = positions?.updateValue(position, forKey: key) {
      positions?[key] = present
      return false
    }
    slots.append(Entry(key: key, value: value))
    return true
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

extension PropertyListDictionary: Hashable {
  /// Whether both hold the same entries, in whatever order.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && left.entries.allSatisfy { right[$0.key] == $0.value }
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(entries.reduce(0) { $0 ^ $1.hashValue })
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// A dictionary of string keys.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements)
  }
}
