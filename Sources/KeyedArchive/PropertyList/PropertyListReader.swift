/// Builds a value from a view, with a stack of its own in place of recursion.
struct PropertyListReader {
  let view: PropertyListView
  let limits: PropertyListLimits
  /// How many nodes were visited so far, repeated bytes included.
  private(set) var nodes = 0
  /// How many bytes of strings and data were taken from objects met for the first time.
  private var contentBytes = 0
  private var states: [ObjectState]
  private var stack: [OpenContainer] = []

  init(view: PropertyListView, limits: PropertyListLimits) {
    self.view = view
    self.limits = limits
    // One byte for each entry of an offset table that the input really holds.
    states = Array(repeating: .unseen, count: view.objectCount)
  }

  /// Reads the top object.
  mutating func read() throws(PropertyListError) -> PropertyList {
    var next = view.topObject
    while true {
      var value = try visit(next)
      // A complete value goes into its container, which may complete that one too.
      while let complete = value {
        guard !stack.isEmpty else { return complete }
        value = try add(complete)
      }
      guard let open = stack.last else { preconditionFailure("an incomplete value has a container open") }
      next = try view.object(open.position, of: open.references)
    }
  }

  /// The value of an object that is complete in itself; nil where a container was opened.
  private mutating func visit(_ index: Int) throws(PropertyListError) -> PropertyList? {
    guard stack.count < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    try count(1)
    switch try view.object(index) {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .real32(let value): return .real32(value)
    case .real(let value): return .real(value)
    case .date(let value): return .date(value)
    case .uid(let value): return .uid(value)
    case .data(let range):
      try take(range.count, of: index)
      return .data(Array(view.bytes[range]))
    case .string(let text):
      try take(text.range.count, of: index)
      return .string(try view.string(text))
    case .array(let elements): return try open(index, .array, elements, elements)
    case .set(let elements): return try open(index, .set, elements, elements)
    case .dictionary(let keys, let values): return try open(index, .dictionary, keys, values)
    }
  }

  private mutating func count(_ more: Int) throws(PropertyListError) {
    guard more <= limits.maximumNodes - nodes else { throw .tooManyNodes(limit: limits.maximumNodes) }
    nodes += more
  }

  /// Accounts for the bytes of a string or data object.
  private mutating func take(_ bytes: Int, of index: Int) throws(PropertyListError) {
    if states[index] == .unseen {
      states[index] = .seen
      guard bytes <= view.bytes.count - contentBytes else { throw .overlappingObjects }
      contentBytes += bytes
    } else {
      try count(bytes / 16)
    }
  }
}

extension PropertyListReader {
  private enum ObjectState: UInt8 { case unseen, seen, open }

  /// A container some of whose elements are still to come.
  ///
  /// It is changed in place only, at the top of the stack: taking its elements out and putting them back would copy them all.
  private struct OpenContainer {
    enum Kind { case array, set, dictionary }

    let index: Int
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

    mutating func add(_ object: PropertyList) throws(PropertyListError) {
      guard kind == .dictionary else {
        elements.append(object)
        position += 1
        return
      }
      guard let key = pendingKey else {
        pendingKey = object
        return
      }
      guard entries.insert(object, for: key) else { throw .duplicateKey(object: index) }
      pendingKey = nil
      position += 1
    }
  }

  private mutating func open(
    _ index: Int, _ kind: OpenContainer.Kind, _ keys: PropertyListView.References, _ values: PropertyListView.References
  ) throws(PropertyListError) -> PropertyList? {
    guard states[index] != .open else { throw .cycle(object: index) }
    let container = OpenContainer(index: index, kind: kind, keys: keys, values: values)
    if container.isComplete { return container.value }
    states[index] = .open
    stack.append(container)
    return nil
  }

  /// Adds an object to the container at the top of the stack; gives the container's value if it is complete.
  private mutating func add(_ object: PropertyList) throws(PropertyListError) -> PropertyList? {
    let last = stack.count - 1
    try stack[last].add(object)
    guard stack[last].isComplete else { return nil }
    let container = stack.removeLast()
    states[container.index] = .seen
    return container.value
  }
}
