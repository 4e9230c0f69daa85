import SessionCore

extension FailureText {
  /// Text and hint of each reason.
  static func sentence(_ reason: Failure.Reason, _ it: Words) -> (message: String, hint: String?) {
    switch reason {
    case .failed:
      (it.detail.isEmpty ? "\(it.named(or: "it")) failed" : it.named(or: "it failed"), nil)
    case .partly:
      ("\(it.bare.isEmpty ? "some" : it.bare) of what was sent did not arrive", "the lines above name each")
    case .skipped:
      ("\(it.bare) entries were left out: links, devices, or what an original app does not take", nil)
    case .silentCaller:
      (
        "\(it.named(or: "somebody")) has connected and says nothing",
        "an original app waits to be spoken to: socketplay say"
      )
    case .notReached:
      ("\(it.named(or: "a peer")) did not get it", nil)
    case .someNotReached:
      ("not every peer got it\(it.list)", nil)
    case .asking:
      ("\(it.named(or: "the other end")) asks its user first", nil)
    case .notLetIn:
      ("\(it.named(or: "the host")) has not let this end in yet: its user may be asked", nil)
    case .notTaken:
      ("\(it.named(or: "a file")) was not taken", nil)
    case .othersNotTaken:
      ("\(it.bare.isEmpty ? "some" : it.bare) more files were not taken", nil)
    case .untold:
      ("\(it.bare.isEmpty ? "some" : it.bare) more like these were not shown", nil)
    case .noPlayer:
      ("neither mpv nor ffplay is installed", "apt-get install mpv")
    case .noDconf:
      ("dconf is not installed", "apt-get install dconf-cli dconf-service")
    case .commandFailed:
      ("\(it.named(or: "the command")) failed", nil)
    case .emptyText:
      ("the text is empty", nil)
    case .notText:
      ("the line is not UTF-8, so nothing was said", "texts, names and paths are UTF-8 here, whatever the locale")
    case .noSuchKey, .notAContainer, .conflict, .nothingToUndo, .notUndoable, .noPreferences, .storeName,
      .preferencesFailedThere, .noHistoryThere, .historyDamaged, .historyUnusable, .pulledDamaged, .pulledUnkept,
      .storeLocked,
      .partlyChanged,
      .unreadableOutput,
      .noSessionBus, .mayNotEdit, .readOnly:
      preferencesSentence(reason, it)
    case .lineUnknown, .lineUnclear, .nickRefused, .noSuchNick, .roomDenied, .roomClosed:
      roomSentence(reason, it)
    case .noContact:
      ("nobody was spoken to yet", "/msg NICK TEXT; plain lines then go to the same one")
    case .notThere:
      ("an original server has no \(it.bare)", nil)
    case .looksLikeLine:
      ("an original would take this text for a drawing", "put a word before the brace")
    case .usage:
      ("\(it.named(or: "this")) is not understood", "socketplay help")
    case .noSuchInterface:
      ("there is no network interface\(it.named)", "ip -br address shows those there are")
    case .sessionExists:
      (
        "a session\(it.named) runs already",
        "give this one another name with --session, or end that one: socketplay stop"
      )
    case .severalSessions:
      ("several sessions run on this machine\(it.list)", "say which with --session NAME")
    case .sessionName:
      ("\(it.named(or: "this")) is no session name", "letters, digits, '.', '_' and '-', at most 64 of them")
    case .nothingRunning:
      ("no session\(it.named) runs on this machine", "start one: socketplay host, or socketplay join")
    case .notConnected:
      ("the session\(it.named) has no peer", "wait until somebody has joined: socketplay status")
    case .ambiguousPeer:
      ("the session has several peers\(it.list)", "say which with --peer NAME")
    case .noSuchPeer:
      it.isRoom
        ? (
          "no room\(it.named) was found",
          "socketplay doctor looks for the cause; --address HOST:PORT does without discovery"
        )
        : (
          "no peer\(it.named) was found", "socketplay browse shows the hosts there are, socketplay doctor what is wrong"
        )
    case .severalPeers:
      it.isRoom
        ? ("there are several rooms\(it.list)", "say which: socketplay room join NAME --nick NICK")
        : ("there are several hosts\(it.list)", "say which: socketplay join NAME, or --to NAME")
    case .noDiscovery:
      (
        "avahi-daemon cannot be reached, so hosts are neither found nor announced",
        "apt-get install avahi-daemon, or do without: socketplay \(it.join) --address HOST:PORT"
      )
    case .refused:
      ("\(it.named(or: "the other end")) refused the connection", "is a host running there, on that port?")
    case .unreachable:
      ("\(it.named(or: "the other end")) cannot be reached", "socketplay doctor looks for the cause")
    case .lost:
      ("the connection\(it.to) was lost", nil)
    case .waiting:
      ("the connection\(it.to) was lost: the send goes on when it is back", nil)
    case .declined:
      ("the other end declined\(it.named)", nil)
    case .busy:
      it.isRoom
        ? ("\(it.named(or: "the room")) is full", "try again later")
        : ("\(it.named(or: "the other end")) is busy with another peer", "try again later, or start it with --peers N")
    case .noSpaceThere:
      ("the other end has no space for\(it.what)", nil)
    case .nameRefused:
      ("the other end refused the name\(it.named)", "send it under another name with --as")
    case .notAllowed:
      ("the other end does not allow\(it.what)", nil)
    case .storeFailedThere:
      ("the other end could not store\(it.what)", nil)
    case .cancelled:
      ("the other end cancelled\(it.what)", nil)
    case .noSuchFile:
      ("there is no file \(it.named(or: "of that name"))", nil)
    case .unreadable:
      ("\(it.named(or: "the file")) cannot be read", nil)
    case .notAFile:
      (
        "\(it.named(or: "this")) is neither a file nor a folder",
        it.isRoom ? nil : "a pipe goes through standard input: - --as NAME"
      )
    case .emptyFile:
      ("\(it.named(or: "the file")) is empty", nil)
    case .changed:
      ("\(it.named(or: "the file")) changed while it was being sent", "send it again")
    case .unwritable:
      ("\(it.named(or: "the file")) cannot be written", nil)
    case .noSpace:
      ("there is no space for\(it.what) on this machine", "make room, or choose another folder with --dir")
    case .malformed:
      ("\(it.named(or: "the property list")) is malformed", nil)
    case .notADictionary:
      ("\(it.named(or: "the property list")) is no dictionary", "preferences are a property list of keys and values")
    case .tooLarge:
      ("\(it.named(or: "it")) is too large", nil)
    case .protocolBroken, .frameTooLong, .truncated, .foreignClass, .gameDemo, .digestMismatch, .moreThanOffered,
      .noEndMarker, .nameUnusable:
      protocolSentence(reason, it)
    case .serverNotTrusted:
      (
        "\(it.named(or: "the server")) is not trusted, and nothing was sent",
        "--ca FILE names the authority that signed its certificate, --pin ID its key"
      )
    case .serverNotSecure:
      ("\(it.named(or: "the server")) does not speak TLS 1.2 or later", nil)
    case .openToOthers, .folderOpenToOthers, .identityDamaged, .identityUnusable, .knownPeersUnusable, .peerExists,
      .noSuchKnownPeer, .noSuchID, .notTrusted, .forgotten, .stranger, .codeMalformed, .codeOfAnother, .codeRefused,
      .keyChanged, .plainRefused, .plainCaller, .notSecure:
      trustSentence(reason, it)
    case .timedOut:
      ("\(it.named(or: "it")) took too long", "allow it more time with --timeout S")
    case .stalled:
      ("\(it.named(or: "the other end")) began to send something and did not go on", nil)
    case .interrupted:
      ("interrupted", nil)
    }
  }

