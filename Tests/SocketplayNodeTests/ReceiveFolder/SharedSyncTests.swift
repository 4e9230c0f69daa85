import Foundation
import Sys
import TestSupport
import Testing

@testable import SocketplayNode

@Suite("Small files that share a sync")
struct SharedSyncTests {
  @Test("files that wait have no name until the shared sync, and each has its own outcome then")
  func waits() throws {
    let temporary = try TemporaryDirectory()
    var folder = try ReceiveFolder(path: temporary.path)
    let names = [["a.txt"], ["a.txt"], ["tree", "a.txt"], ["a.txt"]]
    for (id, (name, byte)) in zip(names, [1, 1, 3, 2] as [UInt8]).enumerated() {
      // One of them as a part, as where a file system has no nameless files.
      let file = try folder.begin(name, id: "\(id)", size: id == 3 ? nil : 1)
      try file.write([byte], at: 0)
      #expect(try folder.storeLater(file, id: id, modified: nil) == false)
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: temporary.path).sorted() == [".a.txt.3.part", "tree"])
    let outcomes = folder.storeWaiting()
    #expect(outcomes.map(\.id) == [0, 1, 2, 3])
    let stored = try outcomes.map { try $0.result.get() }
    #expect(stored.map(\.name) == ["a.txt", "a.txt", "a.txt", "a (2).txt"])
    #expect(stored.map(\.folder) == [nil, nil, "tree", nil])
    #expect(stored.map(\.alreadyThere) == [false, true, false, false])
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: temporary.path).sorted()
        == ["a (2).txt", "a.txt", "tree", "tree/a.txt"])
    #expect(folder.storeWaiting().isEmpty)
  }

  @Test("as many as may wait together are told to be due")
  func due() throws {
    let temporary = try TemporaryDirectory()
    var folder = try ReceiveFolder(path: temporary.path)
    for number in 1...ReceiveFolder.sharedSyncCount {
      let file = try folder.begin(["\(number)"], id: "\(number)", size: 1)
      try file.write([UInt8(truncatingIfNeeded: number)], at: 0)
      #expect(try folder.storeLater(file, id: number, modified: nil) == (number == ReceiveFolder.sharedSyncCount))
    }
    let outcomes = folder.storeWaiting()
    #expect(outcomes.count == ReceiveFolder.sharedSyncCount)
    #expect(outcomes.allSatisfy { (try? $0.result.get().name) == "\($0.id)" })
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).count == ReceiveFolder.sharedSyncCount)
  }

  @Test("one file that cannot be stored leaves the others alone")
  func oneFails() throws {
    let temporary = try TemporaryDirectory()
    var folder = try ReceiveFolder(path: temporary.path)
    for number in 1...3 {
      let file = try folder.begin(["\(number)"], id: "\(number)", size: nil)
      _ = try folder.storeLater(file, id: number, modified: nil)
      if number == 2 { try folder.discard(file) }
    }
    let stored = folder.storeWaiting().map { try? $0.result.get().name }
    #expect(stored == ["1", nil, "3"])
  }
}
