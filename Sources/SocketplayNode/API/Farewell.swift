public import SessionCore
import Synchronization

/// How this process says goodbye to its peers when its verb is cancelled: for good, unless told otherwise before.
public final class Farewell: Sendable {
  private let content = Mutex(Goodbye.goodbye)

  /// For good.
  public init() {}

  /// What the peers are told; a process that is to be started again sets `restart`, and they keep trying.
  public var goodbye: Goodbye {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
