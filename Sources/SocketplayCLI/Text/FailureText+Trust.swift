import SessionCore

extension FailureText {
  /// Text and hint where it is about who may speak with whom.
  static func trustSentence(_ reason: Failure.Reason, _ it: Words) -> (message: String, hint: String?) {
    let peer = it.named(or: "the other end")
    return switch reason {
    case .openToOthers:
      ("\(it.named(or: "a secret file")) is open to other users, so it is not used", "chmod 600 \(it.argument)")
    case .folderOpenToOthers:
      ("the folder\(it.named) is open to other users, so nothing in it is used", "chmod 700 \(it.argument)")
    case .identityDamaged:
      (
        "the identity\(it.named) is damaged",
        "put a copy of it back, or move it away with mv \(it.argument) \(it.argument).damaged: then a new one is made, and "
          + "every peer has to pair again"
      )
    case .identityUnusable:
      (
        "the identity\(it.named) cannot be used",
        "restore it, or move it away: then a new one is made, and every peer has to pair again"
      )
    case .knownPeersUnusable:
      ("the known peers\(it.named) cannot be used", "mend the file, or remove it and pair again")
    case .peerExists: ("\(peer) is a known peer already", "socketplay peers; socketplay forget PETNAME")
    case .noSuchKnownPeer: ("there is no known peer\(it.named)", "socketplay peers lists them")
    case .noSuchID:
      (
        "\(it.named(or: "this")) is no id",
        "it is 'sha256:' and 64 digits, as socketplay id prints it on the other machine"
      )
    case .notTrusted:
      (
        "\(peer) and this machine have not met",
        "pair once: \(it.host) --pair --code-file F there and \(it.join) --code-file F here, or trust on both; on a terminal "
          + "\(it.join) asks"
      )
    case .forgotten:
      ("\(peer) is no known peer any more, so the connection has ended", "to meet it again, pair or trust anew")
    case .stranger:
      (
        "somebody at \(peer) is not a known peer and was turned away",
        "pair once: socketplay \(it.host) --pair --code-file F, or socketplay trust on both ends"
      )
    case .codeMalformed:
      (
        it.named.isEmpty ? "what was typed is no pairing code" : "\(it.named(or: "this")) holds no pairing code",
        "type the one that the host shows: socketplay \(it.host) --pair there"
      )
    case .codeOfAnother:
      (
        "the code is not that of \(peer): nothing was sent",
        "each host has its own: socketplay \(it.host) --pair shows it there"
      )
    case .codeRefused:
      (
        "\(peer) did not take the code: it is wrong, used, or older than ten minutes",
        "socketplay \(it.host) --pair shows a new one there"
      )
    case .keyChanged:
      (
        "\(peer) has another key than the one known by that name: nothing was sent",
        "if that is right, socketplay forget PETNAME, then pair again"
      )
    case .plainRefused:
      (
        "\(peer) speaks the original, unencrypted protocol",
        "\(it.plainEnd) is joined with --plain; a known peer never is"
      )
    case .plainCaller:
      (
        "somebody at \(peer) speaks the original, unencrypted protocol and was turned away",
        "let it in: socketplay \(it.host) --allow-plain, or --allow-plain=CIDR"
      )
    default:
      ("\(peer) does not speak as a socketplay does", "\(it.plainEnd) is joined with --plain")
    }
  }
}

extension Words {
  /// Whoever may be joined without encryption.
  fileprivate var plainEnd: String { isRoom ? "a room that allows it" : "an original app" }
}
