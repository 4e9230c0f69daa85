/// Whose preferences are meant.
public enum PreferencesPlace: Sendable, Equatable {
  /// A store of this machine: a plist file's absolute path, `defaults:DOMAIN` or `dconf:/path/`.
  case store(String)
  /// The other end's store; the peer's name where a session has several.
  case peer(Route, name: String?)
}
