public import KeyedArchive

/// What a session tells its user, one case an event of the command line contract (`--json`).
public enum Event: Sendable, Equatable {
  case listening(name: String, port: Int, addresses: [String])
  case advertised(name: String)
  case withdrawn(name: String)
  case found(Service)
  case lost(Service)
  /// `isGuess`: it has said nothing yet, so that it may be a host, too, whose user is being asked.
  case connected(peer: String, address: String, security: String, original: Bool, isGuess: Bool = false)
  /// A peer is known from now on, by its pairing code.
  case paired(peer: String, id: String)
  case text(peer: String, text: String)
  case start(peer: String, text: String)
  case preferences(PreferencesReceived)
  /// Every change of a peer's store is told from now on; what it holds has this revision, nil where that is not said.
  case watching(peer: String, revision: Int64?)
  case fileBegin(FileBegin)
  case fileProgress(FileProgress)
  /// How far the bytes that are there already have been read again, of as many as may count.
  case fileCheck(FileProgress)
  case file(FileEnd)
  /// What became of a text, a start signal or preferences that were sent.
  case delivered(Delivery)
  case disconnected(peer: String, reason: String, partial: [String])
  case reconnecting(attempt: Int, delay: Double)
  /// What happens in a room, or at a client of an original server.
  case room(RoomNews)
  case error(Failure)
  /// Talk for stderr: a condition that stops nothing.
  case warning(Failure)
}

/// A host as found on the network: one per name, its addresses of all interfaces merged.
public struct Service: Sendable, Equatable {
  /// The service's name, 1 to 63 bytes of anything: untrusted.
  public var name: String
  /// The host name it stands on (`studio.local`).
  public var host: String
  /// Numeric addresses, link-local IPv6 with its scope (`fe80::1%eth0`), the most promising first.
  public var addresses: [String]
  /// Its TCP port.
  public var port: Int
  /// Whether it is an original app, which speaks plain only (no `v` in its TXT record).
  public var plain: Bool
  /// Whether a connection was answered; nil where it was not tried.
  public var reachable: Bool?

  /// A service.
  public init(name: String, host: String, addresses: [String], port: Int, plain: Bool, reachable: Bool? = nil) {
    self.name = name
    self.host = host
    self.addresses = addresses
    self.port = port
    self.plain = plain
    self.reachable = reachable
  }
}

/// One key of a store that was set: what it was, what it is.
public struct KeyChange: Sendable, Equatable {
  /// The key.
  public var key: String
  /// Its value before; nil where it was new.
  public var from: PropertyList?
  /// Its value now; nil where it was removed.
  public var to: PropertyList?

  /// A change.
  public init(key: String, from: PropertyList?, to: PropertyList?) {
    self.key = key
    self.from = from
    self.to = to
  }
}

/// Preferences that came.
public struct PreferencesReceived: Sendable, Equatable {
  /// Who sent them.
  public var peer: String
  /// The property list's size in bytes, as sent.
  public var bytes: Int
  /// The number of its keys.
  public var keys: Int
  /// The file they were saved to or applied to.
  public var path: String
  /// The keys that changed, where they were applied to a store; nil where they were saved.
  public var applied: [KeyChange]?
  /// Whether the change can be taken back, as far as that is known: of one that is not in the history, or too large for it, false.
  public var isUndoable: Bool
  /// The store's revision since then, where a watched store is told of.
  public var revision: Int64?

  /// Preferences that came.
  public init(
    peer: String, bytes: Int, keys: Int, path: String, applied: [KeyChange]?, isUndoable: Bool = true,
    revision: Int64? = nil
  ) {
    self.isUndoable = isUndoable
    self.peer = peer
    self.bytes = bytes
    self.keys = keys
    self.path = path
    self.applied = applied
    self.revision = revision
  }
}

/// Which way a file goes.
public enum Direction: String, Sendable, Equatable {
  case sending, receiving
}

/// A file that starts to go or come.
public struct FileBegin: Sendable, Equatable {
  /// Which way it goes.
  public var direction: Direction
  /// What the peer is called.
  public var peer: String
  /// The file's base name.
  public var name: String
  /// The folder it stands in, relative, `/` between components; nil for a single file.
  public var folder: String?
  /// Its size in bytes; nil where it is not known.
  public var size: Int64?
  /// Where it goes on; 0 at the start.
  public var resumedAt: Int64
  /// Whether the receiver had bytes of another version of it, so that it begins anew.
  public var restarted: Bool

