public import SessionCore

/// Who can be asked, and shown a secret: somebody at a terminal, or nobody.
///
/// Each answer may take as long as it takes: it is awaited on a thread of its own.
public struct EntranceQuestions: Sendable {
  /// Shows a pairing code that lasts ten minutes; nil where nobody would see it.
  public var show: (@Sendable (_ code: String) -> Void)?
  /// Asks for the code that a host shows; an earlier answer's problem is told with it.
  ///
  /// Returns nil where none is given.
  public var code: (@Sendable (_ host: String, _ problem: CodeProblem?) -> String?)?
  /// Asks whether a caller may come in without encryption.
  ///
  /// Returns nil where the question was withdrawn before it was answered.
  public var letIn: (@Sendable (_ address: String, _ question: OpenQuestion) -> Bool?)?
  /// Asks whether to join a host that speaks the original, unencrypted protocol alone.
  public var joinPlain: (@Sendable (_ host: String) -> Bool)?
  /// Picks one of several hosts (an index); nil for none.
  public var choose: (@Sendable ([Service]) -> Int?)?

  /// Nobody can be asked.
  public init() {}
}

/// What was wrong with a pairing code.
public enum CodeProblem: Sendable, Hashable {
  /// It has so many characters, not 30.
  case length(Int)
  /// No code has this character.
  case character(Character)
  /// There is a slip of the pen in it.
  case checksum
  /// It is that of another host.
  case otherHost
  /// The host did not take it: wrong, used, burnt or too old.
  case refused
}
