/// Checks everything that can be reached from the top of a property list, with a stack of its own in place of recursion.
///
/// It builds nothing. What it lets through is read later without an error: every reference leads somewhere, every object is
/// whole, every string is valid, no container contains itself and no dictionary has a key twice.
struct PropertyListChecker {
  let view: PropertyListView
  let limits: PropertyListLimits
  /// How many nodes were visited so far, repeated bytes included.
  private(set) var nodes = 0
  /// How many bytes of strings and data belong to objects that were met so far.
  private var contentBytes = 0
  /// The keys of large dictionaries, by the number of their object.
  private(set) var indexes: [Int: KeyIndex] = [:]
  private var states: [ObjectState]
  private var stack: [OpenContainer] = []

  init(view: PropertyListView, limits: PropertyListLimits) {
    self.view = view
    self.limits = limits
    // One byte for each entry of an offset table that the input really holds.
    states = Array(repeating: .unseen, count: view.objectCount)
  }

  /// Checks the top object and what it holds.
  mutating func check() throws(PropertyListError) {
    if case .container = try checkObject(view.topObject, depth: 0) { try open(view.topObject) }
    // Taken off while it is run through: most containers hold scalars, and those by the thousand.
    while var top = stack.popLast() {
      var container: Int?
      while container == nil, let next = try top.next(in: view) {
        switch try checkObject(next, depth: stack.count + 1) {
        case .ascii(let range): top.hash(UnsafeRawBufferPointer(rebasing: view.bytes[range]))
        case .scalar: try top.hash(next, in: view)
        case .container: container = next
        }
      }
      if let container {
        stack.append(top)
        try open(container)
      } else {
        try close(top)
      }
    }
  }

  private enum Checked {
    /// A text, and where its bytes are.
    case ascii(Range<Int>)
    case scalar
    case container
  }

  /// Checks an object within so many containers; one that is a container itself is only counted.
  private mutating func checkObject(_ index: Int, depth: Int) throws(PropertyListError) -> Checked {
    guard depth < limits.maximumDepth else { throw .tooDeep(limit: limits.maximumDepth) }
    try count(1)
    let offset = try view.offset(of: index)
    let kind = view.bytes[offset] >> 4
    // First, since nearly all keys are.
    if kind == 0x5 {
      let range = try view.content(atOffset: offset, stride: 1).range
      guard try !take(range, of: index) || view.isASCII(range) else { throw .badString(offset: range.lowerBound) }
      return .ascii(range)
    }
    switch kind {
    case 0x4:
      _ = try take(view.content(atOffset: offset, stride: 1).range, of: index)
    case 0x6:
      let range = try view.content(atOffset: offset, stride: 2).range
      guard try !take(range, of: index) || view.isUTF16(range) else { throw .badString(offset: range.lowerBound) }
    case 0xa, 0xc, 0xd:
      return .container
    default:
      _ = try view.object(atOffset: offset)
    }
    return .scalar
  }

  private mutating func count(_ more: Int) throws(PropertyListError) {
    guard more <= limits.maximumNodes - nodes else { throw .tooManyNodes(limit: limits.maximumNodes) }
    nodes += more
  }

  /// Accounts for the bytes of a string or data object; whether it is met for the first time.
  @inline(__always)
  private mutating func take(_ range: Range<Int>, of index: Int) throws(PropertyListError) -> Bool {
    guard states[index] == .unseen else {
      try count(range.count / 16)
      return false
    }
    states[index] = .seen
    guard range.count <= view.bytes.count - contentBytes else { throw .overlappingObjects }
    contentBytes += range.count
    return true
  }
}

extension PropertyListChecker {
  private enum ObjectState: UInt8 { case unseen, seen, open }

  /// A container some of whose children are still to be visited.
  private struct OpenContainer {
    let index: Int
    /// A dictionary's keys, or the elements.
    let keys: PropertyListView.References
    /// A dictionary's values.
    let values: PropertyListView.References?
    let isSeen: Bool
    private var visited = 0
    /// The hashes of the keys so far, taken while their bytes are at hand; fewer than keys where one is a container.
    private(set) var hashes: [UInt64] = []
    private let isHashed: Bool
    private let keyHash = KeyHash()

    init(
      index: Int, keys: PropertyListView.References, values: PropertyListView.References?, isSeen: Bool,
      objectCount: Int
    ) {
      self.index = index
      self.keys = keys
      self.values = values
      self.isSeen = isSeen
      // More keys than there are objects cannot be distinct.
      isHashed = values != nil && !isSeen && KeyIndex.isMade(of: keys) && keys.count <= objectCount
    }

    /// Whether the child that came last is a key.
    private var isKey: Bool { values != nil && visited & 1 == 1 }

    /// Hashes the child that came last, a text that was checked, where it is a key whose hash is wanted.
    @inline(__always)
    mutating func hash(_ text: UnsafeRawBufferPointer) {
      if isHashed, isKey { append(keyHash.of(text)) }
    }

    /// As for a text, for what else may be a key.
    mutating func hash(_ child: Int, in view: PropertyListView) throws(PropertyListError) {
      if isHashed, isKey { append(try keyHash.of(child, in: view)) }
    }

    private mutating func append(_ hash: UInt64) {
      // Room for most at once, and not for what only a count declares: many dictionaries may be open.
      if hashes.isEmpty { hashes.reserveCapacity(min(keys.count, 1 << 16)) }
      hashes.append(hash)
    }

    /// The next child, each key before its value; nil at the end.
    @inline(__always)
    mutating func next(in view: PropertyListView) throws(PropertyListError) -> Int? {
      let position = values == nil ? visited : visited / 2
      guard position < keys.count else { return nil }
      let references = visited & 1 == 1 ? values ?? keys : keys
      visited += 1
      return try view.object(position, of: references)
    }
  }

  private mutating func open(_ index: Int) throws(PropertyListError) {
    let object = try view.object(index)
    guard states[index] != .open else { throw .cycle(object: index) }
    let isSeen = states[index] == .seen
    switch object {
    case .array(let elements), .set(let elements):
      stack.append(
        OpenContainer(index: index, keys: elements, values: nil, isSeen: isSeen, objectCount: view.objectCount))
    case .dictionary(let keys, let values):
      stack.append(
        OpenContainer(index: index, keys: keys, values: values, isSeen: isSeen, objectCount: view.objectCount))
    case .null, .bool, .integer, .real32, .real, .date, .data, .string, .uid:
      preconditionFailure("only containers are opened")
    }
    states[index] = .open
  }

  private mutating func close(_ container: OpenContainer) throws(PropertyListError) {
    states[container.index] = .seen
    guard container.values != nil, !container.isSeen else { return }
    let areDistinct = try view.areDistinct(container.keys, hashes: container.hashes) { index in
      if container.keys.count >= PropertyListBuilder.minimumLeft { indexes[container.index] = index }
    }
    guard areDistinct else { throw .duplicateKey(object: container.index) }
  }
}
