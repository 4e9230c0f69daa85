import COpenSSL
import SessionCore

/// An Ed25519 key and the certificate it signed for itself, as OpenSSL holds them.
final class KeyPair: @unchecked Sendable {
  // SAFETY: neither is changed once it is here, and OpenSSL counts its references under locks of its own.
  // Both are freed in deinit; contexts that use them keep references of their own.
  let key: OpaquePointer
  let certificate: OpaquePointer

  /// Takes over both.
  init(key: OpaquePointer, certificate: OpaquePointer) {
    self.key = key
    self.certificate = certificate
  }

  deinit {
    EVP_PKEY_free(key)
    X509_free(certificate)
  }

  /// A new key (RFC 8410), with a certificate that holds neither a name of this machine nor its time.
  static func make() -> KeyPair {
    OpenSSL.isReady
    guard let key = makeKey() else { preconditionFailure("OpenSSL makes no Ed25519 key") }
    guard let certificate = makeCertificate(of: key) else { preconditionFailure("OpenSSL makes no certificate") }
    return KeyPair(key: key, certificate: certificate)
  }

  /// Who has this key.
  var id: PeerID {
    guard let id = PeerID(ofCertificate: certificate) else { preconditionFailure("a certificate has a public key") }
    return id
  }

  private static func makeKey() -> OpaquePointer? {
    let maker = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil)
    defer { EVP_PKEY_CTX_free(maker) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(maker) == 1, EVP_PKEY_keygen(maker, &key) == 1 else { return nil }
    return key
  }

  /// A certificate that a key signs for itself: X.509 v3, CN=socketplay, good from 2020 to the last day that X.509 can
  /// name, so that a wrong clock locks nobody out.
  ///
  /// - Parameter digest: what the signature hashes with; nil for Ed25519, which does that itself.
  static func makeCertificate(of key: OpaquePointer, digest: OpaquePointer? = nil) -> OpaquePointer? {
    guard let certificate = X509_new() else { return nil }
    let name = X509_get_subject_name(certificate)
    let start = ASN1_TIME_new()
    let end = ASN1_TIME_new()
    defer {
      ASN1_TIME_free(start)
      ASN1_TIME_free(end)
    }
    guard X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1,
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, "socketplay", -1, -1, 0) == 1,
      X509_set_issuer_name(certificate, name) == 1,
      ASN1_TIME_set_string(start, "20200101000000Z") == 1,
      ASN1_TIME_set_string(end, "99991231235959Z") == 1,
      X509_set1_notBefore(certificate, start) == 1,
      X509_set1_notAfter(certificate, end) == 1,
      X509_set_pubkey(certificate, key) == 1,
      X509_sign(certificate, key, digest) > 0
    else {
      X509_free(certificate)
      return nil
    }
    return certificate
  }
}

extension KeyPair {
  /// Reads what `withPEM` wrote; nil where a single byte differs, or a key and a certificate do not belong together.
  convenience init?(pem: UnsafeRawBufferPointer) {
    OpenSSL.isReady
    defer { ERR_clear_error() }
    guard let source = BIO_new_mem_buf(pem.baseAddress, Int32(clamping: pem.count)) else { return nil }
    defer { BIO_free(source) }
    // An encrypted key would make OpenSSL ask on the terminal: it is given no passphrase instead.
    guard let key = PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil) else { return nil }
    guard let certificate = PEM_read_bio_X509(source, nil, { _, _, _, _ in -1 }, nil) else {
      EVP_PKEY_free(key)
      return nil
    }
    self.init(key: key, certificate: certificate)
    guard EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519, X509_check_private_key(certificate, key) == 1,
      X509_verify(certificate, key) == 1, withPEM({ $0.elementsEqual(pem) })
    else { return nil }
  }

  /// Lends the key (PKCS#8, RFC 5958) and the certificate as PEM text (RFC 7468); the memory is wiped afterwards.
  func withPEM<Result, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Result) throws(E) -> Result {
    guard let text = BIO_new(BIO_s_secmem()) else { preconditionFailure("no memory for a key's text") }
    defer { BIO_free(text) }
    guard PEM_write_bio_PKCS8PrivateKey(text, key, nil, nil, 0, nil, nil) == 1,
      PEM_write_bio_X509(text, certificate) == 1
    else { preconditionFailure("OpenSSL does not write its own key") }
    var start: UnsafeMutablePointer<CChar>?
    let count = socketplay_bio_contents(text, &start)
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension PeerID {
  /// The id of the public key in a certificate (`X509`); nil where it holds none that can be written.
  init?(ofCertificate certificate: OpaquePointer) {
    let key = X509_get_X509_PUBKEY(certificate)
    let count = Int(i2d_X509_PUBKEY(key, nil))
    guard count > 0 else { return nil }
    let der = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var position = buffer.baseAddress
      filled = Int(max(0, i2d_X509_PUBKEY(key, &position)))
    }
    self.init(SHA256.digest(of: der))
  }
}
