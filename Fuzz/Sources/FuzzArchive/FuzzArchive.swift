import FuzzDriver
import KeyedArchive

@main enum FuzzArchive {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a keyed archive: its root as an object, field by field, and as a plain value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let limits = PropertyListLimits(maximumSize: 1 << 16, maximumObjects: 1000, maximumDepth: 32, maximumNodes: 2000)
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  guard let archive = try? KeyedArchiveReader(bytes, limits: limits) else { return 0 }
  if let value = try? archive.rootValue() {
    var writer = KeyedArchiveWriter()
    // A UID cannot be in a plain value, so it always can be archived.
    guard let root = try? writer.add(value) else { fatalError("a plain value cannot be archived") }
    _ = writer.propertyList(root: root)
  }
  guard let root = try? archive.root() else { return 0 }
  for entry in root.fields.entries {
    guard let key = entry.key.stringValue else { continue }
    _ = try? root.value(key)
    _ = try? root.object(key)
  }
  return 0
}
