import COpenSSL
import SessionCore
import Sys
import Testing

@testable import Security

@Suite("The handshake")
struct TLSHandshakeTests {
  private let host = Identity.temporary()
  private let joiner = Identity.temporary()

  @Test("two ends that pin each other come through, and each knows the other's key (000-38)")
  func bothPinned() throws {
    let pair = try TestPair(host, joiner)
    let outcome = pair.handshake()
    #expect(outcome.host == .success(joiner.id))
    #expect(outcome.joiner == .success(host.id))
    #expect(pair.host.peer == joiner.id)
    #expect(pair.joiner.peer == host.id)
  }

  @Test("one identity at both ends comes through: the same user on one machine is no stranger")
  func sameIdentity() throws {
    let outcome = try TestPair(host, host).handshake()
    #expect(outcome.host == .success(host.id))
    #expect(outcome.joiner == .success(host.id))
  }

  @Test("a joiner that finds another key than the pinned one sends nothing, and both ends know why")
  func hostHasOtherKey() throws {
    let pair = try TestPair(
      host: TLSContext(host, role: .host), joiner: TLSContext(joiner, role: .joiner), joinerTakes: .one(joiner.id))
    let outcome = pair.handshake()
    #expect(outcome.joiner == .failure(.otherKey(host.id)))
    #expect(outcome.host == .failure(.alert(UInt8(SSL_AD_BAD_CERTIFICATE))))
    #expect(throws: TLSError.otherKey(host.id)) { try pair.joiner.write([1]) }
  }

  @Test("a host that takes certain keys refuses another")
  func joinerHasOtherKey() throws {
    let pair = try TestPair(
      host: TLSContext(host, role: .host), hostTakes: .anyOf([host.id]), joiner: TLSContext(joiner, role: .joiner))
    let outcome = pair.handshake()
    #expect(outcome.host == .failure(.otherKey(joiner.id)))
    // It believes to be through until it reads.
    #expect(outcome.joiner == .success(host.id))
    #expect(throws: TLSError.alert(UInt8(SSL_AD_BAD_CERTIFICATE))) { try pair.joiner.read() }
  }

  @Test("a caller without a certificate is refused")
  func noCertificate() throws {
    let pair = try TestPair(
      host: TLSContext(host, role: .host), joiner: TLSContext(nil, role: .joiner, profile: .product))
    guard case .failure(.broken) = pair.handshake().host else {
      Issue.record("it was let in")
      return
    }
    #expect(throws: TLSError.alert(UInt8(SSL_AD_CERTIFICATE_REQUIRED))) { try pair.joiner.read() }
  }

  @Test("a key of another kind is refused, however its hash is pinned", arguments: TLSContext.Role.allCases)
  func otherKindOfKey(role: TLSContext.Role) throws {
    var lax = TLSProfile.product
    lax.signatures = nil
    lax.isNarrow = false
    let keys = try #require(KeyPair.elliptic())
    let odd = TLSContext(keys, role: role, profile: lax)
    let pair =
      role == .host
      ? try TestPair(host: odd, joiner: TLSContext(joiner, role: .joiner))
      : try TestPair(host: TLSContext(host, role: .host), joiner: odd)
    let outcome = pair.handshake()
    if role == .host {
      #expect(outcome.joiner == .failure(.alert(UInt8(SSL_AD_HANDSHAKE_FAILURE))))
    } else {
      guard case .failure = outcome.host else {
        Issue.record("it was let in")
        return
      }
    }
  }

  @Test(
    "OpenSSL knows the keys of the profile for it, and no others",
    arguments: ["ED25519", "X25519", "RSA", "EC", "ED448"])
  func narrow(name: String) throws {
    let library = try #require(TLSAlgorithms.library)
    let kind = EVP_KEYMGMT_fetch(library, name, nil)
    defer { EVP_KEYMGMT_free(kind) }
    ERR_clear_error()
    #expect((kind != nil) == ["ED25519", "X25519"].contains(name))
  }

