/// Numbers the objects of a value, with a stack of its own in place of recursion, then writes them.
struct PropertyListWriter {
  /// One object: a scalar, one that is copied as it is written elsewhere, or a container with its references.
  private enum Flat {
    case scalar(PropertyList)
    case copy(source: Int, range: Range<Int>)
    case container(marker: UInt8, count: Int, references: [Int])
  }

  /// The most objects that are looked through one by one; a table of so few would cost more than it saves.
  private static let maximumScanned = 32

  private var objects: [Flat] = []
  /// Where each scalar is; nil while there are few.
  private var numbers: [PropertyList: Int]?
  private var stack: [OpenContainer] = []
  private var sources: [CopiedSource] = []
  /// The bytes of what is copied, and of the scalars about as many as they take.
  private var size = 0

  /// Numbers `value` and all that is in it; the first value flattened is the top object.
  mutating func flatten(_ value: PropertyList) throws(PropertyListError) {
    _ = try number(value)
    while let last = stack.indices.last {
      guard let (position, child) = stack[last].next() else {
        let open = stack.removeLast()
        objects[open.number] = .container(marker: open.marker, count: open.count, references: open.references)
        continue
      }
      // A child that is a container is opened above its parent here.
      stack[last].references[position] = try number(child)
    }
  }

  /// The number of a value; a container is opened, so that its children come next.
  private mutating func number(_ value: PropertyList) throws(PropertyListError) -> Int {
    guard stack.count < PropertyList.maximumWrittenDepth else {
      throw .tooDeep(limit: PropertyList.maximumWrittenDepth)
    }
    let number = objects.count
    switch value {
    case .null, .bool, .integer, .real32, .real, .date, .string:
      if let known = known(value) { return known }
      append(value)
    case .data, .uid:
      append(value)
    case .array(let elements):
      open(0xa0, count: elements.count, elements)
    case .set(let elements):
      open(0xc0, count: elements.count, elements)
    case .dictionary(let dictionary):
      switch dictionary.storage {
      case .held(let held):
        open(0xd0, count: held.count, held.entries.map(\.key) + held.entries.map(\.value))
      case .encoded(let encoded):
        open(encoded)
      }
    }
    return number
  }

  /// The number of an equal scalar; where there is none, the next object is going to be this one.
  private mutating func known(_ value: PropertyList) -> Int? {
    if numbers == nil {
      let found = objects.firstIndex { if case .scalar(let scalar) = $0 { scalar == value } else { false } }
      if found != nil || objects.count < Self.maximumScanned { return found }
      numbers = table()
    }
    if let known = numbers?[value] { return known }
    numbers?[value] = objects.count
    return nil
  }

  private func table() -> [PropertyList: Int] {
    var table: [PropertyList: Int] = [:]
    for (number, object) in objects.enumerated() {
      if case .scalar(let scalar) = object { table[scalar] = number }
    }
    return table
  }

  private mutating func append(_ scalar: PropertyList) {
    size += scalar.expectedLength
    objects.append(.scalar(scalar))
  }

  private mutating func open(_ marker: UInt8, count: Int, _ children: [PropertyList]) {
    size += children.count * 4
    stack.append(
      OpenContainer(
        number: objects.count, marker: marker, count: count, references: Array(repeating: 0, count: children.count),
        children: children.enumerated().map { ($0.offset, .value($0.element)) }))
    objects.append(.container(marker: marker, count: count, references: []))
  }

