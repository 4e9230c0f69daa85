/// The objects of a keyed archive, as Apple's `NSKeyedArchiver` writes one.
///
/// An archive is a property list of a numbered list of objects, `$objects`, and of names for some of them, `$top`. The
/// reader gives an object of any class with its fields (`root`, `object`), and of Foundation's own classes the plain value
/// (`value`). It makes no object of a class that the archive names.
public struct KeyedArchiveReader: Sendable {
  /// The archive's names, each with the UID of its object.
  public let top: PropertyListDictionary
  let objects: [PropertyList]
  let limits: PropertyListLimits

  /// Reads an archive's bytes; the limits hold for the property list and again for each value built from it.
  public init(_ bytes: [UInt8], limits: PropertyListLimits) throws(KeyedArchiveError) {
    let propertyList: PropertyList
    do { propertyList = try PropertyList(binary: bytes, limits: limits) } catch { throw .malformed(error) }
    try self.init(propertyList, limits: limits)
  }

  /// Reads an archive that is a property list already, from XML for example.
  public init(_ propertyList: PropertyList, limits: PropertyListLimits) throws(KeyedArchiveError) {
    guard let archive = propertyList.dictionaryValue, let top = archive["$top"]?.dictionaryValue,
      let objects = archive["$objects"]?.arrayValue
    else { throw .notAnArchive }
    self.top = top
    self.objects = objects
    self.limits = limits
  }

  /// The object that `$top` names.
  public func root(named name: String = "root") throws(KeyedArchiveError) -> KeyedArchiveObject {
    guard case .uid(let uid)? = top[name] else { throw .missingRoot(name) }
    return try object(uid)
  }

  /// The plain value of the object that `$top` names.
  public func rootValue(named name: String = "root") throws(KeyedArchiveError) -> PropertyList {
    guard case .uid(let uid)? = top[name] else { throw .missingRoot(name) }
    return try value(.uid(uid))
  }

  /// The object of a UID that is a dictionary with a class.
  public func object(_ uid: UInt64) throws(KeyedArchiveError) -> KeyedArchiveObject {
    guard case .dictionary(let fields) = try stored(uid) else { throw .missingClass(uid) }
    let names = try classNames(of: fields, uid: uid)
    return KeyedArchiveObject(archive: self, uid: uid, classNames: names, fields: fields)
  }

  /// What `$objects` holds for a UID; `null` for 0, which is nil.
  func stored(_ uid: UInt64) throws(KeyedArchiveError) -> PropertyList {
    guard uid < UInt64(objects.count) else { throw .missingObject(uid) }
    return uid == 0 ? .null : objects[Int(uid)]
  }

  /// The name of an object's class, then those of its ancestors as far as the archive has them.
  func classNames(of fields: PropertyListDictionary, uid: UInt64) throws(KeyedArchiveError) -> [String] {
    guard case .uid(let classUID)? = fields["$class"],
      let description = try stored(classUID).dictionaryValue,
      let name = description["$classname"]?.stringValue
    else { throw .missingClass(uid) }
    let ancestors = description["$classes"]?.arrayValue?.compactMap(\.stringValue) ?? []
    return ancestors.first == name ? ancestors : [name] + ancestors
  }
}
