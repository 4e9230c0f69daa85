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
  }()
}