  /// Opens a dictionary that is left in the bytes it was read from: its scalars are copied as they are written there.
  private mutating func open(_ encoded: EditedEntries) {
    let number = objects.count
    objects.append(.container(marker: 0xd0, count: 0, references: []))
    let count = encoded.count
    var open = OpenContainer(
      number: number, marker: 0xd0, count: count, references: Array(repeating: 0, count: 2 * count), children: [])
    let read = encoded.read
    let source = self.source(read.source)
    read.source.read { (view) throws(PropertyListError) in
      var position = 0
      for place in 0..<read.count {
        let replacement = encoded.replaced.isEmpty ? nil : encoded.replaced[place]
        if let replacement, replacement == nil { continue }
        try add(view.object(place, of: read.keys), in: view, source, at: position, to: &open)
        if let replacement, let value = replacement {
          open.children.append((count + position, .value(value)))
        } else {
          try add(view.object(place, of: read.values), in: view, source, at: count + position, to: &open)
        }
        position += 1
      }
      for (offset, entry) in encoded.added.enumerated() {
        open.children.append((position + offset, .value(entry.key)))
        open.children.append((count + position + offset, .value(entry.value)))
      }
    }
    size += count * 8
    stack.append(open)
  }

  /// Refers to an object of a source, which is copied once; a container among them is built when its turn comes.
  private mutating func add(
    _ object: Int, in view: PropertyListView, _ source: Int, at position: Int, to open: inout OpenContainer
  ) throws(PropertyListError) {
    if sources[source].numbers[object] >= 0 {
      open.references[position] = sources[source].numbers[object]
    } else if let range = try view.scalarRange(of: object) {
      sources[source].numbers[object] = objects.count
      open.references[position] = objects.count
      objects.append(.copy(source: source, range: range))
      size += range.count
    } else {
      open.children.append((position, .object(object, sources[source].source)))
    }
  }

  private mutating func source(_ source: PropertyListSource) -> Int {
    if let known = sources.firstIndex(where: { $0.source.isSame(as: source) }) { return known }
    sources.append(
      CopiedSource(source: source, numbers: Array(repeating: -1, count: source.layout.objectCount)))
    return sources.count - 1
  }

  /// The whole file.
  func bytes() -> [UInt8] {
    let referenceSize = BinaryEncoding.width(of: UInt64(objects.count - 1))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + 16 * objects.count / 2 + 64)
    bytes += "bplist00".utf8
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let value):
        BinaryEncoding.append(value, to: &bytes)
      case .copy(let source, let range):
        bytes.append(contentsOf: sources[source].source.bytes[range])
      case .container(let marker, let count, let references):
        BinaryEncoding.append(marker: marker, count: count, to: &bytes)
        for reference in references {
          BinaryEncoding.append(UInt64(reference), width: referenceSize, to: &bytes)
        }
      }
    }
    BinaryEncoding.appendTable(offsets: offsets, referenceSize: referenceSize, tableOffset: bytes.count, to: &bytes)
    return bytes
  }
}

extension PropertyListWriter {
  /// Bytes that objects are copied from, and the number here of each object there; -1 for none so far.
  private struct CopiedSource {
    let source: PropertyListSource
    var numbers: [Int]
  }

  private enum Child {
    case value(PropertyList)
    case object(Int, PropertyListSource)

    var value: PropertyList {
      switch self {
      case .value(let value): value
      case .object(let index, let source):
        source.read { (view) throws(PropertyListError) in
          try PropertyListBuilder.value(index, in: view, leavingIn: source)
        }
      }
    }
  }

  /// A container whose children from `done` on are still to be numbered, each with the position of its reference.
  private struct OpenContainer {
    let number: Int
    let marker: UInt8
    let count: Int
    var references: [Int]
    var children: [(position: Int, child: Child)]
    private var done = 0

    init(
      number: Int, marker: UInt8, count: Int, references: [Int], children: [(position: Int, child: Child)]
    ) {
      self.number = number
      self.marker = marker
      self.count = count
      self.references = references
      self.children = children
    }

    mutating func next() -> (Int, PropertyList)? {
      guard done < children.count else { return nil }
      defer { done += 1 }
      return (children[done].position, children[done].child.value)
    }
  }
}

extension PropertyList {
  /// About as many bytes as it takes as an object.
  fileprivate var expectedLength: Int {
    switch self {
    case .string(let text): text.utf8.count + 6
    case .data(let bytes): bytes.count + 6
    case .null, .bool, .integer, .real32, .real, .date, .uid, .array, .set, .dictionary: 9
    }
  }
}
