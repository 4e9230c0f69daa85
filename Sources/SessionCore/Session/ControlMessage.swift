import KeyedArchive

/// What two socketplay ends tell each other beside the original protocol: the verbs of a kind 64 package.
///
/// docs/PROTOCOL.md, section 2, lists each with its fields, types and limits.
public enum ControlMessage: Sendable, Equatable {
  case hello(Hello)
  case list(ListPart)
  case offer(Offer)
  /// `changed`: what there was of the entry came from a source of another size or time, and is dropped.
  case accept(id: TransferID, offset: Int64, proof: [UInt8]?, changed: Bool = false)
  case begin(id: TransferID, offset: Int64)
  case decline(id: TransferID, reason: RefusalReason)
  case credit(id: TransferID, bytes: Int64)
  case done(id: TransferID, size: Int64, digest: [UInt8])
  case stored(Stored)
  case cancel(id: TransferID, reason: RefusalReason)
  case got(Receipt)
  case ping(token: UInt32)
  case pong(token: UInt32)
  case bye(Goodbye)
}

/// The receiver's word that a transfer is on disk.
public struct Stored: Sendable, Equatable {
  /// The transfer.
  public var id: TransferID
  /// The name it was stored under, folders included.
  ///
  /// Untrusted.
  public var name: String
  /// The digest that was compared, `none` where none was.
  public var verified: String
  /// Whether the same bytes were there already.
  public var alreadyThere: Bool

  /// A receipt for a transfer.
  public init(id: TransferID, name: String, verified: String, alreadyThere: Bool) {
    self.id = id
    self.name = name
    self.verified = verified
    self.alreadyThere = alreadyThere
  }
}

/// The receipt for a text, a start signal or preferences.
public struct Receipt: Sendable, Equatable {
  /// The id that the package carried in `name`.
  public var id: String
  /// What became of it.
  public var outcome: Outcome

  /// What became of it.
  public enum Outcome: Sendable, Equatable {
    case delivered
    case stored
    /// `count` keys changed; `changes` holds as many of them as a receipt has room for.
    case applied(changes: [KeyChange], count: Int)
    case failed(Problem)
    /// The store that preferences were to be applied to does not take them.
    case refused(PreferencesProblem)
  }

  /// Why nothing came of it.
  ///
  /// The raw values are the wire's.
  public enum Problem: String, Sendable, Equatable, CaseIterable {
    case notADictionary = "not-a-dictionary"
    case malformed
    case notAllowed = "not-allowed"
    case noSpace = "no-space"
    case failed
  }

  /// The bytes that the changes of one receipt may take: half of what a control message holds.
  static let changesLimit = ControlMessage.limits.maximumSize / 2

  /// A receipt.
  public init(id: String, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}

/// Why an end leaves.
public enum Goodbye: String, Sendable, Equatable {
  /// For good: the other end does not come back.
  case goodbye
  /// It will be there again soon: the other end keeps trying.
  case restart
  /// It has as many peers as it serves.
  case busy
}
