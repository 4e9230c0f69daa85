import COpenSSL
import Foundation
import SessionCore
import TestSupport
import Testing

@testable import Security

@Suite("The identity")
struct IdentityTests {
  private let temporary: TemporaryDirectory
  private let folder: String
  private let file: String

  init() throws {
    temporary = try TemporaryDirectory()
    folder = temporary.file("a/config")
    file = folder + "/identity.pem"
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("is made on first use, for its user alone, and stays the same")
  func firstUse() throws {
    let identity = try Identity.load(in: folder)
    #expect(try Identity.load(in: folder).id == identity.id)
    #expect(try mode(folder) == 0o700)
    #expect(try mode(file) == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["identity.pem"])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(text.contains("-----END PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----\n"))
  }

  @Test("many that start at once get the same one")
  func race() async throws {
    let folder = folder
    let ids = await withTaskGroup(of: PeerID?.self) { group in
      for _ in 0..<16 { group.addTask { try? Identity.load(in: folder).id } }
      return await group.reduce(into: Set<PeerID?>()) { $0.insert($1) }
    }
    #expect(ids.count == 1)
    #expect(!ids.contains(nil))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["identity.pem"])
  }

  @Test(
    "others who could read or change it: refused, and left as it is", arguments: [0o640, 0o604, 0o620, 0o602, 0o610])
  func openFile(mode: Int) throws {
    _ = try Identity.load(in: folder)
    try setMode(mode, file)
    let before = try temporary.snapshot()
    #expect(throws: IdentityError.open(path: file, mode: UInt32(mode))) { try Identity.load(in: folder) }
    #expect(try temporary.snapshot() == before)
    try setMode(0o400, file)
    _ = try Identity.load(in: folder)
  }

  @Test("a folder that others can look into: refused", arguments: [0o755, 0o710, 0o701, 0o770])
  func openFolder(mode: Int) throws {
    _ = try Identity.load(in: folder)
    try setMode(mode, folder)
    #expect(throws: IdentityError.openFolder(path: folder, mode: UInt32(mode))) { try Identity.load(in: folder) }
  }

  @Test("a link, a folder or a FIFO in its place: refused, and what it leads to is left alone")
  func notAFile() throws {
    _ = try Identity.load(in: folder)
    let elsewhere = temporary.file("elsewhere.pem")
    try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: elsewhere)
    #expect(throws: IdentityError.notAFile(path: file)) { try Identity.load(in: folder) }
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
    #expect(throws: IdentityError.notAFile(path: file)) { try Identity.load(in: folder) }
    try FileManager.default.removeItem(atPath: file)
    #expect(mkfifo(file, 0o600) == 0)
    #expect(throws: IdentityError.notAFile(path: file)) { try Identity.load(in: folder) }
    // A dangling link is no invitation to make one where it leads.
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: temporary.file("nothing"))
    #expect(throws: IdentityError.notAFile(path: file)) { try Identity.load(in: folder) }
    #expect(!FileManager.default.fileExists(atPath: temporary.file("nothing")))
  }

  @Test("every damage is refused: cut anywhere, emptied, one character changed, parts of two, or too long")
  func damaged() throws {
    _ = try Identity.load(in: folder)
    let whole = try String(contentsOfFile: file, encoding: .utf8)
    let other = String(decoding: try pem(of: KeyPair.make()), as: UTF8.self)
    let certificateStart = try #require(whole.range(of: "-----BEGIN CERTIFICATE-----")?.lowerBound)
    let otherStart = try #require(other.range(of: "-----BEGIN CERTIFICATE-----")?.lowerBound)
    var damaged = [
      "", "x", String(whole[certificateStart...]), String(whole[..<certificateStart]),
      String(whole[..<certificateStart] + other[otherStart...]), String(repeating: whole, count: 40),
      whole.replacing("PRIVATE KEY", with: "ENCRYPTED PRIVATE KEY"),
    ]
    for length in stride(from: whole.count - 1, to: 0, by: -7) { damaged.append(String(whole.prefix(length))) }
    for position in stride(from: 0, to: whole.count, by: 11) {
      var characters = Array(whole.utf8)
      characters[position] = characters[position] == UInt8(ascii: "Q") ? UInt8(ascii: "w") : UInt8(ascii: "Q")
      damaged.append(String(decoding: characters, as: UTF8.self))
    }
    for text in damaged {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      try setMode(0o600, file)
      #expect(throws: IdentityError.damaged(path: file), "\(text)") { try Identity.load(in: folder) }
      #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
    }
    try Data(whole.utf8).write(to: URL(fileURLWithPath: file))
    _ = try Identity.load(in: folder)
  }

  @Test("its id is what other programs compute of its public key")
  func id() throws {
    let identity = try Identity.load(in: folder)
    // `openssl pkey -pubout -outform DER | sha256sum`, where there is one.
    let openssl = "/usr/bin/openssl"
    guard FileManager.default.isExecutableFile(atPath: openssl) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = ["pkey", "-in", file, "-pubout", "-outform", "DER"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let der = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(der.count == 44)
    #expect(PeerID(SHA256.digest(of: Array(der))) == identity.id)
  }

  @Test("private keys live in memory that no core dump holds")
  func secureMemory() {
    let before = CRYPTO_secure_used()
    let identities = (0..<10).map { _ in Identity.temporary() }
    withExtendedLifetime(identities) { #expect(CRYPTO_secure_used() >= before + 10 * 32) }
  }

  private func pem(of keys: KeyPair) throws -> [UInt8] {
    keys.withPEM { Array($0) }
  }
}
