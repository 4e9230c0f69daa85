public import SessionCore
public import Sys

/// Why a connection under TLS did not come about, or broke.
public enum TLSError: Error, Sendable, Hashable {
  /// The other end has another key than the ones that are taken; nothing was sent to it.
  case otherKey(PeerID)
  /// The other end speaks TLS, but not this protocol over it (ALPN).
  case otherProtocol
  /// The other end did not take this end's hello, key or protocol: the alert it sent (RFC 8446, section 6).
  case alert(UInt8)
  /// What came is not TLS 1.3 as this program speaks it, or was changed on the way; the library's own words.
  case broken(String)
  /// More came before this end knew who it is than that takes.
  case tooMuch
  /// The stream ended without a goodbye (`close_notify`): what came may have been cut short by anybody.
  case truncated
  /// The socket failed.
  case system(SystemError)
}
