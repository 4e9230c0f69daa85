/// A connection that has come and is nobody yet.
public struct CallerID: Sendable, Hashable {
  let number: UInt64
}

extension Gate {
  /// Whether a caller may speak the original, unencrypted protocol.
  public enum PlainConsent: Sendable, Hashable {
    /// No.
    case refused
    /// The user is asked, on a terminal.
    case asked
    /// Yes.
    case given
  }

  /// What is to be done.
  public enum Action: Sendable, Hashable {
    /// Wait for its first 8 bytes, without taking them, and tell `peeked`.
    case look(CallerID)
    /// Look whether any byte has come: tell `peeked` with what is there.
    case probe(CallerID)
    /// Make it a TLS connection and hear its `JoinerHello`; then tell `admitted` or `refused`.
    case secure(CallerID)
    /// Ask the user whether it may come in without encryption; then tell `answered`.
    case ask(CallerID)
    /// The question is withdrawn: the caller has gone, or turned out to speak TLS.
    case stopAsking(CallerID)
    /// It speaks the original protocol, and may: it is in.
    case admitPlain(CallerID)
    /// It may speak the original protocol, and waits for this end to speak: serve it as a caller that has no name and
    /// takes no place, and tell `admitted` once it has become a peer.
    case serveSilent(CallerID)
    /// Close it.
    case drop(CallerID, Drop)
  }

  /// Why a caller is sent away.
  public enum Drop: Sendable, Hashable {
    /// It took too long.
    case late
    /// Its place was needed.
    case evicted
    /// Too many of its source wait.
    case crowded
    /// It speaks neither protocol.
    case foreign
    /// It speaks the original protocol, and may not.
    case plainRefused
  }

  /// How a caller that was not admitted ended.
  public enum End: Sendable, Hashable {
    /// The other end closed before it sent a byte: somebody looked whether the port answers.
    ///
    /// It has cost nothing, and counts as no failure.
    case silent
    /// Anything else.
    case failed
  }

  /// The numbers of the gate; times in seconds.
  public enum Limit {
    /// To the first 8 bytes.
    public static let firstBytes = 5.0
    /// From the first look to being admitted.
    public static let admission = 10.0
    /// Without a byte: an original that waits for the host to speak.
    public static let silence = 1.5
    /// For the user to answer.
    public static let question = 30.0
    /// Waiting for its turn, before it is looked at.
    public static let holding = 10.0
    /// Callers that are looked at, at once.
    public static let callers = 16
    /// Of these, of one source.
    public static let callersOfSource = 4
    /// Callers that wait for their turn.
    public static let held = 64
    /// Of these, of one source.
    public static let heldOfSource = 8
    /// Looks a second, of one source; so many at once.
    public static let rateOfSource = (rate: 2.0, burst: 8.0)
    /// Looks a second, in all.
    public static let rate = 20.0
    /// The first failure's delay, and the longest.
    public static let delay = 1.0...60.0
    /// After so long without a failure a source has not failed lately.
    public static let memory = 120.0
    /// Sources that are remembered.
    public static let sources = 1024
  }
}
