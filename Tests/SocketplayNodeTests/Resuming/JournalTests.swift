import Digest
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Journals of parts") struct JournalTests {
  private let header = JournalHeader(
    key: TransferKey(owner: "sha256:ab", folder: "/in", path: "a/b.mp3"), peer: "laptop", size: 50_000_000,
    modified: -5, part: ".b.mp3.0123456789abcdef.part")
  private let marks = (1...5).map { Mark(offset: $0 * 8_192_000, digest: [UInt8](repeating: UInt8($0), count: 16)) }

  @Test("what was written is read again") func roundTrip() throws {
    let read = try #require(Journal.parse(Journal.bytes(of: header, marks)))
    #expect(read.header == header)
    #expect(read.marks == marks)
    var plain = header
    plain.modified = nil
    plain.isSetAside = true
    #expect(Journal.parse(Journal.bytes(of: plain, []))?.header == plain)
  }

  @Test("a journal that breaks off has fewer marks, or none, or is none") func truncated() {
    let bytes = Journal.bytes(of: header, marks)
    let start = bytes.count - marks.count * Journal.markSize
    for count in 0..<bytes.count {
      let read = Journal.parse(Array(bytes[..<count]))
      #expect((read == nil) == (count < start))
      if let read { #expect(read.marks == Array(marks[..<((count - start) / Journal.markSize)])) }
    }
  }

  @Test("a damaged journal is none, or has marks of which those that can be meant are in order (000-21)") func damaged()
  {
    let bytes = Journal.bytes(of: header, marks)
    var random = SeededGenerator(seed: 50)
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let read = Journal.parse(damaged) else { continue }
      #expect(read.header == header)
      #expect(read.marks.map(\.offset) == read.marks.map(\.offset).sorted())
      #expect(read.marks.allSatisfy { $0.offset > 0 && $0.offset <= header.size })
    }
  }

  @Test("a file has 4,096 marks at most, each 8,192,000 bytes apart at least") func steps() {
    #expect(Journal.step(for: 0) == 8_192_000)
    #expect(Journal.step(for: 10_000_000_000) == 8_192_000)
    for size: Int64 in [1 << 40, 1 << 50, .max] { #expect(size / Journal.step(for: size) <= 4_097) }
  }

  @Test("transfers of different owners, folders, paths and numbers have different names") func identifiers() {
    let key = header.key
    var other = key
    other.owner = "x"
    var elsewhere = key
    elsewhere.folder = "/out"
    var named = key
    named.path = "b.mp3"
    let names = [
      key.identifier(1), key.identifier(2), other.identifier(1), elsewhere.identifier(1), named.identifier(1),
    ]
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count == 16 })
  }
}
