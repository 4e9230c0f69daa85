/// By what a server is known that is none of this program's: one with a certificate, as on the web.
public enum ServerTrust: Sendable, Hashable {
  /// An authority of this system has signed its certificate, which names it.
  case system
  /// An authority of a PEM file has; those of the system do not count.
  case authorities(path: String)
  /// It has the key of this id, whatever its certificate says.
  case key(PeerID)
}
