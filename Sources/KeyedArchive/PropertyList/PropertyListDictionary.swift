/// A property list's dictionary: entries in their written order, keys of any type, found by key in constant time.
///
/// A large one that was read from a binary property list stays in its bytes, and each entry is built when it is asked for: every
/// time anew, so go through it once. Two dictionaries are equal where they hold the same entries, in whatever order.
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

  enum Storage: Sendable {
    case held(HeldEntries)
    case encoded(EditedEntries)
  }

  private(set) var storage = Storage.held(HeldEntries())

  /// An empty dictionary.
  public init() {}

  /// A dictionary of `pairs`; of two with one key the later one holds.
  public init(_ pairs: [(String, PropertyList)]) {
    for (key, value) in pairs { self[key] = value }
  }

  /// A dictionary whose entries are left in the bytes they were read from.
  init(_ read: EncodedEntries) {
    storage = .encoded(EditedEntries(read))
  }

  /// The number of entries.
  public var count: Int {
    switch storage {
    case .held(let held): held.count
    case .encoded(let encoded): encoded.count
    }
  }

  /// Whether there is no entry.
  public var isEmpty: Bool { count == 0 }

  /// The entries, in the order in which they were read or added, all in memory.
  ///
  /// Costs time proportional to `count` after a removal and where they are left in their bytes, else constant time.
  public var entries: [Entry] {
    switch storage {
    case .held(let held): held.entries
    case .encoded: Array(self)
    }
  }

  /// The keys that are strings, in their order; no value is built.
  public var names: [String] {
    switch storage {
    case .held(let held): (0..<held.places).compactMap { held.entry(at: $0)?.key.stringValue }
    case .encoded(let encoded): (0..<encoded.places).compactMap { encoded.key(at: $0)?.stringValue }
    }
  }

  /// The value of a string key; assigning nil removes the key.
  public subscript(_ key: String) -> PropertyList? {
    get { self[.string(key)] }
    set { self[.string(key)] = newValue }
  }

  /// The value of a key of any type.
  public subscript(_ key: PropertyList) -> PropertyList? {
    get {
      switch storage {
      case .held(let held): held[key]
      case .encoded(let encoded): encoded[key]
      }
    }
    set { set(newValue, for: key) }
  }

  /// What is changed is taken out meanwhile, so that it is not copied.
  private mutating func set(_ value: PropertyList?, for key: PropertyList) {
    switch storage {
    case .held(var held):
      storage = .held(HeldEntries())
      held.set(value, for: key)
      storage = .held(held)
    case .encoded(var encoded):
      storage = .held(HeldEntries())
      encoded.set(value, for: key)
      storage = .encoded(encoded)
      if encoded.isOverfull { hold() }
    }
  }

  /// Builds all entries.
  private mutating func hold() {
    var held = HeldEntries()
    for entry in self { held.set(entry.value, for: entry.key) }
    storage = .held(held)
  }
}

extension PropertyListDictionary: Sequence {
  /// Goes through the entries in their order, one built at a time where they are left in their bytes.
  public struct Iterator: IteratorProtocol {
    private let storage: Storage
    private var place = 0

    fileprivate init(_ storage: Storage) {
      self.storage = storage
    }

    /// The next entry.
    public mutating func next() -> Entry? {
      switch storage {
      case .held(let held): next(held.places, held.entry(at:))
      case .encoded(let encoded): next(encoded.places, encoded.entry(at:))
      }
    }

    private mutating func next(_ places: Int, _ entry: (Int) -> Entry?) -> Entry? {
      while place < places {
        place += 1
        if let entry = entry(place - 1) { return entry }
      }
      return nil
    }
  }

  /// Goes through the entries.
  public func makeIterator() -> Iterator { Iterator(storage) }

  /// The number of entries.
  public var underestimatedCount: Int { count }
}

extension PropertyListDictionary: Hashable {
  /// Whether both hold the same entries, in whatever order.
  public static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && right.differs(from: left, toldAll: false).isEmpty
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(reduce(0) { $0 ^ $1.hashValue })
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  /// A dictionary of string keys.
  public init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements)
  }
}
