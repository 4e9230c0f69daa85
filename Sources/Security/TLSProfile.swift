import COpenSSL

/// What this program offers and takes of TLS: one version, one group, one signature, two suites.
struct TLSProfile: Sendable {
  /// The protocol within (RFC 7301), which both ends must name.
  static let protocolName = "socketplay/1"

  var versions = (oldest: TLS1_3_VERSION, newest: TLS1_3_VERSION)
  /// The faster one first: every processor this runs on has AES.
  var suites = "TLS_AES_128_GCM_SHA256:TLS_CHACHA20_POLY1305_SHA256"
  var groups = "X25519"
  var signatures: String? = "ed25519"
  /// The protocols a joiner names.
  var protocols = [protocolName]
  /// Whether OpenSSL has the keys of this profile alone (`TLSAlgorithms`).
  var isNarrow = true
  /// A certificate of this program has some 300 bytes.
  var maximumCertificates = 4096
  /// Bytes that are sent under one key: far below the 2^24.5 full records that RFC 8446, section 5.5, allows AES-GCM.
  var bytesPerKey: Int64 = 64 << 30

  /// As every connection of the program has it.
  static let product = TLSProfile()

  func apply(to context: OpaquePointer) {
    let isUnderstood =
      socketplay_ctx_set_versions(context, versions.oldest, versions.newest) == 1
      && SSL_CTX_set_ciphersuites(context, suites) == 1
      && socketplay_ctx_set_groups(context, groups) == 1
      && (signatures.map { socketplay_ctx_set_signatures(context, $0) } ?? 1) == 1
      // Tickets would let a later connection in without the key being proven again.
      && SSL_CTX_set_num_tickets(context, 0) == 1
      && SSL_CTX_set_max_early_data(context, 0) == 1
    precondition(isUnderstood, "OpenSSL lacks what this program needs")
    socketplay_ctx_set_options(context)
    socketplay_ctx_set_mode(context)
    socketplay_ctx_set_no_sessions(context)
    socketplay_ctx_set_certificate_limit(context, maximumCertificates)
    guard !protocols.isEmpty else { return }
    let names = protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    // Unlike the others, it returns 0 where it worked.
    precondition(SSL_CTX_set_alpn_protos(context, names, UInt32(names.count)) == 0, "a protocol's name is too long")
  }
}
