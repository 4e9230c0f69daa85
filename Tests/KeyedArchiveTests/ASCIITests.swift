import Testing

@testable import KeyedArchive

@Suite("Whether bytes are ASCII")
struct ASCIITests {
  @Test("one byte that is none is found at each place of a text of each length, from memory that begins anywhere")
  func everyPlace() {
    var memory = [UInt8](repeating: 0x7f, count: 200)
    for start in 0..<3 {
      for end in start...(start + 150) {
        memory.withUnsafeBytes { #expect($0[start..<end].isASCII) }
      }
      for place in start..<(start + 150) {
        memory[place] = 0x80
        for end in (place + 1)...(start + 150) {
          memory.withUnsafeBytes { #expect(!$0[start..<end].isASCII) }
        }
        // What lies beside the text does not count.
        memory.withUnsafeBytes { #expect($0[start..<place].isASCII && $0[(place + 1)..<200].isASCII) }
        memory[place] = 0x7f
      }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var isASCII: Bool { UnsafeRawBufferPointer(rebasing: self).isASCII }
}
