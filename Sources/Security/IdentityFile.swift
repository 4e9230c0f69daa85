import COpenSSL
import Sys

/// The file that holds a private key: readable by its user alone, made whole or not at all.
struct IdentityFile: ~Copyable {
  static let name = "identity.pem"
  /// A key and a certificate of this program have some 600 bytes.
  private static let maximumSize = 16 << 10

  /// The file's path, for people.
  let path: String
  private let directory: Directory

  /// The file in a folder, which is made where it is not there, and must be its user's alone.
  init(in folder: String) throws(IdentityError) {
    let opened = try called { () throws(SystemError) in try Directory(makingPath: folder, mode: 0o700) }
    try check(try called { () throws(SystemError) in try opened.descriptor.status() }, path: folder)
    directory = opened
    path = folder + "/" + Self.name
  }

  /// What is kept; nil where nothing is yet.
  borrowing func read() throws(IdentityError) -> KeyPair? {
    guard let file = try open() else { return nil }
    let status = try called { () throws(SystemError) in try file.status() }
    guard status.kind == .regular else { throw .notAFile(path: path) }
    try check(status, path: path)
    let path = path
    return try withUnsafeTemporaryAllocation(byteCount: Self.maximumSize, alignment: 1) {
      (buffer) throws(IdentityError) in
      defer { OPENSSL_cleanse(buffer.baseAddress, buffer.count) }
      let count = try called { () throws(SystemError) in try file.readAll(into: buffer, at: 0) }
      guard count < buffer.count, let keys = KeyPair(pem: UnsafeRawBufferPointer(rebasing: buffer[..<count])) else {
        throw .damaged(path: path)
      }
      return keys
    }
  }

  private borrowing func open() throws(IdentityError) -> FileDescriptor? {
    do throws(SystemError) {
      return try directory.openForReading(Self.name)
    } catch {
      if error.isNotFound { return nil }
      throw error.isLink ? .notAFile(path: path) : .system(error.about(path))
    }
  }

  /// Keeps a key, unless one is kept already: written and on disk before it has a name.
  borrowing func create(_ keys: KeyPair) throws(IdentityError) {
    do throws(SystemError) {
      try keys.withPEM { (pem) throws(SystemError) in try create(pem) }
      try directory.sync()
    } catch {
      // Somebody else was first.
      if !error.isAlreadyThere { throw .system(error.about(path)) }
    }
  }

  private borrowing func create(_ pem: UnsafeRawBufferPointer) throws(SystemError) {
    do throws(SystemError) {
      let file = try directory.createNamelessFile(mode: 0o600)
      try file.writeAll(pem, at: 0)
      try file.sync()
      return try directory.link(file, as: Self.name)
    } catch  where !error.isUnsupported && !error.isADirectory {
      throw error
    } catch {}
    // A file system without nameless files: one with a name that nobody looks for.
    let temporary = ".\(Random.hexadecimal(bytes: 8)).tmp"
    let file = try directory.createFile(temporary, mode: 0o600)
    do throws(SystemError) {
      try file.writeAll(pem, at: 0)
      try file.sync()
      try directory.renameWithoutReplacing(temporary, to: Self.name, in: directory)
    } catch {
      try? directory.unlink(temporary)
      throw error
    }
  }
}

/// What others may do with a file.
private let othersBits: UInt32 = 0o077

/// Refuses a file or folder that is not this user's alone.
private func check(_ status: FileStatus, path: String) throws(IdentityError) {
  guard status.owner == Environment.user else { throw .notOwned(path: path) }
  guard status.mode & othersBits == 0 else {
    throw status.kind == .directory
      ? .openFolder(path: path, mode: status.mode) : .open(path: path, mode: status.mode)
  }
}

/// Calls the kernel; its error is this module's.
private func called<Result: ~Copyable>(
  _ body: () throws(SystemError) -> Result
) throws(IdentityError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw .system(error)
  }
}
