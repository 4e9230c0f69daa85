import COpenSSL
public import SessionCore
public import Sys

/// A connection to a server with a certificate, under TLS 1.2 or 1.3, over a nonblocking socket that somebody else owns.
///
/// It never waits: what cannot go on says for what. Not a byte of the caller's is sent before the server is trusted.
public final class ServerStream {
  // From SSL_CTX_new and SSL_new, freed in deinit, before `end` goes.
  private let context: OpaquePointer
  private let connection: OpaquePointer
  private let end: TLSEnd
  private let trust: ServerTrust

  /// A connection that has not begun; `host` is the name or numeric address that the certificate must be for.
  public init(over socket: UnownedDescriptor, host: String, trust: ServerTrust) throws(ServerError) {
    OpenSSL.isReady
    guard let context = SSL_CTX_new(TLS_client_method()), let connection = Self.connection(context, trust) else {
      preconditionFailure("no memory for a TLS connection")
    }
    self.context = context
    self.connection = connection
    self.trust = trust
    end = TLSEnd(socket: socket, pin: .anyone)
    end.attach(to: connection)
    try trustAuthorities()
    name(host)
  }

  deinit {
    SSL_free(connection)
    SSL_CTX_free(context)
  }

  private static func connection(_ context: OpaquePointer, _ trust: ServerTrust) -> OpaquePointer? {
    // 0: the newest there is.
    precondition(socketplay_ctx_set_versions(context, TLS1_2_VERSION, 0) == 1, "OpenSSL has TLS 1.2")
    socketplay_ctx_set_mode(context)
    socketplay_ctx_set_no_sessions(context)
    let mode = if case .key = trust { SSL_VERIFY_NONE } else { SSL_VERIFY_PEER }
    SSL_CTX_set_verify(context, mode, nil)
    return SSL_new(context)
  }

  private func trustAuthorities() throws(ServerError) {
    ERR_clear_error()
    switch trust {
    case .key: return
    case .system:
      guard SSL_CTX_set_default_verify_paths(context) == 1 else { throw .authorities(path: "", OpenSSL.takeReason()) }
    case .authorities(let path):
      guard SSL_CTX_load_verify_file(context, path) == 1 else {
        throw .authorities(path: path, OpenSSL.takeReason())
      }
    }
  }

  /// Tells the server (RFC 6066, section 3) and the verifier (RFC 9525) who is meant: a numeric address only the latter.
  private func name(_ host: String) {
    let address = String(host.prefix { $0 != "%" })
    if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(connection), address) == 1 { return }
    ERR_clear_error()
    precondition(SSL_set1_host(connection, host) == 1, "no memory for a name")
    var name = Array(host.utf8CString)
    _ = name.withUnsafeMutableBytes { bytes in
      SSL_ctrl(connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), bytes.baseAddress)
    }
  }

  /// Goes on with the handshake; done, the server is trusted.
  public func handshake() throws(ServerError) -> TLSProgress<Void> {
    switch try step({ SSL_connect($0) }) {
    case .done:
      try checkKey()
      return .done(())
    case .wantRead: return .wantRead
    case .wantWrite: return .wantWrite
    case .closed: throw .broken("it closed the connection")
    }
  }

  /// Takes some of what has come; never 0 bytes.
  ///
  /// The end of the stream is `closed`, with a goodbye or without: what is cut short, the protocol above notices.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(ServerError) -> TLSProgress<Int> {
    precondition(!buffer.isEmpty, "reading takes room")
    return try step { SSL_read($0, buffer.baseAddress, Int32(clamping: buffer.count)) }
  }

  /// Writes some of the bytes and tells how many; after anything but done, the next write begins with the same bytes.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(ServerError) -> TLSProgress<Int> {
    precondition(!bytes.isEmpty, "writing takes bytes")
    return try step { SSL_write($0, bytes.baseAddress, Int32(clamping: bytes.count)) }
  }

  private func checkKey() throws(ServerError) {
    guard case .key(let wanted) = trust else { return }
    guard let certificate = SSL_get1_peer_certificate(connection) else { throw .notTrusted("it has no certificate") }
    defer { X509_free(certificate) }
    guard let id = PeerID(ofCertificate: certificate) else { throw .notTrusted("its certificate has no key") }
    if id != wanted { throw .otherKey(id) }
  }

  private func step(_ body: (OpaquePointer) -> Int32) throws(ServerError) -> TLSProgress<Int> {
    end.beginStep()
    ERR_clear_error()
    let result = body(connection)
    if result > 0 { return .done(Int(result)) }
    switch SSL_get_error(connection, result) {
    case SSL_ERROR_WANT_READ: return .wantRead
    case SSL_ERROR_WANT_WRITE: return .wantWrite
    case SSL_ERROR_ZERO_RETURN: return .closed
    default: break
    }
    let verdict = SSL_get_verify_result(connection)
    if case .key = trust {
    } else if verdict != X509_V_OK {
      ERR_clear_error()
      throw .notTrusted(String(cString: X509_verify_cert_error_string(verdict)))
    }
    let words = OpenSSL.takeReason()
    if let error = end.error { throw .system(error) }
    if end.isAtEnd { return .closed }
    throw .broken(words)
  }
}
