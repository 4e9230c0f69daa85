public import SessionCore

/// The one pairing code that a host may have out: a machine without a clock.
///
/// It lasts ten minutes, is good for one peer, and ten wrong tokens burn it.
public struct PairingDesk: Sendable {
  /// Seconds that a code lasts.
  public static let lifetime = 600.0
  /// Wrong tokens that burn it.
  public static let maximumWrong = 10

  /// What a token turned out to be.
  public enum Verdict: Sendable, Hashable {
    /// The right one: it is used up now.
    case right
    /// Not this one.
    case wrong
    /// Not this one, and the code is burnt.
    case burnt
    /// There is no code, or none any more.
    case none
  }

  private struct Out {
    var code: PairingCode
    var until: Moment
    var wrong = 0
  }

  private var out: Out?

  /// No code is out.
  public init() {}

  /// When the code that is out ends; nil where none is.
  public var deadline: Moment? { out?.until }

  /// The code that is out at `now`; nil where none is.
  public mutating func current(at now: Moment) -> PairingCode? {
    if let out, now >= out.until { self.out = nil }
    return out?.code
  }

  /// Gives a code out, unless one is out already.
  ///
  /// Returns the new code; nil where there is one.
  public mutating func issue(host: PeerID, token: [UInt8], at now: Moment) -> PairingCode? {
    guard current(at: now) == nil else { return nil }
    let code = PairingCode(host: host, token: token)
    out = Out(code: code, until: now + Self.lifetime)
    return code
  }

  /// Judges a token that came at `now`.
  public mutating func judge(_ token: [UInt8], at now: Moment) -> Verdict {
    guard let code = current(at: now) else { return .none }
    // All bytes are looked at: the time it takes tells nothing about how many are right.
    let isRight =
      zip(code.token, token).reduce(token.count == PairingCode.tokenCount ? 0 : 1) { $0 | ($1.0 ^ $1.1) } == 0
    if isRight {
      out = nil
      return .right
    }
    out?.wrong += 1
    guard let wrong = out?.wrong, wrong >= Self.maximumWrong else { return .wrong }
    out = nil
    return .burnt
  }
}
