import Glibc
import SessionCore
import Sys
import TestSupport
import Testing

@testable import Security

@Suite("Known peers") struct KnownPeersTests {
  static func id(_ byte: UInt8) -> PeerID {
    PeerID([UInt8](repeating: byte, count: 32)) ?? { preconditionFailure("32 bytes") }()
  }

  private static let first = "sha256:" + String(repeating: "ab", count: 32)
  private static let second = "sha256:" + String(repeating: "0f", count: 32)
  private static let good =
    "\(first) studio added=2026-11-30T11:44:54Z via=code may=prefs,files\n"
    + "\(second) lap-2 added=2026-01-02T03:04:05Z via=manual may=none\n"

  private func peers(_ text: String) throws -> KnownPeers { try KnownPeers(text: Array(text.utf8)) }

  @Test("are read and written as the same bytes") func roundTrip() throws {
    let peers = try peers(Self.good)
    #expect(peers.text == Array(Self.good.utf8))
    #expect(peers[Self.id(0xAB)]?.petname.text == "studio" && peers.named("lap-2")?.may == [])
    #expect(peers.named("nobody") == nil && peers.named("not a name") == nil)
    #expect(try self.peers("") == KnownPeers())
  }

  @Test(
    "with one bad line are refused, and the line is named",
    arguments: [
      "", "# a remark", "sha256:ab studio added=2026-11-30T11:44:54Z via=code may=prefs",
      "\(first.uppercased()) x added=2026-11-30T11:44:54Z via=code may=prefs",
      "\(first) -x added=2026-11-30T11:44:54Z via=code may=prefs",
      "\(first) x added=2026-11-30 via=code may=prefs", "\(first) x added=2026-11-30T11:44:54Z via=magic may=prefs",
      "\(first) x added=2026-11-30T11:44:54Z via=code may=files,prefs",
      "\(first) x added=2026-11-30T11:44:54Z via=code may=all",
      "\(first) x added=2026-11-30T11:44:54Z via=code", "\(first)  x added=2026-11-30T11:44:54Z via=code may=prefs",
      "\(first) x added=2026-11-30T11:44:54Z via=code may=prefs ",
      "\(first) x added=2026-11-30T11:44:54Z via=code may=prefs\r",
      "\(first) x via=code added=2026-11-30T11:44:54Z may=prefs",
    ])
  func badLine(_ line: String) throws {
    let text = "\(Self.second) ok added=2026-01-02T03:04:05Z via=manual may=none\n\(line)\n"
    #expect(throws: KnownPeersError.badLine(2)) { try peers(text) }
  }

  @Test("whose last line was cut off are refused") func cut() {
    #expect(throws: KnownPeersError.badLine(2)) { try peers(String(Self.good.dropLast(1))) }
    let shorter = String(Self.good.dropLast(Self.good.count / 4))
    #expect(throws: KnownPeersError.badLine(2)) { try peers(shorter) }
  }

  @Test("that are not UTF-8 are refused") func notText() {
    #expect(throws: KnownPeersError.badLine(1)) { try KnownPeers(text: [0xFF, 0x0A]) }
  }

  @Test("with an id or a name twice are refused") func twice() {
    let line = Self.good.split(separator: "\n")[0]
    #expect(throws: KnownPeersError.repeated(3)) { try peers(Self.good + line + "\n") }
    let sameName = line.replacing(Self.first, with: "\(Self.id(7))")
    #expect(throws: KnownPeersError.repeated(3)) { try peers(Self.good + sameName + "\n") }
  }

