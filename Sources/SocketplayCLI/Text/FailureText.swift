import SessionCore

/// A failure in words: its exit status, its text, and what can be done about it.
struct FailureText: Equatable {
  var status: ExitStatus
  /// Lower case, no full stop, operands quoted and escaped.
  var message: String
  /// What to type, or to see to; nil where nothing can be done from here.
  var hint: String?
}

/// The exit statuses of the command line contract.
enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case failed = 1
  case misused = 2
  case noSuchPeer = 3
  case connection = 4
  case refusedThere = 5
  case localFile = 6
  case malformed = 7
  case protocolBroken = 8
  case timedOut = 11
  case notTrusted = 20
  case codeWrong = 21
  case keyChanged = 22
  case plainRefused = 23
  case interrupted = 130
}

extension FailureText {
  /// The words for a failure, with hints that fit where it is told.
  init(_ failure: Failure, in setting: Setting = .errand) {
    let words = Words(failure, isRoom: setting == .room)
    let (message, hint) = Self.sentence(failure.reason, words)
    // Where the detail is a list of names, the sentence has it already.
    let detail = Self.listsNames(failure.reason) ? "" : PropertyListText.words(failure.detail) ?? words.detail
    self.init(
      status: Self.status(failure.reason), message: detail.isEmpty ? message : "\(message): \(detail)", hint: hint)
  }

  /// The words for what was typed wrongly.
  init(_ error: UsageError) {
    self.init(status: .misused, message: error.message, hint: error.hint)
  }

  static func status(_ reason: Failure.Reason) -> ExitStatus {
    switch reason {
    case .notReached, .someNotReached, .asking, .notLetIn, .notTaken, .othersNotTaken, .untold, .mayNotEdit, .readOnly:
      .failed
    case .failed, .partly, .skipped, .silentCaller, .noPlayer, .noDconf, .noSessionBus, .commandFailed,
      .unreadableOutput:
      .failed
    case .usage, .emptyText, .notText, .lineUnknown, .lineUnclear, .nickRefused, .noContact, .notThere, .looksLikeLine,
      .noSuchInterface, .sessionExists,
      .severalSessions, .sessionName, .nothingRunning:
      .misused
    case .notConnected, .ambiguousPeer, .noSuchPeer, .severalPeers, .noDiscovery, .noSuchNick: .noSuchPeer
    case .refused, .unreachable, .lost, .waiting: .connection
    case .declined, .busy, .noSpaceThere, .nameRefused, .notAllowed, .storeFailedThere, .cancelled,
      .roomDenied, .roomClosed:
      .refusedThere
    case .noSuchFile, .unreadable, .notAFile, .emptyFile, .changed, .unwritable, .noSpace: .localFile
    case .historyDamaged, .historyUnusable, .pulledDamaged, .pulledUnkept, .partlyChanged: .localFile
    case .malformed, .notADictionary, .tooLarge: .malformed
    case .protocolBroken, .frameTooLong, .truncated, .foreignClass, .gameDemo, .digestMismatch, .moreThanOffered,
      .noEndMarker, .nameUnusable:
      .protocolBroken
    case .noSuchKey, .notAContainer, .conflict, .nothingToUndo, .notUndoable: .failed
    case .noPreferences, .preferencesFailedThere, .noHistoryThere: .refusedThere
    case .storeName: .misused
    case .serverNotTrusted: .notTrusted
    case .serverNotSecure: .protocolBroken
    case .openToOthers, .folderOpenToOthers, .identityDamaged, .identityUnusable, .knownPeersUnusable: .localFile
    case .peerExists, .noSuchKnownPeer, .noSuchID: .misused
    case .notTrusted, .forgotten, .stranger: .notTrusted
    case .codeMalformed, .codeOfAnother, .codeRefused: .codeWrong
    case .keyChanged: .keyChanged
    case .plainRefused, .plainCaller, .notSecure: .plainRefused
    case .timedOut, .stalled, .storeLocked: .timedOut
    case .interrupted: .interrupted
    }
  }

  private static func listsNames(_ reason: Failure.Reason) -> Bool {
    [.severalPeers, .someNotReached, .ambiguousPeer, .severalSessions, .conflict, .partlyChanged, .historyDamaged]
      .contains(reason)
  }
}

/// A failure's subject and detail, escaped, as a sentence takes them.
struct Words {
  let detail: String
  /// Whether it is about a room and its members.
  let isRoom: Bool
  private let subject: String
  private let rawDetail: String

  init(_ failure: Failure, isRoom: Bool) {
    self.isRoom = isRoom
    subject = failure.subject
    rawDetail = failure.detail
    detail = printable(failure.detail)
  }

  /// ` "subject"`, or nothing.
  var named: String { subject.isEmpty ? "" : " " + quoted(subject) }

  /// `"subject"`, or `other` where there is none.
  func named(or other: String) -> String { subject.isEmpty ? other : quoted(subject) }

  /// The verbs of whoever hosts, and of whoever joins.
  var host: String { isRoom ? "room host" : "host" }
  var join: String { isRoom ? "room join" : "join" }

  /// The subject as it is, escaped.
  var bare: String { printable(subject) }

  /// The subject as a shell takes it: a path of this machine, `PATH` where there is none.
  var argument: String {
    let path = printable(path: subject)
    let isPlain = path.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0)
    }
    return path.isEmpty ? "PATH" : isPlain ? path : Completion.quote(path)
  }

  /// The detail as a path of this machine, escaped.
  var pathInDetail: String { printable(path: rawDetail) }

  /// `: "a", "b"` from a detail that lists names, one a line or with commas between; nothing where it lists none.
  var list: String {
    let separator: Character = rawDetail.contains("\n") ? "\n" : ","
    let names = rawDetail.split(separator: separator).map { $0.drop { $0 == " " } }
    return names.isEmpty ? "" : ": " + names.map { quoted(String($0)) }.joined(separator: ", ")
  }
}
