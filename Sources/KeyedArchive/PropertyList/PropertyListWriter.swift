/// Numbers the objects of a value, with a stack of its own in place of recursion, then writes them.
struct PropertyListWriter {
  /// One object: a scalar, or a container with its references.
  private enum Flat {
    case scalar(PropertyList)
    case container(marker: UInt8, count: Int, references: [Int])
  }

  /// A container whose children from `next` on are still to be numbered.
  private struct OpenContainer {
    let number: Int
    let marker: UInt8
    let count: Int
    let children: [PropertyList]
    var references: [Int] = []
  }

  /// The most objects that are looked through one by one; a table of so few would cost more than it saves.
  private static let maximumScanned = 32

  private var objects: [Flat] = []
  /// Where each scalar is; nil while there are few.
  private var numbers: [PropertyList: Int]?
  private var stack: [OpenContainer] = []

  /// Numbers `value` and all that is in it; the first value flattened is the top object.
  mutating func flatten(_ value: PropertyList) throws(PropertyListError) {
    _ = try number(value)
    while let last = stack.indices.last {
      let position = stack[last].references.count
      guard position < stack[last].children.count else {
        let open = stack.removeLast()
        objects[open.number] = .container(marker: open.marker, count: open.count, references: open.references)
        continue
      }
      // A child that is a container is opened above its parent here.
      let child = try number(stack[last].children[position])
      stack[last].references.append(child)
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
      objects.append(.scalar(value))
    case .data, .uid:
      objects.append(.scalar(value))
    case .array(let elements):
      open(0xa0, count: elements.count, elements)
    case .set(let elements):
      open(0xc0, count: elements.count, elements)
    case .dictionary(let dictionary):
      open(0xd0, count: dictionary.count, dictionary.entries.map(\.key) + dictionary.entries.map(\.value))
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

  private mutating func open(_ marker: UInt8, count: Int, _ children: [PropertyList]) {
    stack.append(OpenContainer(number: objects.count, marker: marker, count: count, children: children))
    objects.append(.container(marker: marker, count: count, references: []))
  }

  /// The whole file.
  func bytes() -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    let referenceSize = BinaryEncoding.width(of: UInt64(objects.count - 1))
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let value):
        BinaryEncoding.append(value, to: &bytes)
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
