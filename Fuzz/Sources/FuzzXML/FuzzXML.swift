import Documents
import FuzzDriver
import KeyedArchive

@main enum FuzzXML {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as an XML property list; what can be read must be written, and read back as the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  var limits = XMLPropertyListLimits(maximumSize: 1 << 16, maximumDepth: 16, maximumNodes: 1 << 10)
  guard let value = try? PropertyList(xml: bytes, limits: limits) else { return 0 }
  // Escapes and indentation make a text longer than it was.
  limits.maximumSize = 1 << 24
  guard let written = try? value.xml() else { fatalError("was read, but cannot be written") }
  guard let back = try? PropertyList(xml: written, limits: limits), back == value else {
    fatalError("was written, but is not read back as the same")
  }
  return 0
}
