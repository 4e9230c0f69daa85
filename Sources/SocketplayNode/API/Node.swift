public import SessionCore

/// The program's verbs, without words: each runs until it is done, telling events as they happen.
///
/// Cancelling the task that runs a verb ends it cleanly (the first signal); the caller leaves at once by exiting.
public struct Node: Sendable {
  /// Takes each event, in order.
  ///
  /// Called on any thread, never twice at once for one verb.
  public typealias Sink = @Sendable (Event) -> Void

  /// Asks somebody whether what a peer wants to send may come: true for yes.
  ///
  /// Called on a thread that may wait, one question at a time.
  public typealias Asker = @Sendable (OfferedList) -> Bool

  /// Where things are kept.
  public let places: Places

  /// How peers are told that a cancelled verb leaves.
  public let farewell = Farewell()

  /// A node that keeps things in `places`.
  public init(places: Places) {
    self.places = places
  }
}

/// A song of a folder.
public struct Song: Sendable, Equatable {
  /// Its number, from 1.
  public var number: Int
  /// Its absolute path.
  public var path: String
  /// Its title; the file name where it has none.
  public var title: String
  /// Who plays it; empty where that is not known.
  public var artist: String
  /// The album it is from; empty where that is not known.
  public var album: String
  /// Seconds; nil where unknown.
  public var length: Double?
  /// Bytes.
  public var size: Int64

  /// A value of these fields.
  public init(
    number: Int, path: String, title: String, artist: String, album: String = "", length: Double?, size: Int64
  ) {
    self.number = number
    self.path = path
    self.title = title
    self.artist = artist
    self.album = album
    self.length = length
    self.size = size
  }
}

/// One thing `doctor` looked at.
public struct Finding: Sendable, Equatable {
  /// What was looked at.
  public enum Check: String, Sendable, Equatable {
    case systemBus, avahiDaemon, multicastInterface, discoveryPort, responders, hostPort, receiveFolder, runtimeFolder
    case encryption, player
  }
  /// How it stands.
  public enum Verdict: String, Sendable, Equatable { case good, warning, bad, skipped }

  /// What was looked at.
  public var check: Check
  /// How it stands.
  public var verdict: Verdict
  /// What was seen: a name, a path, a port, an error.
  ///
  /// Untrusted: escape it.
  public var detail: String

  /// A value of these fields.
  public init(check: Check, verdict: Verdict, detail: String) {
    self.check = check
    self.verdict = verdict
    self.detail = detail
  }
}