  /// A value of these fields.
  public init(
    direction: Direction, peer: String, name: String, folder: String?, size: Int64?, resumedAt: Int64,
    restarted: Bool = false
  ) {
    self.direction = direction
    self.peer = peer
    self.name = name
    self.folder = folder
    self.size = size
    self.resumedAt = resumedAt
    self.restarted = restarted
  }
}

/// How far a file has got.
public struct FileProgress: Sendable, Equatable {
  /// Which way it goes.
  public var direction: Direction
  /// What the peer is called.
  public var peer: String
  /// The file's base name.
  public var name: String
  /// The folder it stands in, relative, `/` between components; nil for a single file.
  public var folder: String?
  /// Bytes so far.
  public var bytes: Int64
  /// Bytes in all; nil where that is not known.
  public var size: Int64?
  /// Bytes a second, over the last seconds.
  public var rate: Double

  /// A value of these fields.
  public init(
    direction: Direction, peer: String, name: String, folder: String? = nil, bytes: Int64, size: Int64?, rate: Double
  ) {
    self.direction = direction
    self.peer = peer
    self.name = name
    self.folder = folder
    self.bytes = bytes
    self.size = size
    self.rate = rate
  }
}

/// A file that is done.
public struct FileEnd: Sendable, Equatable {
  /// Which way it goes.
  public var direction: Direction
  /// What the peer is called.
  public var peer: String
  /// The base name: as stored, on the receiving side; as sent, on the sending one.
  public var name: String
  /// The folder it stands in, relative; nil for a single file.
  public var folder: String?
  /// The file on this machine.
  public var path: String
  /// Bytes so far.
  public var bytes: Int64
  /// Seconds from its begin to its end.
  public var seconds: Double
  /// `xxh3-128`, `sha-256` or `none`.
  public var verified: String
  /// Sender only: true once the other end has it, false where it failed, nil where that peer cannot confirm.
  public var stored: Bool?
  /// Sender only: the name the other end stored it under, where that differs.
  public var storedAs: String?
  /// Whether the other end (or this one) had the same bytes already.
  public var alreadyThere: Bool
  /// How many of the bytes were at the receiver before it began.
  public var resumedAt: Int64
  /// The digest that was compared, as `sha256sum` and `xxh128sum` print it; nil where none was.
  public var digest: String?
  /// Why it failed, where it did.
  public var failure: Failure?

  /// A value of these fields.
  public init(
    direction: Direction, peer: String, name: String, folder: String?, path: String, bytes: Int64, seconds: Double,
    verified: String, stored: Bool? = nil, storedAs: String? = nil, alreadyThere: Bool = false,
    resumedAt: Int64 = 0, digest: String? = nil, failure: Failure? = nil
  ) {
    self.direction = direction
    self.peer = peer
    self.name = name
    self.folder = folder
    self.path = path
    self.bytes = bytes
    self.seconds = seconds
    self.verified = verified
    self.stored = stored
    self.storedAs = storedAs
    self.alreadyThere = alreadyThere
    self.resumedAt = resumedAt
    self.digest = digest
    self.failure = failure
  }
}

/// What became of a text, a start signal or preferences.
public struct Delivery: Sendable, Equatable {
  /// What was sent.
  public enum What: String, Sendable, Equatable { case text, start, preferences }
  /// What the other end did with it; `sent` where that peer cannot confirm.
  public enum Result: String, Sendable, Equatable { case delivered, stored, applied, sent }

  /// What was sent.
  public var what: What
  /// What the peer is called.
  public var peer: String
  /// What became of it.
  public var result: Result
  /// The keys that changed there, for `applied`.
  public var applied: [KeyChange]
  /// How many keys changed there: `applied` holds as many as the receipt had room for.
  public var count: Int

  /// A value of these fields.
  public init(what: What, peer: String, result: Result, applied: [KeyChange] = [], count: Int = 0) {
    self.count = count
    self.what = what
    self.peer = peer
    self.result = result
    self.applied = applied
  }
}
