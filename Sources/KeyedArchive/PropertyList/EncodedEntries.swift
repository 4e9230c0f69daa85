/// The bytes of a property list that was checked, and what its trailer says of them.
struct PropertyListSource: Sendable {
  let bytes: [UInt8]
  let layout: PropertyListView.Layout
  /// The keys of its large dictionaries, by the number of their object: found once, when it was checked.
  let indexes: [Int: KeyIndex]

  /// Whether both are the same bytes in memory.
  func isSame(as other: PropertyListSource) -> Bool {
    bytes.withUnsafeBytes { mine in
      other.bytes.withUnsafeBytes { mine.baseAddress == $0.baseAddress && mine.count == $0.count }
    }
  }

  /// What `body` finds in the bytes.
  func read<Value>(_ body: (PropertyListView) throws(PropertyListError) -> Value) -> Value {
    bytes.withUnsafeBytes { bytes in
      do throws(PropertyListError) {
        return try body(PropertyListView(bytes, layout))
      } catch {
        preconditionFailure("all that is reached was checked when it was read")
      }
    }
  }
}

/// A dictionary's entries, left in the bytes they were read from: each is built when it is asked for.
final class EncodedEntries: Sendable {
  let source: PropertyListSource
  let keys: PropertyListView.References
  let values: PropertyListView.References
  private let index: KeyIndex

  init(
    _ source: PropertyListSource, keys: PropertyListView.References, values: PropertyListView.References,
    index: KeyIndex
  ) {
    self.source = source
    self.keys = keys
    self.values = values
    self.index = index
  }

  var count: Int { keys.count }

  /// The entry at a position.
  func entry(at position: Int) -> PropertyListDictionary.Entry {
    source.read { (view) throws(PropertyListError) in
      PropertyListDictionary.Entry(
        key: try build(position, of: keys, in: view), value: try build(position, of: values, in: view))
    }
  }

  /// The key at a position.
  func key(at position: Int) -> PropertyList {
    source.read { (view) throws(PropertyListError) in try build(position, of: keys, in: view) }
  }

  /// The value at a position.
  func value(at position: Int) -> PropertyList {
    source.read { (view) throws(PropertyListError) in try build(position, of: values, in: view) }
  }

  private func build(
    _ position: Int, of references: PropertyListView.References, in view: PropertyListView
  ) throws(PropertyListError) -> PropertyList {
    try PropertyListBuilder.value(view.object(position, of: references), in: view, leavingIn: source)
  }

  /// Where a key is.
  func position(of key: PropertyList) -> Int? {
    source.read { (view) throws(PropertyListError) in try index.position(of: key, keys, in: view) }
  }

  /// Where the key is that is an object of another property list; `view` is of the bytes here.
  func position(
    ofKey object: Int, in other: PropertyListView, _ view: PropertyListView
  ) throws(PropertyListError) -> Int? {
    try index.position(ofKey: object, in: other, keys, view)
  }
}
