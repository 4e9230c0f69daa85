import Dispatch
import Sys
import Testing

@testable import Transport

@Suite("The thread that reads ahead")
struct ReadAheadThreadTests {
  @Test("it ends when little comes at a time")
  func little() throws {
    let pair = try LocalSocket.pair()
    let socket = SocketHandle(pair.first)
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    let ahead = try #require(ReadAhead(socket, begun: none, place: ReadAheadPlace()) {})
    var news = ReadAhead.News.none
    var sent = 0
    while sent < 1_000 {
      try pair.second.writeAll([UInt8(truncatingIfNeeded: sent)])
      sent += 1
      news = ahead.waitForNews(milliseconds: 10_000)
      guard news == .bytes else { break }
      #expect(ahead.look() == 1)
    }
    #expect(news == .ended(nil))
    // What it read is there, and the last byte is the socket's.
    #expect(ahead.rest.elementsEqual((0..<(sent - 1)).map { UInt8(truncatingIfNeeded: $0) }))
    #expect(socket.isReadable(within: 0))
  }

  @Test("no waking is lost, whoever is faster, however it is waited")
  func wakings() throws {
    let pair = try LocalSocket.pair()
    let (count, socket, other) = (20_000_000, SocketHandle(pair.first), SocketHandle(pair.second))
    DispatchQueue(label: "test.sender").async {
      var (sent, size) = (0, 1)
      while sent < count {
        size = min(size &* 31 % 99_991 + 1, count - sent)
        guard (try? other.descriptor.writeAll(Array(repeating: 1, count: size))) != nil else { return }
        sent += size
      }
    }
    let told = Turnstile()
    var (taken, rounds) = (0, 0)
    try withUnsafeTemporaryAllocation(byteCount: 77_777, alignment: 1) { room in
      while taken < count {
        // It may end by itself, and another begins.
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        let ahead = try #require(ReadAhead(socket, begun: none, place: ReadAheadPlace()) { told.signal() })
        while taken < count {
          rounds += 1
          if let more = try ahead.receive(into: room) {
            taken += more
            continue
          }
          let news = rounds.isMultiple(of: 2) ? ahead.waitForNews(milliseconds: 1) : ahead.news()
          if case .ended = news { break }
          if news == .none { try #require(told.wait(milliseconds: 10_000)) }
        }
        ahead.end()
      }
    }
    #expect(taken == count)
  }
}
