/// What a user asks of a session: through the control socket, or of a connection made for just this.
public enum Command: Sendable, Equatable {
  /// Say a text to the peer.
  case say(String)
  /// Send the start signal.
  case start
  /// Send a property list file's bytes; nil for the session's own store or `prefer.plist`.
  case sendPreferences(path: String?)
  /// Send files and folders.
  case sendFiles(FilesToSend)
  /// Ask the other end's store of preferences something.
  case preferences(PreferencesQuestion)
  /// Tell what changes in the other end's store, until the asker hangs up.
  case watchPreferences
  /// Tell how the session stands.
  case status
  /// End the session.
  case stop
}

/// What `send-file` was given.
public struct FilesToSend: Sendable, Equatable {
  /// Absolute paths of files and folders; empty where standard input is sent.
  public var paths: [String]
  /// The name to send under (`--as`), for one file or standard input.
  public var name: String?
  /// Whether the bytes come from a descriptor handed over (standard input) and not from `paths`.
  public var fromDescriptor: Bool
  /// Toward an original: send files of any suffix, not only those its own app sends.
  public var all: Bool
  /// What the two ends compare.
  public var digest: Offer.Digest
  /// How much of the line it gets beside other sends.
  public var priority: Offer.Priority
  /// The most bytes a second that it sends, from 1; nil for as many as there are.
  public var limit: Int64?

  /// What to send.
  public init(
    paths: [String], name: String? = nil, fromDescriptor: Bool = false, all: Bool = false,
    digest: Offer.Digest = .xxh3, priority: Offer.Priority = .normal, limit: Int64? = nil
  ) {
    self.paths = paths
    self.name = name
    self.fromDescriptor = fromDescriptor
    self.all = all
    self.digest = digest
    self.priority = priority
    self.limit = limit
  }
}