  @Test("a caller that names other protocols, or none, is refused", arguments: [["http/1.1", "h2"], []])
  func callerNamesOther(protocols: [String]) throws {
    var profile = TLSProfile.product
    profile.protocols = protocols
    let pair = try TestPair(
      host: TLSContext(host, role: .host), joiner: TLSContext(joiner.keys, role: .joiner, profile: profile))
    let outcome = pair.handshake()
    #expect(outcome.host == .failure(.otherProtocol))
    #expect(outcome.joiner == .failure(.otherProtocol))
  }

  @Test("a caller that names ours among others is let in")
  func callerNamesSeveral() throws {
    var profile = TLSProfile.product
    profile.protocols = ["h2", "socketplay/1", "socketplay/2"]
    let pair = try TestPair(
      host: TLSContext(host, role: .host), joiner: TLSContext(joiner.keys, role: .joiner, profile: profile))
    #expect(pair.handshake().host == .success(joiner.id))
  }

  @Test("an end that speaks TLS 1.2 at most is refused", arguments: TLSContext.Role.allCases)
  func olderVersion(role: TLSContext.Role) throws {
    var old = TLSProfile.product
    old.versions = (TLS1_2_VERSION, TLS1_2_VERSION)
    let pair = try TestPair(
      host: TLSContext(host.keys, role: .host, profile: role == .host ? old : .product),
      joiner: TLSContext(joiner.keys, role: .joiner, profile: role == .joiner ? old : .product))
    let outcome = pair.handshake()
    #expect(outcome.host.map(\.isFailure) == true)
    #expect(outcome.joiner == .failure(.alert(UInt8(SSL_AD_PROTOCOL_VERSION))))
  }

  @Test("either suite does, and the group is X25519")
  func suites() throws {
    for suite in ["TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"] {
      var profile = TLSProfile.product
      profile.suites = suite
      let pair = try TestPair(
        host: TLSContext(host, role: .host), joiner: TLSContext(joiner.keys, role: .joiner, profile: profile))
      #expect(pair.handshake().host == .success(joiner.id))
    }
    for change in [\TLSProfile.suites, \TLSProfile.groups] {
      var profile = TLSProfile.product
      profile.isNarrow = false
      profile[keyPath: change] = change == \TLSProfile.suites ? "TLS_AES_256_GCM_SHA384" : "P-256"
      let pair = try TestPair(
        host: TLSContext(host, role: .host), joiner: TLSContext(joiner.keys, role: .joiner, profile: profile))
      #expect(pair.handshake().host.map(\.isFailure) == true)
    }
  }

  @Test(
    "bytes that are no TLS fail in one step",
    arguments: ["GET / HTTP/1.0\r\n\r\n", "\u{16}\u{3}\u{1}\u{0}\u{4}\u{1}\u{0}\u{0}\u{0}"])
  func noise(text: String) throws {
    let pair = try TestPair(host, joiner)
    let sent = try Array(text.utf8).withUnsafeBytes { try pair.joiner.socket.send($0) }
    #expect(sent == text.utf8.count)
    guard case .failure(.broken) = pair.handshake().host else {
      Issue.record("it was taken for TLS")
      return
    }
  }

  @Test("a connection that ends within the handshake is cut short")
  func cut() throws {
    let pair = try TestPair(host, joiner)
    try pair.joiner.socket.shutdownWriting()
    #expect(throws: TLSError.truncated) { try pair.host.handshake() }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

extension KeyPair {
  /// A key on P-256, which this program neither makes nor takes.
  static func elliptic() -> KeyPair? {
    let maker = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
    defer { EVP_PKEY_CTX_free(maker) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(maker) == 1, EVP_PKEY_CTX_set_group_name(maker, "P-256") == 1,
      EVP_PKEY_keygen(maker, &key) == 1, let key, let certificate = makeCertificate(of: key, digest: EVP_sha256())
    else { return nil }
    return KeyPair(key: key, certificate: certificate)
  }
}
