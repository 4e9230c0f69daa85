import SessionCore
import Sys
import Testing

@testable import SocketplayNode

@Suite("A running session", .serialized, .timeLimit(.minutes(1))) struct SessionTests {
  /// Runs a host and a joiner that are connected for as long as `body` runs.
  private func connected(
    _ scratch: Scratch, _ body: @escaping @Sendable (_ host: Events, _ join: Events) async throws -> Void
  ) async throws {
    try await withHost(scratch.node("host")) { host, endpoint in
      let joined = Events()
      let join = Task {
        defer { joined.end() }
        var options = JoinOptions()
        options.address = endpoint
        try await scratch.node("join").join(options, choose: nil, events: joined.add)
      }
      _ = await joined.first { if case .connected = $0 { true } else { false } }
      _ = await host.first { if case .connected = $0 { true } else { false } }
      let result: Result<Void, any Error>
      do {
        try await body(host, joined)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      join.cancel()
      try await join.value
      try result.get()
    }
  }

  @Test("a text goes through it, either way (000-15)") func say() async throws {
    let scratch = try Scratch()
    try await connected(scratch) { host, join in
      for name in ["host", "join"] {
        try await scratch.node(name).send(
          .say("from \(name)"), route: .session(nil), peer: nil, timeout: 10, input: nil, events: { _ in })
      }
      _ = await host.first { if case .text(_, "from join") = $0 { true } else { false } }
      _ = await join.first { if case .text(_, "from host") = $0 { true } else { false } }
    }
  }

  @Test("it tells how it stands, on both sides") func status() async throws {
    let scratch = try Scratch()
    try await connected(scratch) { _, _ in
      let host = try await scratch.node("host").status(session: nil)
      #expect(host.role == "host" && host.name == "studio" && host.port != nil && host.peers.count == 1)
      let join = try await scratch.node("join").status(session: "join")
      #expect(join.role == "join" && join.peers.map(\.security) == ["tls13"] && join.peers.map(\.original) == [false])
    }
  }

  @Test("it is ended by a stop, which returns once its name is free again") func stop() async throws {
    let scratch = try Scratch()
    try await connected(scratch) { host, join in
      try await scratch.node("join").stop(session: nil)
      let end = await host.first { if case .disconnected = $0 { true } else { false } }
      guard case .disconnected(_, "goodbye", [])? = end else {
        Issue.record("got \(String(describing: end))")
        return
      }
      await #expect(throws: Failure.self) { try await scratch.node("join").status(session: nil) }
    }
  }

  @Test("a second one of its name is refused") func second() async throws {
    let scratch = try Scratch()
    try await connected(scratch) { _, _ in
      await #expect(throws: Failure(.sessionExists, "host")) {
        try await scratch.node("host").host(HostOptions(), events: { _ in })
      }
    }
  }

  @Test("a tree arrives whole, empty folders too, links left out (000-17)") func tree() async throws {
    let scratch = try Scratch()
    for folder in ["tree", "tree/a", "tree/a/b", "tree/empty"] {
      _ = try Directory(makingPath: "\(scratch.path)/\(folder)", mode: 0o755)
    }
    for name in ["tree/one", "tree/a/two", "tree/a/b/.three"] { _ = try scratch.write(name, Array(name.utf8)) }
    try await connected(scratch) { _, _ in
      let sent = Events()
      try await scratch.node("join").send(
        .sendFiles(FilesToSend(paths: [scratch.path + "/tree"])), route: .session(nil), peer: nil, timeout: 20,
        input: nil, events: sent.add)
      #expect(sent.all.filter { if case .file(let end) = $0 { end.stored == true } else { false } }.count == 3)
    }
    for name in ["tree/one", "tree/a/two", "tree/a/b/.three"] {
      #expect(try scratch.read("host/received/" + name) == Array(name.utf8))
    }
    #expect(try Path.status(scratch.path + "/host/received/tree/empty")?.kind == .directory)
  }

  @Test("bytes of standard input arrive under the name given") func input() async throws {
    let scratch = try Scratch()
    let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let path = try scratch.write("source", bytes)
    let file = try WholeFile.openForReading(path)
    let descriptor = file.rawValue
    try await connected(scratch) { _, _ in
      try await scratch.node("join").send(
        .sendFiles(FilesToSend(paths: [], name: "x.tar", fromDescriptor: true)), route: .session(nil), peer: nil,
        timeout: 20, input: descriptor, events: { _ in })
    }
    _ = consume file
    #expect(try scratch.read("host/received/x.tar") == bytes)
  }

  @Test("two sends of one base name at a time arrive equal (000-34)") func twoAtATime() async throws {
    let scratch = try Scratch()
    for folder in ["a", "b"] { _ = try Directory(makingPath: "\(scratch.path)/\(folder)", mode: 0o755) }
    let one = [UInt8](repeating: 1, count: 700_000)
    let other = [UInt8](repeating: 2, count: 900_000)
    let paths = [try scratch.write("a/song.mp3", one), try scratch.write("b/song.mp3", other)]
    try await connected(scratch) { _, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for path in paths {
          group.addTask {
            try await scratch.node("join").send(
              .sendFiles(FilesToSend(paths: [path])), route: .session(nil), peer: nil, timeout: 20, input: nil,
              events: { _ in })
          }
        }
        try await group.waitForAll()
      }
    }
    let received = [
      try scratch.read("host/received/song.mp3"), try scratch.read("host/received/song (2).mp3"),
    ]
    #expect(received == [one, other] || received == [other, one])
  }

  @Test("a receive folder that was removed is made anew") func removedFolder() async throws {
    let scratch = try Scratch()
    let path = try scratch.write("a.txt", [1, 2, 3])
    try await connected(scratch) { _, _ in
      for _ in 0..<2 {
        try await scratch.node("join").send(
          .sendFiles(FilesToSend(paths: [path])), route: .session(nil), peer: nil, timeout: 20, input: nil,
          events: { _ in })
        #expect(try scratch.read("host/received/a.txt") == [1, 2, 3])
        let folder = try Directory(path: scratch.path + "/host/received")
        try folder.unlink("a.txt")
        try Directory(path: scratch.path + "/host").removeDirectory("received")
      }
    }
  }

  @Test("a folder of a tree that was removed, or moved away, is made anew") func removedSubfolder() async throws {
    let scratch = try Scratch()
    _ = try Directory(makingPath: "\(scratch.path)/tree", mode: 0o755)
    _ = try scratch.write("tree/a.txt", [1, 2, 3])
    try await connected(scratch) { _, _ in
      for number in 0..<3 {
        try await scratch.node("join").send(
          .sendFiles(FilesToSend(paths: [scratch.path + "/tree"])), route: .session(nil), peer: nil, timeout: 20,
          input: nil, events: { _ in })
        #expect(try scratch.read("host/received/tree/a.txt") == [1, 2, 3])
        let received = try Directory(path: scratch.path + "/host/received")
        if number == 0 {
          try received.rename("tree", to: "moved")
        } else {
          try received.openDirectory("tree").unlink("a.txt")
          try received.removeDirectory("tree")
        }
      }
    }
    #expect(try Directory(path: scratch.path + "/host/received").entries().map(\.name) == ["moved"])
  }
}
