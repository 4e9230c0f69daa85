import COpenSSL
import SessionCore
import Sys

/// What every connection of one identity in one role has in common (`SSL_CTX`): made once, used from any thread.
public final class TLSContext: @unchecked Sendable {
  // SAFETY: it is not changed once `init` has returned, and OpenSSL guards what it counts in there with locks of its own.
  // Freed in deinit; connections keep references of their own.
  let context: OpaquePointer
  let role: Role
  let profile: TLSProfile

  /// The two ends of a connection.
  public enum Role: Sendable, Hashable, CaseIterable {
    /// The end that was connected to.
    case host
    /// The end that connected.
    case joiner
  }

  /// Whether encryption uses the wide instructions of this processor, by libIPSec_MB, rather than OpenSSL's code.
  public static var usesWideInstructions: Bool { WideGCM() != nil }

  /// Whether it could, on a processor that has them: OpenSSL lacks the code for them.
  public static var gainsByWideInstructions: Bool { WideGCM.isWanted }

  /// What connections of `identity` have in common.
  public convenience init(_ identity: Identity, role: Role) {
    self.init(identity.keys, role: role, profile: .product)
  }

  /// As above, where tests let an end behave otherwise.
  init(_ keys: KeyPair?, role: Role, profile: TLSProfile) {
    OpenSSL.isReady
    let library = profile.isNarrow ? TLSAlgorithms.library : nil
    guard let context = SSL_CTX_new_ex(library, nil, role == .host ? TLS_server_method() : TLS_client_method()) else {
      preconditionFailure("no memory for a TLS context")
    }
    self.context = context
    self.role = role
    self.profile = profile
    profile.apply(to: context)
    if let keys {
      precondition(
        SSL_CTX_use_certificate(context, keys.certificate) == 1 && SSL_CTX_use_PrivateKey(context, keys.key) == 1,
        "OpenSSL takes its own key")
    }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    SSL_CTX_set_cert_verify_callback(context, verifyCertificate, nil)
    if role == .host {
      SSL_CTX_set_alpn_select_cb(context, selectProtocol, nil)
    }
  }

  deinit {
    SSL_CTX_free(context)
  }
}

/// Judges the other end's certificate in place of OpenSSL's chains and names: its key's id alone counts.
///
/// Called by OpenSSL within a handshake; 1 takes it.
private func verifyCertificate(_ store: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
  guard let store, let certificate = X509_STORE_CTX_get0_cert(store), let id = PeerID(ofCertificate: certificate),
    let connection = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
  else { return 0 }
  guard let end = TLSEnd.of(OpaquePointer(connection)), end.judge(id) else {
    X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
    return 0
  }
  return 1
}

/// Picks this program's protocol from those a caller offers (RFC 7301), and refuses a caller that offers others only.
///
/// Called by OpenSSL within a handshake, not for a caller that offers none: `TLSStream` looks afterwards.
private func selectProtocol(
  _: OpaquePointer?, _ selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
  _ selectedCount: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32,
  _: UnsafeMutableRawPointer?
) -> Int32 {
  let list = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
  var position = 0
  while position < list.count {
    let name = (position + 1)..<(position + 1 + Int(list[position]))
    guard name.upperBound <= list.count else { break }
    if list[name].elementsEqual(TLSProfile.protocolName.utf8) {
      selected?.pointee = offered.map { $0 + name.lowerBound }
      selectedCount?.pointee = UInt8(name.count)
      return SSL_TLSEXT_ERR_OK
    }
    position = name.upperBound
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL
}
