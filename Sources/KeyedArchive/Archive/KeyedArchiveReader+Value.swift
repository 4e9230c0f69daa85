extension KeyedArchiveReader {
  /// The plain value of a field: a UID is followed, objects of Foundation's own classes become what they hold.
  ///
  /// Strings, data, dates, arrays, sets, dictionaries, numbers and null have one, mutable or not. Fails with `foreignClass` at an
  /// object of another class, with `cycle` where an object contains itself, and with `malformed` at the limits on depth and
  /// nodes.
  public func value(_ field: PropertyList) throws(KeyedArchiveError) -> PropertyList {
    var builder = ArchivedValueBuilder(archive: self)
    return try builder.build(field)
  }
}

/// Builds a plain value, with a stack of its own in place of recursion.
private struct ArchivedValueBuilder {
  /// A container whose children are values as they are in the archive, to be replaced by plain ones.
  struct OpenContainer {
    let uid: UInt64?
    let kind: ArchivedClass
    let children: [PropertyList]
    var values: [PropertyList] = []
  }

  let archive: KeyedArchiveReader
  var stack: [OpenContainer] = []
  var open: Set<UInt64> = []
  var nodes = 0

  mutating func build(_ field: PropertyList) throws(KeyedArchiveError) -> PropertyList {
    var next = field
    while true {
      var value = try visit(next)
      while let complete = value {
        guard let last = stack.indices.last else { return complete }
        stack[last].values.append(complete)
        value = stack[last].values.count == stack[last].children.count ? try close(stack.removeLast()) : nil
      }
      guard let top = stack.last else { preconditionFailure("an incomplete value has a container open") }
      next = top.children[top.values.count]
    }
  }

  /// The value of a field that is complete in itself; nil where a container was opened.
  private mutating func visit(_ field: PropertyList) throws(KeyedArchiveError) -> PropertyList? {
    guard stack.count < archive.limits.maximumDepth else {
      throw .malformed(.tooDeep(limit: archive.limits.maximumDepth))
    }
    guard nodes < archive.limits.maximumNodes else {
      throw .malformed(.tooManyNodes(limit: archive.limits.maximumNodes))
    }
    nodes += 1
    guard case .uid(let uid) = field else { return try visit(stored: field, uid: nil) }
    return try visit(stored: archive.stored(uid), uid: uid)
  }

  private mutating func visit(stored: PropertyList, uid: UInt64?) throws(KeyedArchiveError) -> PropertyList? {
    switch stored {
    case .null, .bool, .integer, .real32, .real, .date, .data, .string: return stored
    case .uid(let other): throw .missingObject(other)
    case .array(let elements): return try open(.array, uid, elements)
    case .set(let elements): return try open(.set, uid, elements)
    case .dictionary(let fields): return try visit(object: fields, uid: uid)
    }
  }

  private mutating func visit(
    object fields: PropertyListDictionary, uid: UInt64?
  ) throws(KeyedArchiveError) -> PropertyList? {
    let names = try archive.classNames(of: fields, uid: uid ?? 0)
    guard let kind = names.lazy.compactMap(ArchivedClass.init).first else { throw .foreignClass(names.first ?? "") }
    switch kind {
    case .null:
      return .null
    case .string:
      return .string(try content(fields, "NS.string", \.stringValue))
    case .data:
      return .data(try content(fields, "NS.data", \.dataValue))
    case .date:
      guard let time = fields["NS.time"], case .real(let seconds) = time else { throw .wrongType(key: "NS.time") }
      return .date(seconds)
    case .array, .set:
      return try open(kind, uid, content(fields, "NS.objects", \.arrayValue))
    case .dictionary:
      let keys = try content(fields, "NS.keys", \.arrayValue)
      let values = try content(fields, "NS.objects", \.arrayValue)
      guard keys.count == values.count else { throw .wrongType(key: "NS.objects") }
      return try open(kind, uid, keys + values)
    }
  }

  /// A field of one of Foundation's objects, in place or one reference away.
  private func content<Value>(
    _ fields: PropertyListDictionary, _ key: String, _ type: (PropertyList) -> Value?
  ) throws(KeyedArchiveError) -> Value {
    var field = fields[key]
    if case .uid(let uid)? = field { field = try archive.stored(uid) }
    guard let value = field.flatMap(type) else { throw .wrongType(key: key) }
    return value
  }

  private mutating func open(
    _ kind: ArchivedClass, _ uid: UInt64?, _ children: [PropertyList]
  ) throws(KeyedArchiveError) -> PropertyList? {
    if let uid, !open.insert(uid).inserted { throw .cycle(uid) }
    let container = OpenContainer(uid: uid, kind: kind, children: children)
    if children.isEmpty { return try close(container) }
    stack.append(container)
    return nil
  }

  private mutating func close(_ container: OpenContainer) throws(KeyedArchiveError) -> PropertyList {
    if let uid = container.uid { open.remove(uid) }
    switch container.kind {
    case .set: return .set(container.values)
    case .dictionary:
      var dictionary = PropertyListDictionary()
      let count = container.values.count / 2
      for position in 0..<count {
        guard dictionary[container.values[position]] == nil else { throw .wrongType(key: "NS.keys") }
        dictionary[container.values[position]] = container.values[count + position]
      }
      return .dictionary(dictionary)
    case .array, .string, .data, .date, .null: return .array(container.values)
    }
  }
}
