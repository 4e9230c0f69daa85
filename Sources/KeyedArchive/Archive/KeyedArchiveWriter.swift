/// Collects the objects of a keyed archive that Apple's `NSKeyedUnarchiver` reads.
///
/// Add what the root refers to, then the root, each time keeping the UID; then take the archive's bytes:
///
///     var writer = KeyedArchiveWriter()
///     let name = try writer.add(.string("a.mp3"))
///     let song = writer.add(className: "App.Song", fields: ["name": .uid(name), "rating": .integer(5)])
///     let bytes = try writer.binary(root: song)
///
/// Equal strings, numbers and booleans become one object, the same calls give the same bytes.
public struct KeyedArchiveWriter: Sendable {
  private var objects: [PropertyList] = [.string("$null")]
  private var shared: [PropertyList: UInt64] = [:]
  private var classes: [String: UInt64] = [:]

  /// An archive of no objects but nil, whose UID is 0.
  public init() {}

  /// Adds an object of any class; `fields` are written in their order, references as `uid` values of objects added before.
  public mutating func add(
    className: String, ancestors: [String] = ["NSObject"], fields: PropertyListDictionary
  ) -> UInt64 {
    let uid = reserve()
    complete(uid, className, ancestors: ancestors, fields)
    return uid
  }

  /// The archive of what was added, `root` its root object.
  ///
  /// Add the root in a statement of its own: `writer.binary(root: writer.add(value))` would write what the writer held before.
  public func propertyList(root: UInt64) -> PropertyList {
    precondition(root < objects.count, "the root is an object that was added before")
    return .dictionary([
      "$version": .integer(100_000), "$archiver": .string("NSKeyedArchiver"),
      "$top": .dictionary(["root": .uid(root)]), "$objects": .array(objects),
    ])
  }

  /// The bytes of the archive of what was added, `root` its root object.
  public func binary(root: UInt64) throws(KeyedArchiveError) -> [UInt8] {
    do { return try propertyList(root: root).binary() } catch { throw .malformed(error) }
  }
}

extension KeyedArchiveWriter {
  /// A container whose children are still to be added.
  private struct OpenContainer {
    let uid: UInt64
    let kind: ArchivedClass
    let children: [PropertyList]
    var references: [PropertyList] = []
  }

  /// Adds a plain value and all that is in it; containers and dates become objects of Foundation's classes.
  ///
  /// Fails with `wrongType` at a `uid`, which is no plain value, and with `malformed` where it is nested deeper than
  /// `PropertyList.maximumWrittenDepth`.
  public mutating func add(_ value: PropertyList) throws(KeyedArchiveError) -> UInt64 {
    var stack: [OpenContainer] = []
    let root = try number(value, &stack)
    while let last = stack.indices.last {
      let position = stack[last].references.count
      guard position < stack[last].children.count else {
        complete(stack.removeLast())
        continue
      }
      let child = try number(stack[last].children[position], &stack)
      stack[last].references.append(.uid(child))
    }
    return root
  }

  private mutating func number(
    _ value: PropertyList, _ stack: inout [OpenContainer]
  ) throws(KeyedArchiveError) -> UInt64 {
    guard stack.count < PropertyList.maximumWrittenDepth else {
      throw .malformed(.tooDeep(limit: PropertyList.maximumWrittenDepth))
    }
    switch value {
    case .null:
      return 0
    case .bool, .integer, .real32, .real, .string:
      if let known = shared[value] { return known }
      let uid = reserve(value)
      shared[value] = uid
      return uid
    case .data:
      return reserve(value)
    case .date(let seconds):
      let uid = reserve()
      complete(uid, ArchivedClass.date.name, ["NS.time": .real(seconds)])
      return uid
    case .uid:
      throw .wrongType(key: "uid")
    case .array(let elements):
      return open(.array, elements, &stack)
    case .set(let elements):
      return open(.set, elements, &stack)
    case .dictionary(let dictionary):
      return open(.dictionary, dictionary.entries.map(\.key) + dictionary.entries.map(\.value), &stack)
    }
  }

  private mutating func open(
    _ kind: ArchivedClass, _ children: [PropertyList], _ stack: inout [OpenContainer]
  ) -> UInt64 {
    let uid = reserve()
    stack.append(OpenContainer(uid: uid, kind: kind, children: children))
    return uid
  }

  private mutating func complete(_ container: OpenContainer) {
    let references = container.references
    switch container.kind {
    case .dictionary:
      let keys = Array(references[..<(references.count / 2)])
      let values = Array(references[(references.count / 2)...])
      complete(container.uid, container.kind.name, ["NS.keys": .array(keys), "NS.objects": .array(values)])
    case .array, .set, .string, .data, .date, .null:
      complete(container.uid, container.kind.name, ["NS.objects": .array(references)])
    }
  }

  private mutating func complete(
    _ uid: UInt64, _ className: String, ancestors: [String] = ["NSObject"], _ fields: PropertyListDictionary
  ) {
    var fields = fields
    fields["$class"] = .uid(classUID(className, ancestors))
    objects[Int(uid)] = .dictionary(fields)
  }

  private mutating func classUID(_ name: String, _ ancestors: [String]) -> UInt64 {
    if let known = classes[name] { return known }
    let names = ([name] + ancestors).map(PropertyList.string)
    let uid = reserve(.dictionary(["$classname": .string(name), "$classes": .array(names)]))
    classes[name] = uid
    return uid
  }

  private mutating func reserve(_ value: PropertyList = .null) -> UInt64 {
    objects.append(value)
    return UInt64(objects.count - 1)
  }
}
