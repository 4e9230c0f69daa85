import Dialects
import SessionCore
import Testing

@Suite("What waits for an original server")
struct SayQueueTests {
  static func body(_ text: String) -> SayQueue.Body { .writes([SpacedWrite(Array(text.utf8))]) }

  @Test("messages go out in their order, each once (002-5)")
  func order() {
    var queue = SayQueue()
    #expect(queue.begin() == nil)
    for text in ["a", "b"] { _ = queue.add(Self.body(text)) }
    let first = queue.begin()
    #expect(first?.number == 1 && first?.body == Self.body("a"))
    #expect(queue.sent() == 1)
    #expect(queue.begin()?.number == 2)
    #expect(queue.sent() == 2)
    #expect(queue.isEmpty)
  }

  @Test("one that was cut off goes again once, and what waits behind it stays in order (002-4, 002-9)")
  func cut() {
    var queue = SayQueue()
    for text in ["a", "b"] { _ = queue.add(Self.body(text)) }
    _ = queue.begin()
    #expect(queue.cut() == nil)
    #expect(queue.begin()?.number == 1)
    #expect(queue.cut() == 1)
    #expect(queue.begin()?.number == 2)
    #expect(queue.cut() == nil)
    #expect(queue.begin()?.number == 2)
    #expect(queue.sent() == 2)
    #expect(queue.cut() == nil)
  }

  @Test("after the last goodbye nothing goes, and what did not is told (002-4)")
  func abandon() {
    var queue = SayQueue()
    for text in ["a", "b", "c"] { _ = queue.add(Self.body(text)) }
    _ = queue.begin()
    #expect(queue.abandon() == [1, 2, 3])
    #expect(queue.isEmpty && queue.begin() == nil)
  }

  @Test("a server that is away does not make the queue grow without end")
  func limits() {
    var queue = SayQueue()
    for _ in 0..<SayQueue.maximumCount {
      #expect(queue.hasRoom)
      _ = queue.add(Self.body("a"))
    }
    #expect(!queue.hasRoom)
    var large = SayQueue()
    _ = large.add(Self.body(String(repeating: "a", count: SayQueue.maximumBytes)))
    #expect(!large.hasRoom)
  }
}
