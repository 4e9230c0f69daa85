/// What a host answers to a `JoinerHello` inside TLS: 48 bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0..<8 | `SPLAYok1` |
/// | 8 | status |
/// | 9..<16 | zero |
/// | 16..<48 | the host's petname: ASCII, filled up with zeros |
public struct HostReady: Sendable, Hashable {
  /// How the joiner stands.
  public enum Status: UInt8, Sendable, Hashable {
    /// In: frames follow, both ways.
    case ready
    /// The host serves as many as it can.
    case busy
    /// The joiner's key is not known here.
    case notPaired
    /// The token is not that of the code, or there is none (any more).
    case codeWrong
    /// The host cannot speak with this version.
    case version
  }

  /// The bytes it takes.
  public static let byteCount = 48
  private static let magic = Array("SPLAYok1".utf8)

  /// How the joiner stands.
  public var status: Status
  /// What the host would be called.
  public var petname: Petname

  /// A value of these fields.
  public init(status: Status, petname: Petname) {
    self.status = status
    self.petname = petname
  }

  /// Reads 48 bytes; nil for anything that is not of the form, down to each zero.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.magic), bytes[9..<16].allSatisfy({ $0 == 0 }),
      let status = Status(rawValue: bytes[8]), let petname = Petname(padded: bytes[16..<48])
    else { return nil }
    self.status = status
    self.petname = petname
  }

  /// The 48 bytes.
  public var bytes: [UInt8] { Self.magic + [status.rawValue] + zeros(7) + petname.padded }
}
