/// The texts, start signals and preferences that were sent to a socketplay end and not answered yet.
public struct PendingReceipts: Sendable {
  /// How many may wait: a peer that never answers cannot make the sender's table grow.
  public static let maximum = 1_024

  private var waiting: Set<String> = []
  private var nextID: UInt64 = 1

  /// None yet.
  public init() {}

  /// An id for a package that wants a receipt; nil where too many wait already.
  public mutating func makeID() -> String? {
    guard waiting.count < Self.maximum else { return nil }
    defer { nextID += 1 }
    let id = String(nextID)
    waiting.insert(id)
    return id
  }

  /// Whether a receipt of that id is waited for; it is no longer after this.
  public mutating func settle(_ id: String) -> Bool {
    waiting.remove(id) != nil
  }
}
