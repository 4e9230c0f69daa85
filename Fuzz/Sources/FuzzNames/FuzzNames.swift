import FuzzDriver
import SessionCore

@main enum FuzzNames {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a name and as a path that a peer gives to a file: what is taken is harmless, and taken again unchanged.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
  for longNames in [NameRules.LongNames.refused, .shortened] {
    if let name = try? NameRules.top(text, longNames: longNames) {
      check(name)
      guard name.utf8.first != UInt8(ascii: "-"), name.utf8.first != UInt8(ascii: ".") else { fatalError("not mended") }
      // The longest name is mended to one byte more, for which there is room.
      guard name.utf8.count == NameRules.maximumBytes + 1 || (try? NameRules.top(name, longNames: longNames)) == name
      else { fatalError("changed again") }
    }
    if let name = try? NameRules.component(text, longNames: longNames) { check(name) }
    if let path = try? NameRules.path(text, maximumDepth: 32, longNames: longNames) {
      guard (1...32).contains(path.count) else { fatalError("too deep") }
      for name in path { check(name) }
    }
  }
  return 0
}

private func check(_ name: String) {
  let bytes = Array(name.utf8)
  guard !bytes.isEmpty, bytes.count <= 255, name != ".", name != "..", !bytes.contains(UInt8(ascii: "/")),
    bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
  else { fatalError("a harmful name was taken") }
}
