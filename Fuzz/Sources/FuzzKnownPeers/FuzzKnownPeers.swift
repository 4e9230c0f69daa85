import FuzzDriver
import Security

@main enum FuzzKnownPeers {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as the file of known peers; one that can be read is written as the very same bytes, and names nobody twice.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  guard let peers = try? KnownPeers(text: bytes) else { return 0 }
  guard peers.text == bytes else { fatalError("is not written as it was read") }
  guard Set(peers.all.map(\.id)).count == peers.all.count, Set(peers.all.map(\.petname)).count == peers.all.count else {
    fatalError("somebody is known twice")
  }
  return 0
}
