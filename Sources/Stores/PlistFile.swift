public import KeyedArchive
public import SessionCore
import Documents
import Sys

/// A property list file as a store of preferences: a dictionary whose keys are set one by one.
///
/// A file that is not there counts as empty. The file is replaced as a whole, so whoever reads it sees the old keys or
/// the new ones; a link is followed, and what it points at is replaced.
public struct PlistFile: Sendable {
  /// The file's path.
  public let path: String
  /// What is read of the file, and so what it may become.
  public let limits: PropertyListLimits

  /// The store in the file at `path`, which need not be there; its folder must.
  public init(path: String, limits: PropertyListLimits) {
    self.path = path
    self.limits = limits
  }

  /// The store's keys and values.
  ///
  /// Blocks.
  public func load() throws(StoreError) -> PropertyListDictionary {
    try read(at: path)?.keys ?? [:]
  }

  /// Sets each key of `preferences` and tells which changed, in their order; keys that are not named stay.
  ///
  /// Nothing is written where nothing changes; otherwise the file is replaced and synced, mode 0600, in the form it had
  /// (XML where it is new). While another process or thread applies, this waits, so that no update is lost. Blocks.
  public func apply(_ preferences: PropertyListDictionary) throws(StoreError) -> [KeyChange] {
    let path = try destination()
    let (parent, name) = Path.split(path)
    // The folder is locked and not the file, which is another one after each change; closing it unlocks.
    let folder = try system { () throws(SystemError) in
      let folder = try Directory(path: parent)
      try folder.descriptor.lock()
      return folder
    }
    let (present, format) = try read(at: path) ?? ([:], .xml)
    let changes = try changes(of: present, by: preferences, format: format)
    guard !changes.isEmpty else { return [] }
    var keys = present
    for change in changes { keys[change.key] = change.to }
    let bytes = try written(keys, format: format).bytes
    try system { () throws(SystemError) in
      try WholeFile.replace(name, in: folder, with: bytes, mode: 0o600)
    }
    return changes
  }
}

extension PlistFile {
  /// Where the bytes really are, or will be: the end of a chain of links.
  private func destination() throws(StoreError) -> String {
    try system { () throws(SystemError) in
      try Path.status(path, followLink: false)?.kind == .link ? try Path.resolve(path) : path
    }
  }

  private func read(
    at path: String
  ) throws(StoreError) -> (keys: PropertyListDictionary, format: PropertyListDocument.Format)? {
    let bytes: [UInt8]
    do {
      bytes = try WholeFile.read(path, maximumSize: limits.maximumSize)
    } catch  where error.isNotFound {
      return nil
    } catch {
      throw .system(error)
    }
    let document: PropertyListDocument
    do { document = try PropertyListDocument(bytes, limits: limits) } catch { throw .malformed(error) }
    guard let keys = document.value.dictionaryValue else { throw .notADictionary }
    return (keys, document.format)
  }

  /// What `preferences` change in `present`, as the form can hold it.
  private func changes(
    of present: PropertyListDictionary, by preferences: PropertyListDictionary, format: PropertyListDocument.Format
  ) throws(StoreError) -> [KeyChange] {
    // XML drops a date's fraction and a real's width: compared as they were sent, such keys would change every time.
    let held = try written(preferences, format: format).back
    var changes: [KeyChange] = []
    for entry in held.entries {
      guard case .string(let key) = entry.key else { throw .unwritable(.xml(.key)) }
      let from = present[key]
      if from != entry.value { changes.append(KeyChange(key: key, from: from, to: entry.value)) }
    }
    return changes
  }

  /// The bytes of `keys`, and what is read back of them within the limits.
  private func written(
    _ keys: PropertyListDictionary, format: PropertyListDocument.Format
  ) throws(StoreError) -> (bytes: [UInt8], back: PropertyListDictionary) {
    let bytes: [UInt8]
    do {
      bytes = try PropertyListDocument(.dictionary(keys), format: format).bytes()
    } catch {
      throw .unwritable(error)
    }
    do {
      return (bytes, try PropertyListDocument(bytes, limits: limits).value.dictionaryValue ?? [:])
    } catch {
      throw .outgrown(error)
    }
  }

  /// What a call of the system gives, its error as the store's.
  private func system<Value: ~Copyable>(
    _ call: () throws(SystemError) -> Value
  ) throws(StoreError) -> Value {
    do { return try call() } catch { throw .system(error) }
  }
}
