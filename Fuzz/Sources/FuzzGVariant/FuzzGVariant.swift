import Documents
import FuzzDriver

@main enum FuzzGVariant {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a value as dconf prints it; what can be read must be written as text that reads back the same, and its
/// property list, put in its place, must keep its type.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: min(count, 1 << 14)))
  guard let value = try? GVariantValue(text: bytes) else { return 0 }
  let text = value.text
  // Compared as text: what is not a number is not equal to itself.
  guard let back = try? GVariantValue(text: Array(text.utf8)), back.type == value.type, back.text == text else {
    fatalError("was written, but is not read back as the same")
  }
  guard let again = GVariantValue(value.propertyList, like: value) else { fatalError("cannot be put in its own place") }
  if again.type != value.type { fatalError("has another type in its own place") }
  return 0
}
