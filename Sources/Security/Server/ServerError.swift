public import SessionCore
public import Sys

/// Why a connection to a server with a certificate did not come about, or broke.
public enum ServerError: Error, Sendable, Hashable {
  /// A file of authorities (empty: the system's) cannot be read, or holds none; the library's words.
  case authorities(path: String, String)
  /// Its certificate is not trusted: by whom, for which name or at which time, in the library's words.
  case notTrusted(String)
  /// It has another key than the one that is taken.
  case otherKey(PeerID)
  /// What answers does not speak TLS 1.2 or 1.3; the library's words.
  case broken(String)
  /// The socket failed.
  case system(SystemError)
}
