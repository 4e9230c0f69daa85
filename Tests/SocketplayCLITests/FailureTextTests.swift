import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("Failures in words")
struct FailureTextTests {
  /// Reason, exit status, text about `x`, hint.
  static let table: [(Failure.Reason, Int32, String)] = [
    (.failed, 1, #""x" failed"#), (.partly, 1, "x of what was sent did not arrive"),
    (.noPlayer, 1, "neither mpv nor ffplay is installed"), (.noDconf, 1, "dconf is not installed"),
    (.notReached, 1, #""x" did not get it"#),
    (.someNotReached, 1, #"not every peer got it"#),
    (.asking, 1, #""x" asks its user first"#),
    (.notTaken, 1, #""x" was not taken"#),
    (.mayNotEdit, 1, #""x" may not change preferences here"#),
    (.readOnly, 1, #""x" may not change preferences here: they are read-only"#),
    (.silentCaller, 1, #""x" has connected and says nothing"#),
    (.skipped, 1, "x entries were left out: links, devices, or what an original app does not take"),
    (.noContact, 2, "nobody was spoken to yet"), (.notThere, 2, "an original server has no x"),
    (.looksLikeLine, 2, "an original would take this text for a drawing"),
    (.lineUnknown, 2, #"unknown command "x""#), (.lineUnclear, 2, #""x" is not understood"#),
    (.nickRefused, 2, #"the nick "x" is not taken"#), (.noSuchNick, 3, #"nobody called "x" is here"#),
    (.roomDenied, 5, "the room did not do it"), (.roomClosed, 5, #"the room "x" has sent this end away"#),
    (.emptyFile, 6, #""x" is empty"#),
    (.commandFailed, 1, #""x" failed"#), (.emptyText, 2, "the text is empty"),
    (.noPreferences, 5, #""x" cannot be asked for single preferences"#),
    (.storeName, 2, #""x" names no store of preferences"#),
    (.noSuchKey, 1, #"there is no key "x""#),
    (.notAContainer, 1, #"the path "x" leads through a value that has no keys"#),
    (.conflict, 1, "changed there meanwhile, so nothing was done"),
    (.nothingToUndo, 1, "no more than x changes can be taken back"),
    (.notUndoable, 1, "revision x cannot be taken back: what it changed was not kept"),
    (.preferencesFailedThere, 5, "the other end could not read or change its preferences"),
    (.untold, 1, "x more like these were not shown"),
    (.noHistoryThere, 5, "the other end has no history of its preferences"),
    (.historyDamaged, 6, #"the history of "x" was damaged: it goes on with what could be read of it"#),
    (.pulledDamaged, 6, #"what "x" was when it was pulled is damaged, so its edits cannot be told"#),
    (.pulledUnkept, 6, #"what "x" is now could not be kept, so push cannot tell what is edited in it"#),
    (.historyUnusable, 6, #"the history of the store, "x", cannot be used"#),
    (.storeLocked, 11, #""x" is held by another program for more than 5 seconds"#),
    (.partlyChanged, 6, #""x" was changed in part, and could not be put back"#),
    (.unreadableOutput, 1, #"what "x" printed cannot be read"#),
    (.noSessionBus, 1, #""x" cannot be written without a D-Bus session bus"#),
    (.severalSessions, 2, "several sessions run on this machine"),
    (.noSuchInterface, 2, #"there is no network interface "x""#),
    (.usage, 2, #""x" is not understood"#), (.sessionExists, 2, #"a session "x" runs already"#),
    (.sessionName, 2, #""x" is no session name"#), (.nothingRunning, 2, #"no session "x" runs on this machine"#),
    (.notConnected, 3, #"the session "x" has no peer"#), (.ambiguousPeer, 3, "the session has several peers"),
    (.noSuchPeer, 3, #"no peer "x" was found"#), (.severalPeers, 3, "there are several hosts"),
    (.noDiscovery, 3, "avahi-daemon cannot be reached, so hosts are neither found nor announced"),
    (.refused, 4, #""x" refused the connection"#), (.unreachable, 4, #""x" cannot be reached"#),
    (.waiting, 4, #"the connection to "x" was lost: the send goes on when it is back"#),
    (.lost, 4, #"the connection to "x" was lost"#), (.declined, 5, #"the other end declined "x""#),
    (.busy, 5, #""x" is busy with another peer"#), (.noSpaceThere, 5, #"the other end has no space for "x""#),
    (.nameRefused, 5, #"the other end refused the name "x""#),
    (.notAllowed, 5, #"the other end does not allow "x""#),
    (.storeFailedThere, 5, #"the other end could not store "x""#), (.cancelled, 5, #"the other end cancelled "x""#),
    (.noSuchFile, 6, #"there is no file "x""#), (.unreadable, 6, #""x" cannot be read"#),
    (.notAFile, 6, #""x" is neither a file nor a folder"#), (.changed, 6, #""x" changed while it was being sent"#),
    (.unwritable, 6, #""x" cannot be written"#), (.noSpace, 6, #"there is no space for "x" on this machine"#),
    (.malformed, 7, #""x" is malformed"#), (.notADictionary, 7, #""x" is no dictionary"#),
    (.tooLarge, 7, #""x" is too large"#), (.protocolBroken, 8, #""x" broke the protocol"#),
    (.frameTooLong, 8, #"length exceeds limit: "x" announced a frame that is too long"#),
    (.truncated, 8, #""x" broke off in the middle of a frame"#),
    (.foreignClass, 8, #""x" sent an object of a class that is not known"#),
    (.gameDemo, 8, #""x" is the game demo, which shares the service type"#),
    (.digestMismatch, 8, #""x" arrived damaged: its digest differs"#),
    (.moreThanOffered, 8, #""x" brought more bytes than were offered"#),
    (.noEndMarker, 8, #""x" has no end marker, so it may be incomplete"#),
    (.nameUnusable, 8, #"a file under the name "x" is not taken"#),
    (.serverNotTrusted, 20, #""x" is not trusted, and nothing was sent"#),
    (.serverNotSecure, 8, #""x" does not speak TLS 1.2 or later"#),
    (.openToOthers, 6, #""x" is open to other users, so it is not used"#),
    (.folderOpenToOthers, 6, #"the folder "x" is open to other users, so nothing in it is used"#),
    (.identityDamaged, 6, #"the identity "x" is damaged"#),
    (.forgotten, 20, #""x" is no known peer any more, so the connection has ended"#),
    (.identityUnusable, 6, #"the identity "x" cannot be used"#),
    (.knownPeersUnusable, 6, #"the known peers "x" cannot be used"#),
    (.peerExists, 2, #""x" is a known peer already"#), (.noSuchKnownPeer, 2, #"there is no known peer "x""#),
    (.noSuchID, 2, #""x" is no id"#), (.notTrusted, 20, #""x" and this machine have not met"#),
    (.stranger, 20, #"somebody at "x" is not a known peer and was turned away"#),
    (.notText, 2, "the line is not UTF-8, so nothing was said"),
    (.notLetIn, 1, #""x" has not let this end in yet: its user may be asked"#),
    (.othersNotTaken, 1, "x more files were not taken"),
    (.codeMalformed, 21, #""x" holds no pairing code"#),
    (.codeOfAnother, 21, #"the code is not that of "x": nothing was sent"#),
    (.codeRefused, 21, #""x" did not take the code: it is wrong, used, or older than ten minutes"#),
    (.keyChanged, 22, #""x" has another key than the one known by that name: nothing was sent"#),
    (.plainRefused, 23, #""x" speaks the original, unencrypted protocol"#),
    (.plainCaller, 23, #"somebody at "x" speaks the original, unencrypted protocol and was turned away"#),
    (.notSecure, 23, #""x" does not speak as a socketplay does"#),
    (.timedOut, 11, #""x" took too long"#), (.stalled, 11, #""x" began to send something and did not go on"#),
    (.interrupted, 130, "interrupted"),
  ]

  @Test("each reason has its exit status and its text", arguments: table)
  func reasons(reason: Failure.Reason, status: Int32, message: String) {
    let text = FailureText(Failure(reason, "x"))
    #expect(text.status.rawValue == status)
    #expect(text.message == message)
  }

  @Test("what is wrong with the other end's store is told in the words that its own user gets")
  func storeThere() {
    let table: [(Failure.Reason, String, String)] = [
      (.unwritable, "No space left on device", "the file cannot be written: No space left on device"),
      (
        .malformed, "plist:xml:3:text:",
        "the property list is malformed: line 3: there is text where only elements may stand"
      ),
      (.tooLarge, "", "it is too large"),
      (.storeLocked, "", "the store is held by another program for more than 5 seconds"),
      (.unreadable, "\u{1b}[2J", "the file cannot be read: \\u{1B}[2J"),
    ]
    for (reason, detail, words) in table {
      let text = FailureText(Failure(.preferencesFailedThere, reason.rawValue, detail: detail))
      #expect(text.status == .refusedThere)
      #expect(text.message == "the other end could not read or change its preferences: \(words)")
    }
  }

  @Test("the table leaves no reason out")
  func complete() {
    #expect(Set(Self.table.map(\.0)) == Set(Failure.Reason.allCases))
  }

  @Test("no text begins with a capital, ends in a full stop or shows an escape", arguments: Failure.Reason.allCases)
  func style(reason: Failure.Reason) {
    for failure in [Failure(reason), Failure(reason, "\u{1b}]0;x\u{7}", detail: "a\nb\u{9b}"), Failure(reason, "x")] {
      let text = FailureText(failure)
      for line in [text.message, text.hint ?? "x"] {
        #expect(!line.isEmpty && line.first?.isUppercase == false && line.last != ".", "\(line)")
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
        #expect(!line.contains("  ") && !line.contains("\"\""))
      }
    }
  }

  @Test("the system's words stand at the end, lists of names in the sentence")
  func detail() {
    #expect(
      FailureText(Failure(.unreadable, "a b", detail: "permission denied")).message
        == #""a b" cannot be read: permission denied"#)
    #expect(FailureText(Failure(.failed, "port 80", detail: "in use")).message == #""port 80": in use"#)
    #expect(
      FailureText(Failure(.severalPeers, detail: "a, b\nc")).message == #"there are several hosts: "a, b", "c""#)
    #expect(
      FailureText(Failure(.ambiguousPeer, detail: "a, b")).message == #"the session has several peers: "a", "b""#)
    #expect(FailureText(Failure(.nothingRunning)).message == "no session runs on this machine")
  }

  @Test("what others may use or what is damaged says the exact command, as a shell takes it (000-38)")
  func mends() {
    #expect(FailureText(Failure(.openToOthers, "/h/空/identity.pem")).hint == "chmod 600 /h/空/identity.pem")
    #expect(FailureText(Failure(.openToOthers, "/a b/it's")).hint == #"chmod 600 '/a b/it'\''s'"#)
    #expect(FailureText(Failure(.folderOpenToOthers, "/h")).hint == "chmod 700 /h")
    #expect(FailureText(Failure(.identityDamaged, "/h/i")).hint?.contains("mv /h/i /h/i.damaged") == true)
  }

  @Test("in a room each hint names the room's own verbs (001-3)", arguments: Failure.Reason.allCases)
  func rooms(reason: Failure.Reason) {
    let hint = FailureText(Failure(reason, "x"), in: .room).hint ?? ""
    for verb in ["host", "join"] {
      let words = hint.replacing("room \(verb)", with: "")
      // What no room meets is about sessions.
      if [.nothingRunning, .noSuchPeer].contains(reason) { continue }
      for use in ["socketplay \(verb)", "\(verb) --", "\(verb) NAME"] { #expect(!words.contains(use), "\(hint)") }
    }
  }

  @Test(
    "what can be mended says how",
    arguments: [
      (.sessionExists, "--session"), (.noDiscovery, "apt-get install avahi-daemon"), (.noDiscovery, "join --address"),
      (.severalPeers, "--to NAME"), (.ambiguousPeer, "--peer NAME"), (.notAFile, "--as NAME"), (.timedOut, "--timeout"),
      (.nothingRunning, "socketplay host"), (.noSuchPeer, "socketplay browse"),
    ] as [(Failure.Reason, String)])
  func hints(reason: Failure.Reason, part: String) {
    #expect(FailureText(Failure(reason, "x")).hint?.contains(part) == true)
  }
}
