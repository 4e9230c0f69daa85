/// Why something was not done: a reason others can act on, the thing it happened to, and what the system said.
///
/// It carries no prose: the command line turns a reason into its exit status, text and hint.
public struct Failure: Error, Sendable, Hashable {
  /// Every way to fail that a caller can tell apart.
  ///
  /// The raw values travel over the control socket and the wire.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    // Nothing more exact.
    case failed
    /// Some of the entries of a send were not stored.
    case partly
    /// Links, devices and the like were left out of a send; the subject is how many.
    case skipped
    /// Somebody has connected to a host and says nothing: an original that waits to be spoken to, or a stranger.
    case silentCaller
    /// One of several peers did not get what was sent to all.
    case notReached
    /// Some of several peers did not; the detail names them, one a line.
    case someNotReached
    /// The other end asks its user before anything is sent.
    case asking
    /// A host has said nothing yet: its user may be asked whether to let this end in.
    case notLetIn
    /// This end does not take what was offered.
    case notTaken
    /// Nor others behind it; the subject is how many.
    case othersNotTaken
    /// A peer, the subject, has no right to change preferences here.
    case mayNotEdit
    /// This end's preferences are not to be changed by others, the subject among them.
    case readOnly
    /// Of a peer, in the detail, who asks much in vain, not everything was told; the subject is how much was not.
    case untold
    /// Neither mpv nor ffplay is installed.
    case noPlayer
    /// The program that reaches GNOME's settings is not installed.
    case noDconf
    /// There is no D-Bus session bus, which GNOME's settings are written through.
    case noSessionBus
    /// A program of the user's that was run has failed.
    case commandFailed
    /// There is no such key among the preferences.
    case noSuchKey
    /// A key's path leads through a value that has nothing in it.
    case notAContainer
    /// Keys were changed meanwhile, a line each in the detail; nothing was done.
    case conflict
    /// Not so many changes can be taken back; the subject is how many can.
    case nothingToUndo
    /// The change of a revision, the subject, was not kept and so cannot be taken back.
    case notUndoable
    /// The history of a store, the subject, was damaged and set aside to the path in the detail.
    case historyDamaged
    /// A store's history cannot be used; the subject is its file.
    case historyUnusable
    /// What a pulled copy, the subject, was when it came was kept, and cannot be read any more.
    case pulledDamaged
    /// What a pulled copy, the subject, is could not be kept.
    case pulledUnkept
    /// Another program holds a store's lock.
    case storeLocked
    /// A change of a store in several steps broke off; the detail names the keys that are other than they were, one a line.
    case partlyChanged
    /// What a program, the subject, printed cannot be read.
    case unreadableOutput
    // Misused.
    case usage
    /// There is nothing to say in what was to be said.
    case emptyText
    /// What was typed is not UTF-8.
    case notText
    /// A line at a room that is no command, or not whole.
    case lineUnknown
    case lineUnclear
    case nickRefused
    /// A plain line at a chat before anybody was spoken to.
    case noContact
    /// A command that the original server of this kind has no form for; the detail is its kind.
    case notThere
    /// A text that an original would take for a line that is drawn.
    case looksLikeLine
    case noSuchInterface
    /// There is no store of that name.
    case storeName
    case sessionExists
    case sessionName
    case nothingRunning
    case notConnected
    case ambiguousPeer
    case severalSessions
    // No such peer, or several.
    case noSuchPeer
    case severalPeers
    case noDiscovery
    /// Nobody of that nick is in the room.
    case noSuchNick
    // Connection.
    case refused
    case unreachable
    case lost
    /// A connection was lost in the middle of a send, which goes on when the peer is back.
    case waiting
    // The other end refused.
    case declined
    case busy
    case noSpaceThere
    case nameRefused
    case notAllowed
    case storeFailedThere
    /// The other end could not read or change its preferences.
    case preferencesFailedThere
    /// The other end does not keep what is changed in its preferences.
    case noHistoryThere
    /// The other end cannot be asked for single preferences: an original, or an older socketplay.
    case noPreferences
    case cancelled
    /// A room does not do it; the subject is why.
    case roomDenied
    /// A room has sent this member away; the detail is why.
    case roomClosed
    // A local file.
    case noSuchFile
    case unreadable
    case notAFile
    case emptyFile
    case changed
    case unwritable
    case noSpace
    // Malformed input.
    case malformed
    case notADictionary
    case tooLarge
    // The other end broke the protocol.
    case protocolBroken
    case frameTooLong
    case truncated
    case foreignClass
    case gameDemo
    case digestMismatch
    case moreThanOffered
    case noEndMarker
    /// A file came under a name that is not stored here.
    case nameUnusable
    // A server with a certificate.
    /// Its certificate is not trusted, or its key another.
    case serverNotTrusted
    /// What answers does not speak TLS.
    case serverNotSecure
    // Trust.
    /// A secret file that others than its user may use; the detail is its mode.
    case openToOthers
    /// The same of the folder that it stands in.
    case folderOpenToOthers
    /// The identity's file is there and holds no key.
    case identityDamaged
    /// There is no identity to use.
    case identityUnusable
    /// The known peers cannot be read or changed.
    case knownPeersUnusable
    /// The key or the name is known already.
    case peerExists
    /// No known peer has that name.
    case noSuchKnownPeer
    /// A text that is no peer's id.
    case noSuchID
    /// The two ends have not met.
    case notTrusted
    /// It was a known peer when it came, and is none any more.
    case forgotten
    /// Somebody who is not known would like to be, and nobody can be shown a code.
    case stranger
    /// A text or a file holds no pairing code.
    case codeMalformed
    /// A pairing code is that of another host.
    case codeOfAnother
    /// A host did not take a pairing code: wrong, used, burnt or too old.
    case codeRefused
    /// The other end has another key than the one known by its name.
    case keyChanged
    /// The other end speaks the original, unencrypted protocol only, and was not to.
    case plainRefused
    /// A caller that speaks the original protocol was turned away.
    case plainCaller
    /// What answers does not speak TLS as this program does.
    case notSecure
    // Time.
    case timedOut
    /// Somebody plain has begun a frame and does not go on with it.
    case stalled
    case interrupted
  }

  /// What went wrong.
  public var reason: Reason
  /// What it went wrong with, as the user or the peer named it: a file, a name, an address.
  ///
  /// Untrusted: escape it.
  public var subject: String
  /// More, as the system or a decoder put it.
  ///
  /// Untrusted: escape it.
  public var detail: String

  /// A failure.
  public init(_ reason: Reason, _ subject: String = "", detail: String = "") {
    self.reason = reason
    self.subject = subject
    self.detail = detail
  }
}
