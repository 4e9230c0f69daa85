import Documents
import FuzzDriver
import KeyedArchive

@main enum FuzzOpenStep {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as an old-style property list; what can be read must survive being written in binary.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  var limits = PropertyListLimits(
    maximumSize: 1 << 16, maximumObjects: 1 << 10, maximumDepth: 16, maximumNodes: 1 << 10)
  guard let value = try? PropertyList(openStep: bytes, limits: limits) else { return 0 }
  limits.maximumSize = 1 << 24
  limits.maximumObjects = 1 << 20
  limits.maximumNodes = 1 << 20
  guard let written = try? value.binary() else { fatalError("was read, but cannot be written") }
  guard let back = try? PropertyList(binary: written, limits: limits), back == value else {
    fatalError("was written, but is not read back as the same")
  }
  return 0
}
