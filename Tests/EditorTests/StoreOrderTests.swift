import Editor
import Testing

/// An order that the expectations of a test can move on.
private final class Order {
  private var order: StoreOrder
  init(_ revision: Int64) { order = StoreOrder(revision) }

  var revision: Int64 { order.revision }
  func heard(_ revision: Int64?) -> StoreOrder.Place { order.heard(revision) }
  func sent(_ revision: Int64) -> StoreOrder.Place { order.sent(revision) }
  func watches(_ revision: Int64?) -> Bool { order.watches(revision) }
  func reads() -> Bool { order.reads() }
  func hasRead(_ revision: Int64) -> (isNews: Bool, readsAgain: Bool) { order.hasRead(revision) }
  func couldNotRead() { order.couldNotRead() }
}

@Suite("In which order what is said of a store belongs")
struct StoreOrderTests {
  @Test("News follow each other; one that was told before counts once, and one that is missing is seen (000-24)")
  func news() {
    let order = Order(5)
    #expect(order.heard(6) == .next)
    #expect(order.heard(6) == .past)
    #expect(order.heard(5) == .past)
    #expect(order.heard(8) == .gap)
    #expect(order.revision == 8)
    #expect(order.heard(nil) == .next)
    #expect(order.heard(.max) == .gap)
    #expect(order.heard(.min) == .past)
  }

  @Test("An outcome has its place among the news, whichever comes first")
  func outcomes() {
    let order = Order(5)
    #expect(order.sent(6) == .next)
    #expect(order.heard(6) == .past)
    #expect(order.heard(7) == .next)
    // Of edits that changed nothing.
    #expect(order.sent(7) == .next)
    #expect(order.heard(8) == .next)
    #expect(order.sent(7) == .past)
    // Somebody else's change, which was not told yet, came before it.
    #expect(order.sent(10) == .gap)
  }

  @Test("An answer that is older than what was heard since is not taken, and the store is read again")
  func oldAnswer() {
    let order = Order(5)
    #expect(order.reads())
    #expect(order.heard(6) == .next)
    var answer = order.hasRead(5)
    #expect(!answer.isNews && answer.readsAgain)
    answer = order.hasRead(6)
    #expect(answer.isNews && !answer.readsAgain)
    #expect(order.reads())
  }

  @Test("A store that has gone back is believed the second time")
  func backwards() {
    let order = Order(5)
    #expect(order.reads())
    var answer = order.hasRead(2)
    #expect(!answer.isNews && answer.readsAgain)
    answer = order.hasRead(2)
    #expect(answer.isNews && !answer.readsAgain)
    #expect(order.revision == 2)
  }

  @Test("What is to be read while an answer is awaited is read once more behind it")
  func again() {
    let order = Order(5)
    #expect(order.reads())
    #expect(!order.reads())
    #expect(!order.reads())
    var answer = order.hasRead(5)
    #expect(answer.isNews && answer.readsAgain)
    answer = order.hasRead(5)
    #expect(answer.isNews && !answer.readsAgain)
  }

  @Test("What could not be read can be read again")
  func failed() {
    let order = Order(5)
    #expect(order.reads())
    #expect(!order.reads())
    order.couldNotRead()
    #expect(order.heard(6) == .gap)
    #expect(order.heard(nil) == .gap)
    #expect(order.reads())
    _ = order.hasRead(6)
    #expect(order.heard(7) == .next)
  }

  @Test("A watch that begins at another revision has missed something, or finds a history that began anew")
  func watching() {
    let order = Order(5)
    #expect(!order.watches(5))
    #expect(order.watches(7))
    #expect(order.watches(nil))
    #expect(order.revision == 5)
    #expect(order.watches(0))
    #expect(order.heard(1) == .next)
  }
}
