import Security
import SessionCore
import Sys

/// What a host's door is set up with.
struct DoorSettings: Sendable {
  var credentials: Credentials
  /// What this host would be called.
  var petname: Petname
  /// Who may speak the original protocol without being asked about; nil for nobody.
  var allowPlain: PlainNetwork?
  /// Who can be asked and shown a code.
  var questions: EntranceQuestions
  /// Whether a code is made at once, and not only when somebody knocks.
  var pairAtOnce: Bool
  /// Whether a caller that says nothing is nobody: only an original waits for a host to speak first.
  var callersSpeakFirst = false
  /// Where a code is written, which is made at once then; nil to show it.
  var codeFile: String?
  /// The places there are.
  var roster: Roster
  var events: Node.Sink
  /// Takes whoever was let in.
  var enter: @Sendable (Entrant) -> Void

  /// Whether somebody at this address may speak the original protocol.
  func plainConsent(_ address: SocketAddress) -> Gate.PlainConsent {
    if let allowPlain, allowPlain.contains(address) { return .given }
    return questions.letIn == nil ? .refused : .asked
  }

  /// Whether who knocks is shown a code.
  var canPair: Bool { codeFile == nil && questions.show != nil }
}
