import Documents
import KeyedArchive

/// What to tell dconf so that it holds other keys: values to write, keys to reset.
struct DconfPlan {
  /// By path below the store's own.
  private(set) var writes: [(path: [String], value: GVariantValue)] = []
  private(set) var resets: [[String]] = []

  /// The way from what was dumped to `keys`; nil where a key or a value has no form in dconf.
  ///
  /// A dictionary is a folder, unless a key holds one, or it is empty, or has keys that dconf cannot name. A value keeps the
  /// GVariant type that its key has, where it fits that. A key that a folder of its name hides stays as it is, unless it is set.
  init?(from dump: DconfDump, to keys: PropertyListDictionary) {
    let present = Dictionary(dump.values.map { ($0.path, $0.value) }, uniquingKeysWith: { first, _ in first })
    let folders = dump.folders
    var leaves: [(path: [String], value: PropertyList)] = []
    guard Self.collect(keys, below: [], isKey: { present[$0] != nil && !folders.contains($0) }, &leaves) else {
      return nil
    }
    // An empty folder is none: it goes with the last key in it.
    for leaf in leaves where leaf.value != .dictionary([:]) || !folders.contains(leaf.path) {
      guard let value = GVariantValue(leaf.value, like: present[leaf.path]) else { return nil }
      if present[leaf.path] != value { writes.append((leaf.path, value)) }
    }
    let kept = Set(leaves.map(\.path)).union(folders)
    resets = dump.values.map(\.path).filter { !kept.contains($0) }
  }

  /// What dconf holds once all of it is done.
  func result(on dump: DconfDump) -> DconfDump {
    let gone = Set(resets)
    var new = Dictionary(writes.map { ($0.path, $0.value) }, uniquingKeysWith: { first, _ in first })
    var values: [(path: [String], value: GVariantValue)] = []
    for old in dump.values where !gone.contains(old.path) {
      values.append((old.path, new.removeValue(forKey: old.path) ?? old.value))
    }
    return DconfDump(values + writes.filter { new[$0.path] != nil })
  }

  /// Recursion is bounded by the depth of a store's values.
  private static func collect(
    _ keys: PropertyListDictionary, below path: [String], isKey: ([String]) -> Bool,
    _ leaves: inout [(path: [String], value: PropertyList)]
  ) -> Bool {
    for entry in keys.entries {
      guard let name = entry.key.stringValue, isName(name) else { return false }
      let whole = path + [name]
      if case .dictionary(let inner) = entry.value, !isKey(whole), !inner.isEmpty,
        inner.entries.allSatisfy({ $0.key.stringValue.map(isName) ?? false })
      {
        guard collect(inner, below: whole, isKey: isKey, &leaves) else { return false }
      } else {
        leaves.append((whole, entry.value))
      }
    }
    return true
  }

  /// Whether dconf can name a key so, and `dconf dump` and `load` can: their key files have no escapes for names.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255 && name.first != " " && name.last != " "
      && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F || [UInt8]("/=[]".utf8).contains($0) }
  }
}
