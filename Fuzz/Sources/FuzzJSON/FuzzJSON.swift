import Documents
import FuzzDriver
import KeyedArchive

@main enum FuzzJSON {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a property list in JSON; what can be read must be written, and read back as the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  var limits = PropertyListLimits(
    maximumSize: 1 << 16, maximumObjects: 1 << 10, maximumDepth: 16, maximumNodes: 1 << 10)
  guard let value = try? PropertyList(json: bytes, limits: limits) else { return 0 }
  // Escapes, indentation and typed forms make a text longer and deeper than it was.
  limits.maximumSize = 1 << 24
  limits.maximumDepth = 64
  limits.maximumNodes = 1 << 20
  guard let written = try? value.typedJSON() else { fatalError("was read, but cannot be written") }
  guard let back = try? PropertyList(json: written, limits: limits), back == value else {
    fatalError("was written, but is not read back as the same")
  }
  return 0
}
