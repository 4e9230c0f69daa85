import Digest
import Foundation
import SessionCore
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Parts that are taken up again") struct ClaimTests {
  private struct World: ~Copyable {
    let scratch: TemporaryDirectory
    var folder: ReceiveFolder
    let journals: JournalFolder

    static func made() throws -> World {
      let scratch = try TemporaryDirectory()
      let journals = try JournalFolder(state: scratch.path + "/state")
      return World(scratch: scratch, folder: try ReceiveFolder(path: scratch.path + "/in"), journals: journals)
    }

    mutating func claim(
      _ path: String, owner: String = "me", size: Int64 = 1_000, modified: Int64? = 7
    ) throws -> ReceiveFolder.Claim {
      let header = JournalHeader(
        key: TransferKey(owner: owner, folder: "/in", path: path), peer: "p", size: size, modified: modified, part: "")
      return try folder.claim([path], header, journals)
    }

    /// A part of 100 bytes with a mark behind the first 60.
    mutating func begin(_ path: String) throws {
      let claim = try claim(path)
      try claim.file.write([UInt8](repeating: 9, count: 100), at: 0)
      claim.file.journal?.add(Mark(offset: 60, digest: XXH3.digest(of: [UInt8](repeating: 9, count: 60))))
    }

    func names() throws -> [String] { try Directory(path: scratch.path + "/in").entries().map(\.name).sorted() }
  }

  @Test("what an earlier connection left is taken up with its marks (000-21)") func again() throws {
    var world = try World.made()
    try world.begin("song")
    let claim = try world.claim("song")
    #expect(claim.marks.map(\.offset) == [60])
    #expect(claim.isChanged == false)
    #expect(try claim.file.check(claim.marks, .xxh3).finishNow().offset == 60)
  }

  @Test("a source of another size or time begins anew, and that is told") func changed() throws {
    var world = try World.made()
    for (size, modified) in [(1_001, 7), (1_000, 8), (1_000, nil)] as [(Int64, Int64?)] {
      try world.begin("song")
      let claim = try world.claim("song", size: size, modified: modified)
      #expect(claim.marks == [] && claim.isChanged)
      #expect(try claim.file.descriptor.status().size == 0)
      try world.folder.discard(claim.file)
    }
  }

  @Test("a part that was taken up since it was found is not removed, nor is its journal; afterwards both are (000-18)")
  func removed() throws {
    var world = try World.made()
    try world.begin("song")
    let claim = try world.claim("song")
    let part = try #require(claim.file.part)
    let identifier = try #require(try world.journals.identifiers().first)
    let folder = world.scratch.path + "/in"
    #expect(try !Node.removePart(part, in: folder, known: identifier, to: world.journals))
    #expect(try world.names() == [part] && world.journals.identifiers() == [identifier])
    try claim.file.write([1], at: 0)
    #expect(try world.folder.store(claim.file, modified: nil).name == "song")
    #expect(try !Node.removePart(part, in: folder, known: identifier, to: world.journals))
    try world.begin("other")
    let left = try #require(try world.names().first)
    #expect(try Node.removePart(left, in: folder, known: world.journals.identifiers().first, to: world.journals))
    #expect(try world.names() == ["song"] && world.journals.identifiers() == [])
  }

  @Test("where no journal can be written a file comes all the same, and leaves none behind") func noJournals() throws {
    var world = try World.made()
    try FileManager.default.removeItem(atPath: world.scratch.path + "/state")
    let claim = try world.claim("song")
    #expect(claim.file.journal == nil && claim.marks == [])
    try claim.file.write([1, 2, 3], at: 0)
    #expect(try world.folder.store(claim.file, modified: nil).name == "song")
    #expect(try world.names() == ["song"])
  }

  @Test("nobody takes up another owner's part") func owners() throws {
    var world = try World.made()
    try world.begin("song")
    let claim = try world.claim("song", owner: "somebody")
    #expect(claim.marks == [] && !claim.isChanged)
    #expect(try world.names().count == 2)
  }

  @Test("a part has one writer: the same file sent twice at once has two (000-34)") func twice() throws {
    var world = try World.made()
    let first = try world.claim("song")
    let second = try world.claim("song", size: 2_000)
    #expect(first.file.part != second.file.part)
    try first.file.write([1], at: 0)
    try second.file.write([2], at: 0)
    let stored = [
      try world.folder.store(first.file, modified: nil), try world.folder.store(second.file, modified: nil),
    ]
    #expect(stored.map(\.name) == ["song", "song (2)"])
    #expect(try world.names() == ["song", "song (2)"])
    #expect(try world.journals.identifiers() == [])
  }

  @Test("each of two sources of one name finds its own part again") func twoSources() throws {
    var world = try World.made()
    do {
      let first = try world.claim("song")
      let second = try world.claim("song", size: 2_000)
      try first.file.write([1], at: 0)
      first.file.journal?.add(Mark(offset: 1, digest: XXH3.digest(of: [1])))
      try second.file.write([2], at: 0)
      second.file.journal?.add(Mark(offset: 1, digest: XXH3.digest(of: [2])))
    }
    let second = try world.claim("song", size: 2_000)
    #expect(try second.file.check(second.marks, .xxh3).finishNow().agreed.map(\.digest) == [XXH3.digest(of: [2])])
    let first = try world.claim("song")
    #expect(try first.file.check(first.marks, .xxh3).finishNow().agreed.map(\.digest) == [XXH3.digest(of: [1])])
  }

  @Test("what stands in a part's place and is no part is left alone") func planted() throws {
    var world = try World.made()
    let part = try #require(try world.claim("song").file.part)
    let directory = try Directory(path: world.scratch.path + "/in")
    try WholeFile.replace("canary", in: directory, with: [1], mode: 0o600)
    for plant in ["link", "directory", "twice"] {
      try? directory.unlink(part)
      switch plant {
      case "link":
        try FileManager.default.createSymbolicLink(
          atPath: world.scratch.path + "/in/" + part, withDestinationPath: "canary")
      case "directory": try directory.makeDirectory(part, mode: 0o700)
      default: try directory.link(try directory.openForReading("canary"), as: part)
      }
      let claim = try world.claim("song")
      #expect(claim.file.part != part)
      try claim.file.write([7], at: 0)
      try world.folder.discard(claim.file)
      #expect(try WholeFile.read("canary", in: directory, maximumSize: 10) == [1])
      if plant == "directory" { try directory.removeDirectory(part) }
    }
  }

  @Test("a part whose journal is gone or damaged is neither taken up nor touched while there is another number")
  func noJournal() throws {
    for damage in [nil, [], Array("SPLAYjr1 and so on, no journal of ours".utf8)] as [[UInt8]?] {
      var world = try World.made()
      try world.begin("song")
      let old = try #require(try world.names().first)
      let directory = try Directory(path: world.scratch.path + "/state/transfers")
      for name in try world.journals.identifiers() {
        world.journals.remove(name)
        if let damage { try WholeFile.replace(name + ".journal", in: directory, with: damage, mode: 0o600) }
      }
      let claim = try world.claim("song")
      #expect(claim.marks == [] && !claim.isChanged && claim.file.part != old)
      let bytes = try WholeFile.read(old, in: try Directory(path: world.scratch.path + "/in"), maximumSize: 1_000)
      #expect(bytes == [UInt8](repeating: 9, count: 100))
    }
  }

  @Test("where parts without journals have every number, one of them begins anew") func noNumberLeft() throws {
    var world = try World.made()
    for _ in 0..<ReceiveFolder.resumableClaims {
      try world.begin("song")
      for name in try world.journals.identifiers() { world.journals.remove(name) }
    }
    #expect(try world.names().count == ReceiveFolder.resumableClaims)
    let claim = try world.claim("song")
    #expect(claim.marks == [] && claim.isChanged)
    #expect(try claim.file.descriptor.status().size == 0)
    #expect(try world.names().count == ReceiveFolder.resumableClaims)
  }

  @Test("an empty part without a journal is taken: nothing is lost with it") func emptyPart() throws {
    var world = try World.made()
    let old = try world.claim("song").file.part
    for name in try world.journals.identifiers() { world.journals.remove(name) }
    #expect(try world.claim("song").file.part == old)
  }

  @Test("forgetting a part leaves the journal that was written for the next one of its number") func nextJournal()
    throws
  {
    var world = try World.made()
    let first = try world.claim("song")
    _ = try world.folder.store(first.file, modified: nil)
    let second = try world.claim("song")
    first.file.journal?.remove()
    #expect(try world.journals.identifiers().count == 1)
    second.file.journal?.remove()
    #expect(try world.journals.identifiers() == [])
  }
}
