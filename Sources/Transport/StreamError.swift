import Security
public import Sys

/// Why a connection is gone.
public enum StreamError: Error, Sendable, Hashable {
  /// The socket failed.
  case system(SystemError)
  /// The stream under TLS ended without its goodbye: what came may have been cut short by anybody.
  case truncated
  /// What came under TLS was not what the other end had sent, or the other end says so of this one's; the words of the
  /// library.
  case broken(String)

  init(_ error: TLSError) {
    switch error {
    case .system(let error): self = .system(error)
    case .truncated: self = .truncated
    case .alert(let number): self = .broken("alert \(number)")
    case .broken(let words): self = .broken(words)
    // The other end may send the alert that means this at any time.
    case .otherProtocol: self = .broken("alert 120")
    case .otherKey: self = .broken("another key")
    case .tooMuch: self = .broken("too much at once")
    }
  }
}
