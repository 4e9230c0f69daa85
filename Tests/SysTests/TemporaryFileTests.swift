import Foundation
import Testing

@testable import Sys

@Suite("Temporary files that crashes have left")
struct TemporaryFileTests {
  private static let later = TemporaryFile.nowNanoseconds + 2 * TemporaryFile.minimumAge * 1_000_000_000

  @Test("those that nobody writes are removed, and nothing else")
  func leftovers() throws {
    let path = NSTemporaryDirectory() + "leftovers-" + Random.hexadecimal(bytes: 8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try Directory(makingPath: path, mode: 0o700)
    let left = TemporaryFile.name()
    do { _ = try folder.createTemporaryFile(left) }
    let live = TemporaryFile.name()
    let writing = try folder.createTemporaryFile(live)
    let named = TemporaryFile.name()
    try folder.makeDirectory(named, mode: 0o700)
    let others = [".socketplay-x.tmp", ".0123456789abcdef.tmp", "socketplay-0123456789abcdef.tmp"]
    for name in others { _ = try folder.createFile(name, mode: 0o600) }
    // It may have been made this moment, and not be locked yet.
    TemporaryFile.removeLeftovers(in: folder)
    #expect(try folder.status(left) != nil)
    TemporaryFile.removeLeftovers(in: folder, now: Self.later)
    #expect(try Set(folder.entries().map(\.name)) == Set(others + [live, named]))
    withExtendedLifetime(writing.rawValue) {}
  }

  @Test("no more names are looked at than there are in any folder of somebody's own")
  func manyNames() throws {
    let path = NSTemporaryDirectory() + "many-" + Random.hexadecimal(bytes: 8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try Directory(makingPath: path, mode: 0o700)
    for _ in 0..<20 { _ = try folder.createTemporaryFile(TemporaryFile.name()) }
    for count in [12, 4, 0] {
      TemporaryFile.removeLeftovers(in: folder, now: Self.later, ofNames: 8)
      #expect(try folder.entries().count == count)
    }
    #expect(TemporaryFile.maximumNames >= 1 << 16)
  }

  @Test("what is replaced as a whole leaves none behind")
  func replaced() throws {
    let path = NSTemporaryDirectory() + "replaced-" + Random.hexadecimal(bytes: 8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try Directory(makingPath: path, mode: 0o700)
    try WholeFile.replace("x", in: folder, with: [1, 2, 3], mode: 0o644)
    // A folder in its place cannot be replaced.
    try folder.makeDirectory("y", mode: 0o700)
    #expect(throws: SystemError.self) { try WholeFile.replace(path + "/y", with: [1], mode: 0o600) }
    #expect(try Set(folder.entries().map(\.name)) == ["x", "y"])
    #expect(try folder.status("x")?.mode == 0o644)
  }
}
