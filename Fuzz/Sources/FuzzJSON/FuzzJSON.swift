import Documents
import FuzzDriver
import KeyedArchive
import RoundTrip

@main enum FuzzJSON {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a property list in JSON; what can be read must be written, and read back as the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  roundTrip(
    UnsafeRawBufferPointer(start: start, count: count), read: { try PropertyList(json: $0, limits: $1) },
    write: { try $0.typedJSON() }, readBack: { try PropertyList(json: $0, limits: $1) })
  return 0
}
