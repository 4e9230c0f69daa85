import SessionCore
import Testing

@testable import SocketplayNode

/// A host that serves as many peers as it wants.
@Suite("A full host", .serialized) struct FullHostTests {
  @Test("greets nobody, and says busy to whoever greets it (000-4)")
  func busy() async throws {
    let scratch = try Scratch()
    try await withHost(scratch.node("host")) { host, endpoint in
      let first = try RawPeer(endpoint)
      try first.send(.hello(Hello(instance: "first", name: "first", role: .join)))
      _ = await host.first { if case .connected = $0 { true } else { false } }
      let second = try RawPeer(endpoint)
      try second.send(.hello(Hello(instance: "second", name: "second", role: .join)))
      #expect(try second.message { _ in true } == .bye(.busy))
    }
  }

  @Test("ends a join with busy instead of letting it come back for ever")
  func joinEnds() async throws {
    let scratch = try Scratch()
    try await withHost(scratch.node("host")) { host, endpoint in
      let first = try RawPeer(endpoint)
      try first.send(.hello(Hello(instance: "first", name: "first", role: .join)))
      _ = await host.first { if case .connected = $0 { true } else { false } }
      var options = JoinOptions()
      options.address = endpoint
      let events = Events()
      do throws(Failure) {
        try await scratch.node("join").join(options, choose: nil, events: events.add)
        Issue.record("a join of a full host ends with a failure")
      } catch {
        #expect(error.reason == .busy)
      }
      #expect(events.all.isEmpty)
    }
  }

  @Test("has no interface that is not there")
  func interface() async throws {
    let scratch = try Scratch()
    await #expect(throws: Failure(.noSuchInterface, "nowhere0")) {
      try await withHost(scratch.node("host"), { $0.interfaces = ["nowhere0"] }, { _, _ in })
    }
  }
}