  @Test("take in whoever has paired, under a free name, and whoever is known already keeps its own") func pair() throws
  {
    var peers = try peers(Self.good)
    let studio = try #require(Petname("studio"))
    let added = try peers.pair(Self.id(1), wished: studio, at: "2026-11-30T11:44:54Z")
    #expect(added.petname.text == "studio-2" && added.origin == .code && added.may == .all)
    let again = try peers.pair(Self.id(1), wished: try #require(Petname("other")), at: "2026-12-01T00:00:00Z")
    #expect(again == added && peers.all.count == 3)
  }

  @Test("refuse a name or a key that is there, and forget by name") func change() throws {
    var peers = try peers(Self.good)
    let studio = try #require(Petname("studio"))
    let peer = KnownPeer(id: Self.id(1), petname: studio, added: "2026-11-30T11:44:54Z", origin: .manual, may: .all)
    #expect(throws: KnownPeersError.nameTaken(studio)) { try peers.add(peer) }
    try peers.remove(studio)
    try peers.add(peer)
    #expect(throws: KnownPeersError.alreadyKnown(studio)) { try peers.add(peer) }
    #expect(peers[Self.id(0xAB)] == nil)
    let nobody = try #require(Petname("nobody"))
    #expect(throws: KnownPeersError.notKnown(nobody)) { try peers.remove(nobody) }
  }

  @Test("as many as there may be are found by key and name, and stay so when one of them is forgotten") func many()
    throws
  {
    let lines = (0..<KnownPeers.maximumCount).map { number in
      let digits = String(number, radix: 16)
      let id = "sha256:" + String(repeating: "0", count: 64 - digits.count) + digits
      return "\(id) peer-\(number) added=2026-11-30T11:44:54Z via=code may=files\n"
    }
    var peers = try peers(lines.joined())
    let second = try #require(peers.named("peer-1"))
    try peers.remove(second.petname)
    #expect(peers[second.id] == nil && peers.named("peer-1") == nil)
    for peer in peers.all { #expect(peers[peer.id] == peer && peers[peer.petname] == peer) }
    try peers.add(second)
    #expect(peers.all.last == second && peers[second.id] == second)
    #expect(throws: KnownPeersError.tooMany) {
      try peers.pair(Self.id(1), wished: second.petname, at: "2026-11-30T11:44:54Z")
    }
  }

  @Test("no mutation is read as something that would be written otherwise") func mutations() {
    var mutator = Mutator(seed: 4)
    for _ in 0..<5_000 {
      let bytes = mutator.mutation(of: Array(Self.good.utf8))
      if let peers = try? KnownPeers(text: bytes) { #expect(peers.text == bytes) }
    }
  }
}

@Suite("The file of known peers") struct KnownPeersFileTests {
  private let folder: TemporaryDirectory
  private let file: KnownPeersFile

  init() throws {
    folder = try TemporaryDirectory()
    file = KnownPeersFile(folder: folder.file("config"))
  }

  private func add(_ byte: UInt8, _ name: String) throws {
    let petname = try #require(Petname(name))
    try file.change { (peers) throws(KnownPeersError) in
      _ = try peers.pair(KnownPeersTests.id(byte), wished: petname, at: "2026-11-30T11:44:54Z")
    }
  }

  @Test("need not be there, and is made 0600 in a folder of 0700") func made() throws {
    #expect(try file.load() == KnownPeers())
    try add(1, "studio")
    #expect(try Path.status(file.path)?.mode == 0o600)
    #expect(try Path.status(folder.file("config"))?.mode == 0o700)
    #expect(try file.load().named("studio")?.id == KnownPeersTests.id(1))
    let names = try Directory(path: folder.file("config")).entries().map(\.name).sorted()
    #expect(names == [".known_peers.lock", "known_peers"])
  }

  @Test("is refused where others may read or write it, or the folder", arguments: [0o644, 0o620, 0o604] as [UInt32])
  func mode(_ mode: UInt32) throws {
    try add(1, "studio")
    try WholeFile.openForReading(file.path).setMode(mode)
    #expect(throws: KnownPeersError.mode(mode)) { try file.load() }
    #expect(throws: KnownPeersError.mode(mode)) { try add(2, "x") }
    try WholeFile.openForReading(file.path).setMode(0o600)
    try Directory(path: folder.file("config")).descriptor.setMode(0o755)
    #expect(throws: KnownPeersError.folderMode(0o755)) { try file.load() }
  }

  @Test("is refused where a link, a folder or a damaged line stands there") func others() throws {
    try add(1, "studio")
    let directory = try Directory(path: folder.file("config"))
    try directory.rename("known_peers", to: "elsewhere")
    #expect(symlink("elsewhere", file.path) == 0)
    #expect(throws: KnownPeersError.notAFile) { try file.load() }
    try directory.unlink("known_peers")
    try directory.makeDirectory("known_peers", mode: 0o700)
    #expect(throws: KnownPeersError.notAFile) { try file.load() }
    try directory.removeDirectory("known_peers")
    try WholeFile.replace(file.path, with: Array("x\n".utf8), mode: 0o600)
    #expect(throws: KnownPeersError.badLine(1)) { try add(2, "x") }
    #expect(try WholeFile.read(file.path, maximumSize: 10) == Array("x\n".utf8))
  }

  @Test("that is larger than it can be is refused unread") func tooLarge() throws {
    try add(1, "studio")
    try WholeFile.replace(file.path, with: [UInt8](repeating: 0x0A, count: (1 << 20) + 1), mode: 0o600)
    #expect(throws: KnownPeersError.tooMany) { try file.load() }
  }

  @Test("is read anew whenever it is another than it was, and not while it is the same") func remembered() throws {
    try add(1, "studio")
    let status = try #require(try Path.status(file.path))
    let seconds = Double(status.changed) / 1e9
    let peers = try file.load()
    let memory = KnownPeersMemory()
    memory.keep(peers, of: status, at: seconds + 10)
    #expect(memory.peers(of: status) == peers)
    for change in [\FileStatus.size, \FileStatus.changed] {
      var other = status
      other[keyPath: change] += 1
      #expect(memory.peers(of: other) == nil)
    }
    // Changed just now, or by a clock that has been set back: the next change may have the same time.
    for now in [seconds + 1, seconds - 100] {
      memory.keep(peers, of: status, at: now)
      #expect(memory.peers(of: status) == nil)
    }
  }

  @Test("is read as it is now, when it is replaced, written in place, or closed to its user")
  func changes() throws {
    try add(1, "studio")
    #expect(try file.load().named("studio") != nil)
    // The same size, within the same moment.
    let text = String(decoding: try WholeFile.read(file.path, maximumSize: 1000), as: UTF8.self)
    let stream = try #require(fopen(file.path, "r+"))
    fputs(text.replacing("studio", with: "laptop"), stream)
    fclose(stream)
    #expect(try file.load().named("laptop") != nil)
    try WholeFile.replace(file.path, with: Array(text.utf8), mode: 0o600)
    #expect(try file.load().named("studio") != nil)
    try WholeFile.openForReading(file.path).setMode(0o644)
    #expect(throws: KnownPeersError.mode(0o644)) { try file.load() }
  }

  @Test("waits for another change, but not for ever") func locked() throws {
    try add(1, "studio")
    let hurried = KnownPeersFile(folder: folder.file("config"), patience: 0.01)
    let petname = try #require(Petname("lap"))
    var lock: FileDescriptor? = try Directory(path: folder.file("config")).openOrCreateFile(
      ".known_peers.lock", mode: 0o600)
    #expect(try lock?.tryLock() == true)
    #expect(throws: KnownPeersError.locked) {
      try hurried.change { (peers) throws(KnownPeersError) in
        _ = try peers.pair(KnownPeersTests.id(2), wished: petname, at: "2026-11-30T11:44:54Z")
      }
    }
    // Reading needs no lock: what is there is whole.
    #expect(try hurried.load().all.count == 1)
    lock = nil
    try add(2, "lap")
  }

  @Test("loses no change where many are made at once") func race() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for byte in 1...20 as ClosedRange<UInt8> {
        group.addTask { try add(byte, "peer") }
      }
      try await group.waitForAll()
    }
    let peers = try file.load()
    #expect(peers.all.count == 20 && Set(peers.all.map(\.petname)).count == 20)
  }
}
