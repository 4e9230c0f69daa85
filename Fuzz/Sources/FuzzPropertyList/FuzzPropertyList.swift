import FuzzDriver
import KeyedArchive

@main enum FuzzPropertyList {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a binary property list; what can be read must survive being written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let limits = PropertyListLimits(maximumSize: 1 << 16, maximumObjects: 1000, maximumDepth: 32, maximumNodes: 2000)
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard let value = try? PropertyList(binary: bytes, limits: limits) else { return 0 }
  let generous = PropertyListLimits(
    maximumSize: 1 << 28, maximumObjects: 1 << 20, maximumDepth: 32, maximumNodes: 1 << 24)
  guard let written = try? value.binary() else { fatalError("what was read cannot be written") }
  guard let back = try? PropertyList(binary: written, limits: generous), back == value else {
    fatalError("what was written is not what was read")
  }
  return 0
}
