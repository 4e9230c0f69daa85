import Documents
import KeyedArchive
import SessionCore
import Sys
import Testing

@testable import SocketplayNode

@Suite("A session's store and those who watch it", .timeLimit(.minutes(1)))
struct PreferencesServiceTests {
  private let scratch: Scratch
  private let service: PreferencesService

  init() throws {
    scratch = try Scratch()
    let path = try scratch.write("store.plist", PropertyList.dictionary(["age": .integer(80)]).xml())
    service = PreferencesService(
      try StoreOpener.keeper(of: path, places: scratch.node("a").places), events: { _ in })
  }

  /// Another program writes the file.
  private func write(_ age: Int) throws {
    _ = try scratch.write("store.plist", PropertyList.dictionary(["age": .integer(Int128(age))]).xml())
  }

  /// Watches, and waits until it is said that every change is told.
  private func watch(_ tell: @escaping @Sendable (HistoryEntry) -> Void) async -> (number: Int, revision: Int64?) {
    let (begun, say) = AsyncStream.makeStream(of: Int64?.self)
    let number = service.watch(tell) { say.yield($0) }
    for await revision in begun { return (number, revision) }
    return (number, nil)
  }

  @Test("who begins while the last one stops is told every change from then on, and nobody else's end ends it")
  func races() async throws {
    for round in 0..<40 {
      let old = await watch { _ in }.number
      let service = service
      let end = Task.detached { service.unwatch(old) }
      let (told, say) = AsyncStream.makeStream(of: HistoryEntry.self)
      let number = await watch { say.yield($0) }.number
      await end.value
      try write(round)
      for await entry in told {
        #expect(entry.changes.last?.to == .integer(Int128(round)))
        break
      }
      service.unwatch(number)
    }
  }

  @Test("a folder further up that gets another name is noticed, and what stands at the path then is watched (000-24)")
  func movedFurtherUp() async throws {
    func write(_ age: Int128) throws -> String {
      let folder = Path.split(try scratch.write("anchor", [])).parent + "/up/middle"
      _ = try Directory(makingPath: folder, mode: 0o700)
      let path = folder + "/store.plist"
      try WholeFile.replace(path, with: PropertyList.dictionary(["age": .integer(age)]).xml(), mode: 0o600)
      return path
    }
    let path = try write(80)
    let service = PreferencesService(
      try StoreOpener.keeper(of: path, places: scratch.node("a").places), events: { _ in })
    let (told, say) = AsyncStream.makeStream(of: PropertyList?.self)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let number = service.watch {
      say.yield($0.changes.last?.to)
    } begun: { _ in
      begin.yield()
    }
    for await _ in begun { break }
    let top = Path.split(Path.split(Path.split(path).parent).parent).parent
    try Directory(path: top).rename("up", to: "aside")
    _ = try write(90)
    for await value in told where value == .integer(90) { break }
    // And what is changed there now.
    _ = try write(91)
    for await value in told where value == .integer(91) { break }
    service.unwatch(number)
  }

  @Test("a change is told though somebody else held the history's lock when it was made")
  func held() async throws {
    let (told, say) = AsyncStream.makeStream(of: HistoryEntry.self)
    let begun = await watch { say.yield($0) }
    do {
      let folder = try Directory(path: scratch.node("a").places.state + "/prefs")
      let name = try #require(try folder.entries().map(\.name).first { $0.hasSuffix(".history") })
      let file = try folder.openForWriting(name)
      try file.lock(within: 1)
      try write(81)
      // Longer than whoever only looks waits.
      try await Task.sleep(for: .seconds(1.3))
      withExtendedLifetime(file.rawValue) {}
    }
    for await entry in told {
      #expect(entry.revision == 1 && entry.changes.last?.to == .integer(81))
      break
    }
    service.unwatch(begun.number)
  }

  @Test("what was changed before a watch is in its revision, and not told as news")
  func before() async throws {
    _ = await service.revision()
    try write(81)
    let (told, say) = AsyncStream.makeStream(of: HistoryEntry.self)
    let begun = await watch { say.yield($0) }
    #expect(begun.revision == 1)
    try write(82)
    for await entry in told {
      #expect(entry.revision == 2 && entry.changes == [KeyChange(key: "age", from: .integer(81), to: .integer(82))])
      break
    }
    service.unwatch(begun.number)
  }
}
