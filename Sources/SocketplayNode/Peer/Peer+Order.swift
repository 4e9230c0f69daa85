import SessionCore
import Transport

/// Whole preferences are applied to the store beside the peer's queue, which a lock held elsewhere must not stop: what is told of the
/// texts, start signals and preferences of one peer, and answered to it, keeps their order all the same.
extension Peer {
  /// Bytes of a peer that may wait for the store: two lists of the largest size.
  static let maximumWaiting = 2 * maximumFrame
  /// Texts and lists that may wait for it.
  static let maximumWaitingItems = 256

  /// Does something once what came before it is done; `size` bytes wait with it until then.
  func inOrder(_ size: Int, _ action: @escaping () -> Void) {
    if !isApplying, waiting.isEmpty { return action() }
    waiting.append((size, action))
    waitingBytes += size
    holdBackOrNot()
  }

  /// The store has taken a list, or not: does what has come behind it.
  func applied() {
    isApplying = false
    while !isApplying, !waiting.isEmpty {
      let (size, action) = waiting.removeFirst()
      waitingBytes -= size
      action()
    }
    holdBackOrNot()
    tellEndIfStored()
    flush()
  }

  /// Whether all that came is done.
  var isAllDone: Bool { storesUnderWay == 0 && editsBeingMade == 0 && !isApplying && waiting.isEmpty }

  /// Reads nothing more while the disk or the store does not keep up, and reads on once half of that is done.
  ///
  /// An original knows no credit for files; a socketplay end is held back by what it may have under way of those.
  func holdBackOrNot() {
    let stores = isOriginal ? storesUnderWay : 0
    if stores >= Self.maximumStores || waiting.count >= Self.maximumWaitingItems || waitingBytes >= Self.maximumWaiting
    {
      connection?.suspendReading()
      pace?.hold()
    } else if stores < Self.maximumStores / 2, waiting.count < Self.maximumWaitingItems / 2,
      waitingBytes < Self.maximumWaiting / 2
    {
      connection?.resumeReading()
      pace?.goOn(at: .now)
    }
  }
}
