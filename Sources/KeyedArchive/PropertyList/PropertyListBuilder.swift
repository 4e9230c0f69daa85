/// Builds values from the objects of a property list that was checked, with a stack of its own in place of recursion.
struct PropertyListBuilder {
  /// Dictionaries of so many entries are left in the bytes they were read from; smaller ones are built, so that nobody who
  /// keeps one keeps all the bytes.
  static let minimumLeft = 256

  private let view: PropertyListView
  /// Where large dictionaries are left; nil where they are built too.
  private var source: Source?
  /// The keys of large dictionaries, by the number of their object, as far as they are known.
  private var indexes: [Int: KeyIndex] = [:]
  private var stack: [OpenContainer] = []

  private enum Source {
    /// Copied where it is needed at all.
    case borrowed
    case owned(PropertyListSource)
  }

  /// A builder that leaves large dictionaries in `owner`, the view's bytes, or in a copy of them.
  init(_ checked: PropertyListChecker, leavingIn owner: [UInt8]?) {
    view = checked.view
    indexes = checked.indexes
    source = .borrowed
    if let owner { source = .owned(source(of: owner)) }
  }

  private init(_ view: PropertyListView, _ source: PropertyListSource?) {
    self.view = view
    indexes = source?.indexes ?? [:]
    self.source = source.map { .owned($0) }
  }

  /// The value of an object, all of it built, or its large dictionaries left in `source`.
  static func value(
    _ index: Int, in view: PropertyListView, leavingIn source: PropertyListSource? = nil
  ) throws(PropertyListError) -> PropertyList {
    let object = try view.object(index)
    if let scalar = try view.scalar(object) { return scalar }
    var builder = PropertyListBuilder(view, source)
    return try builder.value(index)
  }

  /// The value of an object.
  mutating func value(_ index: Int) throws(PropertyListError) -> PropertyList {
    var next = index
    while true {
      var value = try visit(next)
      // A complete value goes into its container, which may complete that one too.
      while let complete = value {
        guard let last = stack.indices.last else { return complete }
        stack[last].add(complete)
        value = stack[last].isComplete ? stack.removeLast().value : nil
      }
      guard let open = stack.last else { preconditionFailure("an incomplete value has a container open") }
      next = try view.object(open.position, of: open.references)
    }
  }

  /// The value of an object that is complete in itself; nil where a container was opened.
  private mutating func visit(_ index: Int) throws(PropertyListError) -> PropertyList? {
    let object = try view.object(index)
    switch object {
    case .array(let elements): return open(.array, elements, elements)
    case .set(let elements): return open(.set, elements, elements)
    case .dictionary(let keys, let values):
      guard keys.count >= Self.minimumLeft, let source = ownedSource() else { return open(.dictionary, keys, values) }
      var keyIndex = indexes[index]
      if keyIndex == nil { keyIndex = try KeyIndex(keys, in: view) }
      guard let keyIndex else { preconditionFailure("a checked dictionary's keys differ") }
      return .dictionary(
        PropertyListDictionary(EncodedEntries(source, keys: keys, values: values, index: keyIndex)))
    case .null, .bool, .integer, .real32, .real, .date, .data, .string, .uid:
      return try view.scalar(object)
    }
  }

  private mutating func ownedSource() -> PropertyListSource? {
    switch source {
    case .owned(let owned): return owned
    case nil: return nil
    case .borrowed:
      let copy = source(of: Array(view.bytes))
      source = .owned(copy)
      return copy
    }
  }

  private func source(of bytes: [UInt8]) -> PropertyListSource {
    PropertyListSource(bytes: bytes, layout: view.layout, indexes: indexes)
  }

  private mutating func open(
    _ kind: OpenContainer.Kind, _ keys: PropertyListView.References, _ values: PropertyListView.References
  ) -> PropertyList? {
    let container = OpenContainer(kind: kind, keys: keys, values: values)
    if container.isComplete { return container.value }
    stack.append(container)
    return nil
  }
}

extension PropertyListBuilder {
  /// A container some of whose elements are still to come.
  ///
  /// It is changed in place only, at the top of the stack: taking its elements out and putting them back would copy them all.
  private struct OpenContainer {
    enum Kind { case array, set, dictionary }

    let kind: Kind
    /// A dictionary's keys, or the elements.
    let keys: PropertyListView.References
    let values: PropertyListView.References
    /// How many elements, or keys with their values, are complete.
    var position = 0
    var elements: [PropertyList] = []
    var entries = PropertyListDictionary()
    /// A dictionary's key whose value comes next.
    var pendingKey: PropertyList?

    /// Where the next object's reference is.
    var references: PropertyListView.References { pendingKey == nil ? keys : values }

    var isComplete: Bool { position == keys.count }

    var value: PropertyList {
      switch kind {
      case .array: .array(elements)
      case .set: .set(elements)
      case .dictionary: .dictionary(entries)
      }
    }

    mutating func add(_ object: PropertyList) {
      guard kind == .dictionary else {
        elements.append(object)
        position += 1
        return
      }
      guard let key = pendingKey else {
        pendingKey = object
        return
      }
      entries[key] = object
      pendingKey = nil
      position += 1
    }
  }
}

extension PropertyListView {
  /// The value of an object that holds no others; nil for a container.
  func scalar(_ object: Object) throws(PropertyListError) -> PropertyList? {
    switch object {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .real32(let value): .real32(value)
    case .real(let value): .real(value)
    case .date(let value): .date(value)
    case .uid(let value): .uid(value)
    case .data(let range): .data(Array(bytes[range]))
    case .string(let text): .string(try string(text))
    case .array, .set, .dictionary: nil
    }
  }
}