  /// Text and hint where the other end broke the protocol.
  private static func protocolSentence(_ reason: Failure.Reason, _ it: Words) -> (message: String, hint: String?) {
    let peer = it.named(or: "the other end")
    return switch reason {
    case .frameTooLong:
      ("length exceeds limit: \(peer) announced a frame that is too long", "is it a socketplay at all?")
    case .truncated: ("\(peer) broke off in the middle of a frame", nil)
    case .foreignClass: ("\(peer) sent an object of a class that is not known", nil)
    case .gameDemo: ("\(peer) is the game demo, which shares the service type", "join another host")
    case .digestMismatch:
      (
        "\(it.named(or: "the file")) arrived damaged: its digest differs",
        "send it again; what came is set aside there: socketplay transfers"
      )
    case .moreThanOffered: ("\(it.named(or: "a file")) brought more bytes than were offered", nil)
    case .noEndMarker: ("\(it.named(or: "a file")) has no end marker, so it may be incomplete", nil)
    case .nameUnusable: ("a file under the name\(it.named) is not taken", nil)
    default: ("\(peer) broke the protocol", nil)
    }
  }
}

extension Words {
  /// ` to "subject"`, or nothing.
  fileprivate var to: String { named.isEmpty ? "" : " to" + named }
  /// ` "subject"`, or ` it`.
  fileprivate var what: String { named.isEmpty ? " it" : named }
}
