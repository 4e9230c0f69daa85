import SessionCore
import Sys

/// The folder of the control sockets: 0700, the user's own; one `<session>.sock` and `<session>.lock` each.
struct RuntimeFolder: ~Copyable {
  let directory: Directory

  /// Opens the folder, made where it is absent.
  ///
  /// Another user's folder, or one that others may enter, is refused.
  init(_ path: String) throws(Failure) {
    directory = try Self.open(path)
  }

  private static func open(_ path: String) throws(Failure) -> Directory {
    let made = try local(path) { () throws(SystemError) in try Directory(makingPath: path, mode: 0o700) }
    let status = try local(path) { () throws(SystemError) in try made.descriptor.status() }
    guard status.owner == Environment.user, status.mode & 0o077 == 0 else {
      throw Failure(.unwritable, path, detail: "it is not a folder of this user's alone")
    }
    return made
  }

  /// The names of the sessions that have a socket, dead ones too, sorted.
  func sessions() -> [String] {
    let entries = (try? directory.entries()) ?? []
    return entries.map(\.name).filter { $0.hasSuffix(".sock") }.map { String($0.dropLast(5)) }.sorted()
  }

  /// Connects to the session of that name; nil where none is alive.
  func connect(to session: String) -> FileDescriptor? {
    try? LocalSocket.connect(session + ".sock", in: directory)
  }

  /// Takes the name of a session: the lock that holds it as long as it is open, and its listening socket.
  ///
  /// The socket of a session that has died is replaced under the lock, so two that start at once cannot both have it.
  func claim(_ session: String) throws(Failure) -> ClaimedSession {
    let lock = try local(session) { () throws(SystemError) in
      try directory.openOrCreateFile(session + ".lock", mode: 0o600)
    }
    guard try local(session, { () throws(SystemError) in try lock.tryLock() }) else {
      throw Failure(.sessionExists, session)
    }
    let listener = try local(session) { () throws(SystemError) in
      do throws(SystemError) {
        try directory.unlink(session + ".sock")
      } catch  where error.isNotFound {
        // None was left behind.
      }
      return try LocalSocket.listen(session + ".sock", in: directory, backlog: 64)
    }
    return ClaimedSession(lock: lock, listener: listener)
  }

  /// Removes what a session leaves behind; its lock must still be held.
  func remove(_ session: String) {
    try? directory.unlink(session + ".sock")
  }
}

/// The name of a session, taken.
struct ClaimedSession: ~Copyable {
  /// Holds the name as long as it is open.
  var lock: FileDescriptor?
  let listener: FileDescriptor
}

/// Runs calls into the kernel; their error is a folder of this machine that cannot be used.
private func local<R: ~Copyable>(_ subject: String, _ body: () throws(SystemError) -> R) throws(Failure) -> R {
  do throws(SystemError) {
    return try body()
  } catch {
    throw Failure(.unwritable, subject, detail: error.message)
  }
}
