import Sys

/// The file `known_peers` of the user's configuration folder: 0600, in a folder of 0700.
public struct KnownPeersFile: Sendable {
  /// The name of the file.
  public static let name = "known_peers"
  private static let lockName = ".known_peers.lock"
  /// Room for the most peers there may be, each with the longest line.
  private static let maximumSize = 1 << 20

  /// Seconds that a change waits for another one, which takes milliseconds.
  public static let patience = 10.0

  /// The folder's absolute path.
  public let folder: String
  private let patience: Double
  /// What `load` read last; shared by copies of this value.
  private let memory = KnownPeersMemory()

  /// The path of the file.
  public var path: String { folder + "/" + Self.name }

  /// The file in that folder, which need not be there yet.
  public init(folder: String, patience: Double = KnownPeersFile.patience) {
    self.folder = folder
    self.patience = patience
  }

  /// The known peers; none where there is no file.
  ///
  /// Blocks. A bad line, another owner, a mode that lets others in, or a link is an error: nobody is known by halves.
  public func load() throws(KnownPeersError) -> KnownPeers {
    guard let directory = try checked({ () throws(SystemError) in try Self.open(folder) }) else { return KnownPeers() }
    return try load(in: directory, memory)
  }

  /// Whether something stands there.
  ///
  /// Blocks.
  public var isThere: Bool {
    guard let status = try? Directory(path: folder).status(Self.name) else { return false }
    return status.kind != .directory
  }

  /// Changes the file in one step: read, changed, written beside, synced and renamed, under a lock.
  ///
  /// Blocks; `locked` where another change holds the lock for longer than the patience.
  public func change<R>(_ body: (inout KnownPeers) throws(KnownPeersError) -> R) throws(KnownPeersError) -> R {
    let directory = try checked { () throws(SystemError) in try Directory(makingPath: folder, mode: 0o700) }
    let lock = try checked { () throws(SystemError) in
      let lock = try directory.openOrCreateFile(Self.lockName, mode: 0o600)
      try lock.lock(within: patience)
      return lock
    }
    defer { withExtendedLifetime(lock.rawValue) {} }
    let before = try load(in: directory)
    var peers = before
    let result = try body(&peers)
    if peers != before {
      try checked { () throws(SystemError) in
        try WholeFile.replace(Self.name, in: directory, with: peers.text, mode: 0o600)
      }
    }
    return result
  }

  /// Reads the file, unless `memory` has what it holds.
  private func load(
    in directory: borrowing Directory, _ memory: KnownPeersMemory? = nil
  ) throws(KnownPeersError) -> KnownPeers {
    let folder = try checked { () throws(SystemError) in try directory.descriptor.status() }
    try Self.check(folder)
    guard let file = try checked({ () throws(SystemError) in try Self.open(Self.name, in: directory) }) else {
      return KnownPeers()
    }
    let status = try checked { () throws(SystemError) in try file.status() }
    guard status.kind == .regular else { throw .notAFile }
    try Self.check(status)
    if let peers = memory?.peers(of: status) { return peers }
    let bytes = try checked { () throws(SystemError) in
      try WholeFile.read(file, subject: Self.name, maximumSize: Self.maximumSize)
    }
    let peers = try KnownPeers(text: bytes)
    memory?.keep(peers, of: status, at: Time.secondsSince1970())
    return peers
  }

  /// Both the folder and the file are the user's, and nobody else's to read.
  private static func check(_ status: FileStatus) throws(KnownPeersError) {
    guard status.owner == Environment.user else { throw .foreign }
    guard status.mode & 0o077 == 0 else {
      throw status.kind == .directory ? .folderMode(status.mode) : .mode(status.mode)
    }
  }

  private static func open(_ path: String) throws(SystemError) -> Directory? {
    do throws(SystemError) {
      return try Directory(path: path)
    } catch  where error.isNotFound {
      return nil
    }
  }

  private static func open(_ name: String, in directory: borrowing Directory) throws(SystemError) -> FileDescriptor? {
    do throws(SystemError) {
      return try directory.openForReading(name)
    } catch  where error.isNotFound {
      return nil
    }
  }
}

/// Runs calls into the kernel, with their error as one of the known peers.
private func checked<R: ~Copyable>(_ body: () throws(SystemError) -> R) throws(KnownPeersError) -> R {
  do throws(SystemError) {
    return try body()
  } catch {
    if error.isTooLarge { throw .tooMany }
    if error.isLink { throw .notAFile }
    if error.isTimeout { throw .locked }
    throw .system(error)
  }
}
