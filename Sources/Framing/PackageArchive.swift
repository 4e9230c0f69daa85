import KeyedArchive

/// One frame's archive, read in place: where its objects are, and which of them is the root.
struct PackageArchive {
  typealias Object = PropertyListView.Object
  typealias References = PropertyListView.References

  let limits: PackageLimits
  private let view: PropertyListView
  private let objects: References
  private let root: Object

  init(_ body: UnsafeRawBufferPointer, limits: PackageLimits) throws(PackageError) {
    self.limits = limits
    // A view neither follows nor counts references, so depth and nodes are what this type looks at: four levels.
    let viewLimits = PropertyListLimits(
      maximumSize: limits.maximumSize, maximumObjects: limits.maximumObjects, maximumDepth: 4,
      maximumNodes: limits.maximumObjects)
    let view = try Self.reading { () throws(PropertyListError) in try PropertyListView(body, limits: viewLimits) }
    let top = try Self.object(view.topObject, in: view)
    guard case .array(let objects)? = try Self.value("$objects", of: top, in: view, limits),
      let topEntries = try Self.value("$top", of: top, in: view, limits),
      case .uid(let uid)? = try Self.value("root", of: topEntries, in: view, limits)
    else { throw .notAnArchive }
    self.view = view
    self.objects = objects
    guard let root = try Self.object(uid, of: objects, in: view) else { throw .missingObject }
    self.root = root
  }

  /// Where the root object's fields are; each is nil where the archive has none.
  func fields() throws(PackageError) -> PackageFields {
    guard case .dictionary(let keys, let values) = root else { throw .missingClass }
    try Self.check(keys.count, limits)
    var fields = PackageFields()
    for position in 0..<keys.count {
      let key = try Self.reading { () throws(PropertyListError) in try view.text(of: view.object(position, of: keys)) }
      guard let key, let field = PackageField(key, in: view) else { continue }
      let value = try Self.reading { () throws(PropertyListError) in try view.object(position, of: values) }
      guard fields[field] == nil else { throw .duplicateField(field) }
      fields[field] = value
    }
    return fields
  }
}

extension PackageArchive {
  /// The class that the root object gives, if it is the package's; an error that names it, if not.
  func className(_ fields: PackageFields) throws(PackageError) -> String {
    guard let field = fields.class, let description = try resolve(field),
      case .string(let text)? = try value("$classname", of: description)
    else { throw .missingClass }
    let name = try string(text, .class)
    if name.isClass("Package") { return name }
    if name.isClass("PacketH") { throw .gameDemo }
    throw .foreignClass(name)
  }

  /// A number or boolean field; 0 where there is none.
  func integer(_ index: Int?, _ field: PackageField) throws(PackageError) -> Int64 {
    guard let index, let object = try resolve(index) else { return 0 }
    switch object {
    case .bool(let value):
      return value ? 1 : 0
    case .integer(let value):
      guard let value = Int64(exactly: value) else { throw .wrongType(field) }
      return value
    default:
      throw .wrongType(field)
    }
  }

  /// A text field: a string in the list of objects, or an object around one, as mutable strings travel.
  func text(_ index: Int?, _ field: PackageField) throws(PackageError) -> String? {
    guard let index, let object = try resolve(index) else { return nil }
    switch try content(of: object, "NS.string", of: ("NSString", "NSMutableString")) {
    case .string(let text): return try string(text, field)
    default: throw .wrongType(field)
    }
  }

  /// The place of the payload: data in the list of objects, or an object around it, as mutable data travels.
  func data(_ index: Int?) throws(PackageError) -> Range<Int>? {
    guard let index, let object = try resolve(index) else { return nil }
    switch try content(of: object, "NS.data", of: ("NSData", "NSMutableData")) {
    case .data(let range): return range
    default: throw .wrongType(.data)
    }
  }

  /// What an object of one of two classes has for `key`; the object itself where it is no dictionary.
  private func content(
    of object: Object, _ key: StaticString, of classes: (StaticString, StaticString)
  ) throws(PackageError) -> Object? {
    guard case .dictionary = object else { return object }
    guard let description = try value("$class", of: object),
      case .string(let name)? = try value("$classname", of: description),
      view.text(name, is: classes.0) || view.text(name, is: classes.1)
    else { return nil }
    return try value(key, of: object)
  }

  private func string(_ text: PropertyListView.Text, _ field: PackageField) throws(PackageError) -> String {
    guard text.range.count <= limits.maximumText else { throw .textTooLong(field, limit: limits.maximumText) }
    return try Self.reading { () throws(PropertyListError) in try view.string(text) }
  }

  /// The value of a dictionary's key, followed if it is a UID.
  private func value(_ key: StaticString, of object: Object) throws(PackageError) -> Object? {
    guard let value = try Self.value(key, of: object, in: view, limits) else { return nil }
    return try follow(value)
  }

  /// The object of a number, followed if it is a UID; nil stands for the archive's nil.
  private func resolve(_ index: Int) throws(PackageError) -> Object? {
    try follow(Self.object(index, in: view))
  }

  private func follow(_ object: Object) throws(PackageError) -> Object? {
    switch object {
    case .null, .uid(0): return nil
    case .uid(let uid):
      guard let object = try Self.object(uid, of: objects, in: view) else { throw .missingObject }
      return object
    default: return object
    }
  }
}

extension PackageArchive {
  private static func reading<Value>(
    _ body: () throws(PropertyListError) -> Value
  ) throws(PackageError) -> Value {
    do { return try body() } catch { throw .malformed(error) }
  }

  private static func check(_ count: Int, _ limits: PackageLimits) throws(PackageError) {
    guard count <= limits.maximumObjects else { throw .malformed(.tooManyNodes(limit: limits.maximumObjects)) }
  }

  private static func object(_ index: Int, in view: PropertyListView) throws(PackageError) -> Object {
    try reading { () throws(PropertyListError) in try view.object(index) }
  }

  private static func object(
    _ uid: UInt64, of objects: References, in view: PropertyListView
  ) throws(PackageError) -> Object? {
    guard uid < UInt64(objects.count) else { return nil }
    return try reading { () throws(PropertyListError) in try view.object(view.object(Int(uid), of: objects)) }
  }

  private static func value(
    _ key: StaticString, of object: Object, in view: PropertyListView, _ limits: PackageLimits
  ) throws(PackageError) -> Object? {
    guard case .dictionary(let keys, let values) = object else { return nil }
    try check(keys.count, limits)
    return try reading { () throws(PropertyListError) in
      guard let index = try view.value(of: key, keys: keys, values: values) else { return nil }
      return try view.object(index)
    }
  }
}

extension String {
  /// Whether this is the class `name`, bare or of a module of any name.
  fileprivate func isClass(_ name: String) -> Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return utf8.elementsEqual(name.utf8) }
    return dot > startIndex && utf8[utf8.index(after: dot)...].elementsEqual(name.utf8)
  }
}
