import Glibc
import Sys
import Testing

@Suite("Memory that begins again where it ends")
struct RingMemoryTests {
  private func ring(_ byteCount: Int) throws -> RingMemory {
    guard let memory = RingMemory(byteCount: byteCount) else { throw SystemError(call: "mmap", subject: "", code: 0) }
    return memory
  }

  @Test("bytes across its end are one piece, and the same ones at its beginning")
  func around() throws {
    let memory = try ring(1 << 20)
    #expect(memory.byteCount == 1 << 20)
    memory.bytes(at: (1 << 20) - 2, count: 4).copyBytes(from: [1, 2, 3, 4])
    #expect(Array(memory.bytes(at: 0, count: 3)) == [3, 4, 0])
    #expect(Array(memory.bytes(at: (5 << 20) - 2, count: 4)) == [1, 2, 3, 4])
    memory.bytes(at: 1 << 20, count: 1).copyBytes(from: [9])
    #expect(Array(memory.bytes(at: (1 << 20) - 1, count: 2)) == [2, 9])
  }

  @Test("all of it can be had at once, from any place")
  func whole() throws {
    let memory = try ring(8_192)
    let bytes = (0..<8_192).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
    memory.bytes(at: 5_001, count: 8_192).copyBytes(from: bytes)
    #expect(memory.bytes(at: 5_001 + 3 * 8_192, count: 8_192).elementsEqual(bytes))
    #expect(memory.bytes(at: 8_192, count: 5_001).elementsEqual(bytes.suffix(5_001)))
  }

  @Test("two share nothing, and many one after the other take no descriptor")
  func apart() throws {
    let before = try lowestDescriptor()
    let one = try ring(4_096)
    for _ in 0..<100 {
      let other = try ring(4_096)
      #expect(Array(other.bytes(at: 0, count: 1)) == [0])
      other.bytes(at: 0, count: 1).copyBytes(from: [1])
    }
    #expect(Array(one.bytes(at: 0, count: 1)) == [0])
    #expect(try lowestDescriptor() < before + 50)
  }

  /// The lowest number that no descriptor has; others of this process open and close some meanwhile.
  private func lowestDescriptor() throws -> Int32 {
    let descriptor = dup(0)
    try #require(descriptor >= 0)
    close(descriptor)
    return descriptor
  }

  @Test("a process may run on one processor at least")
  func processors() {
    #expect(Processors.count >= 1)
  }
}
