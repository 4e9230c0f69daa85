import KeyedArchive

extension PropertyList {
  /// Whether a reader of these limits takes the value once it is written as text, as far as depth and nodes go.
  func isWithin(_ limits: PropertyListLimits) -> Bool {
    var nodes = 1
    var open: [OpenContainer] = OpenContainer(self).map { [$0] } ?? []
    while let last = open.indices.last {
      guard let value = open[last].next() else {
        open.removeLast()
        continue
      }
      // An entry is its key and its value.
      nodes += open[last].nodesEach
      guard nodes <= limits.maximumNodes, open.count < limits.maximumDepth else { return false }
      if let container = OpenContainer(value) { open.append(container) }
    }
    return true
  }
}

/// A container some of whose values are still to be looked at.
private enum OpenContainer {
  case elements(ArraySlice<PropertyList>)
  case entries(PropertyListDictionary.Iterator)

  init?(_ value: PropertyList) {
    switch value {
    case .array(let elements), .set(let elements): self = .elements(elements[...])
    case .dictionary(let entries): self = .entries(entries.makeIterator())
    case .null, .bool, .integer, .real32, .real, .date, .data, .string, .uid: return nil
    }
  }

  var nodesEach: Int {
    switch self {
    case .elements: 1
    case .entries: 2
    }
  }

  mutating func next() -> PropertyList? {
    switch self {
    case .elements(var elements):
      defer { self = .elements(elements) }
      return elements.popFirst()
    case .entries(var entries):
      defer { self = .entries(entries) }
      return entries.next()?.value
    }
  }
}
