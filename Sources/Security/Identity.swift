public import SessionCore

/// Who this user is to others: a private key of its own, kept in `identity.pem`.
public struct Identity: Sendable {
  let keys: KeyPair
  /// What others know this user by.
  public let id: PeerID

  init(_ keys: KeyPair) {
    self.keys = keys
    id = keys.id
  }

  /// A new identity that is kept nowhere.
  public static func temporary() -> Identity {
    Identity(.make())
  }

  /// The identity kept in a folder, made on first use; two that start at once get the same.
  ///
  /// One that is there is used as it is or refused, never replaced. Blocks.
  public static func load(in folder: String) throws(IdentityError) -> Identity {
    let file = try IdentityFile(in: folder)
    if let kept = try file.read() { return Identity(kept) }
    try file.create(.make())
    // Read back: another process may have been first.
    guard let made = try file.read() else { throw .damaged(path: file.path) }
    return Identity(made)
  }
}
