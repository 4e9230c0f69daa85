import Synchronization
import Sys

/// A place for one that reads ahead: it takes memory and a processor, which not every connection can have.
final class ReadAheadPlace: Sendable {
  /// The only one of this process; there is none where it may run on one processor alone.
  static let ofProcess = ReadAheadPlace(isThere: Processors.count > 1)

  private let isTaken: Atomic<Bool>

  init(isThere: Bool = true) {
    isTaken = Atomic(!isThere)
  }

  /// Takes it; false where it is taken.
  func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }

  /// It is free again.
  func giveBack() { isTaken.store(false, ordering: .releasing) }
}
