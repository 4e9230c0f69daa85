import COpenSSL

/// The library as a whole: set up once, before its first use.
enum OpenSSL {
  /// Sets the library up (`OPENSSL_init_ssl`), the first time it is looked at.
  ///
  /// The system's `openssl.cnf` is not read: what this program offers and takes stands in its own code alone. And nothing
  /// is torn down at exit, when other threads may still be reading and writing.
  static let isReady: Void = {
    let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
    precondition(OPENSSL_init_ssl(options, nil) == 1, "OpenSSL cannot be set up")
    // Private keys live in pages of their own, which no core dump holds and no swap gets. Where the system grants none,
    // OpenSSL takes ordinary ones.
    _ = CRYPTO_secure_malloc_init(secretBytes, smallestSecret)
  }()

  /// Room for some hundred private keys of 32 bytes.
  private static let secretBytes = 16 << 10
  private static let smallestSecret = 32

  /// What this thread's last failed call complains of, and forgets it.
  ///
  /// A short English phrase of the library's own (`ERR_reason_error_string`).
  static func takeReason() -> String {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    guard code != 0, let text = ERR_reason_error_string(code) else { return "unknown" }
    return String(cString: text)
  }
}
