import FuzzDriver
import Security

@main enum FuzzHello {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as all that a stranger can say before it is let in: first bytes, HELLO and, from a host, READY.
///
/// What can be read must be written as the very same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  if let hello = JoinerHello(bytes: bytes), hello.bytes != bytes { fatalError("HELLO is not written as it was read") }
  if let ready = HostReady(bytes: bytes), ready.bytes != bytes { fatalError("READY is not written as it was read") }
  let first = FirstBytes(Array(bytes.prefix(FirstBytes.count)), maximumFrame: 1 << 24)
  // The two forms must not be mistaken for each other, whatever the length.
  if first == .tls, bytes[5] != 1 || bytes[0] != 0x16 { fatalError("not TLS") }
  if first == .plain, bytes[4...7].contains(where: { $0 != 0 }) { fatalError("not a length") }
  return 0
}
