/// The first thing a joiner says inside TLS: 96 bytes, and nothing else before the host is ready.
///
/// | bytes | what |
/// |---|---|
/// | 0..<8 | `SPLAYhi1` |
/// | 8 | kind |
/// | 9..<16 | zero |
/// | 16..<21 | token; zero unless `pair` |
/// | 21..<24 | zero |
/// | 24..<40 | session id |
/// | 40..<72 | petname wished for: ASCII, filled up with zeros |
/// | 72..<96 | zero |
public struct JoinerHello: Sendable, Hashable {
  /// What the joiner wants.
  public enum Kind: Sendable, Hashable {
    /// In: its key is known, or the host's own.
    case known
    /// In, by the token of a code: 5 bytes.
    case pair(token: [UInt8])
    /// That the host show a code.
    case knock
  }

  /// The bytes it takes.
  public static let byteCount = 96
  /// The bytes of a session id.
  public static let sessionCount = 16
  private static let magic = Array("SPLAYhi1".utf8)

  /// What the joiner wants.
  public var kind: Kind
  /// The same as long as the joiner's session lasts, over all its connections: 16 random bytes.
  public var session: [UInt8]
  /// What the joiner would be called.
  public var petname: Petname

  /// A value of these fields.
  public init(kind: Kind, session: [UInt8], petname: Petname) {
    precondition(session.count == Self.sessionCount, "a session id has 16 bytes")
    self.kind = kind
    self.session = session
    self.petname = petname
  }

  /// Reads 96 bytes; nil for anything that is not of the form, down to each zero.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic) else { return nil }
    let reserved = [9..<16, 21..<24, 72..<96]
    guard reserved.allSatisfy({ bytes[$0].allSatisfy { $0 == 0 } }) else { return nil }
    let token = Array(bytes[16..<21])
    switch bytes[8] {
    case 0: kind = .known
    case 1: kind = .pair(token: token)
    case 2: kind = .knock
    default: return nil
    }
    if bytes[8] != 1, token.contains(where: { $0 != 0 }) { return nil }
    session = Array(bytes[24..<40])
    guard let petname = Petname(padded: bytes[40..<72]) else { return nil }
    self.petname = petname
  }

  /// The 96 bytes.
  public var bytes: [UInt8] {
    let (code, token): (UInt8, [UInt8]) =
      switch kind {
      case .known: (0, [])
      case .pair(let token): (1, token)
      case .knock: (2, [])
      }
    return Self.magic + [code] + zeros(7) + padded(token, to: 8) + session + petname.padded + zeros(24)
  }
}

extension Petname {
  /// A name filled up with zeros; nil where it is none, or something follows the zeros.
  init?(padded bytes: ArraySlice<UInt8>) {
    let name = bytes.prefix { $0 != 0 }
    guard bytes.dropFirst(name.count).allSatisfy({ $0 == 0 }) else { return nil }
    self.init(String(decoding: name, as: UTF8.self))
  }

  /// The name filled up with zeros: 32 bytes.
  var padded: [UInt8] { Security.padded(Array(text.utf8), to: Self.maximumLength) }
}

func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] { bytes + zeros(count - bytes.count) }
