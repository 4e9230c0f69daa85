/// A file that broke off and left a part in a receive folder.
public struct PartialTransfer: Sendable, Equatable {
  /// What can be done with it.
  public enum State: String, Sendable, Equatable {
    /// It goes on when the same peer sends the file again.
    case resumable
    /// It came from a peer that is not known, or from a pipe: it cannot go on.
    case unfinished
    /// Its bytes were not those that were meant.
    case setAside = "set-aside"
    /// Somebody is writing to it now.
    case underWay = "under-way"
  }

  /// The file's name, as it was offered.
  ///
  /// Untrusted.
  public var name: String
  /// The part's absolute path.
  public var path: String
  /// What its sender was called; nil where nobody knows.
  ///
  /// Untrusted.
  public var peer: String?
  /// Bytes that are there.
  public var bytes: Int64
  /// Bytes in all; nil where nobody knows.
  public var size: Int64?
  /// Seconds since it last grew.
  public var age: Double
  /// What can be done with it.
  public var state: State

  /// A value of these fields.
  public init(
    name: String, path: String, peer: String?, bytes: Int64, size: Int64?, age: Double, state: State
  ) {
    self.name = name
    self.path = path
    self.peer = peer
    self.bytes = bytes
    self.size = size
    self.age = age
    self.state = state
  }
}
