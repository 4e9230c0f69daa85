import Documents
import FuzzDriver
import KeyedArchive
import RoundTrip

@main enum FuzzOpenStep {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as an old-style property list; what can be read must survive being written in binary.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  roundTrip(
    UnsafeRawBufferPointer(start: start, count: count), read: { try PropertyList(openStep: $0, limits: $1) },
    write: { try $0.binary() }, readBack: { try PropertyList(binary: $0, limits: $1) })
  return 0
}
