import Security
import SessionCore
import Sys

/// The file that a host's code is read from: a regular file or a pipe that its user alone may read, as the identity is.
enum CodeFile {
  /// The longest file, in bytes.
  private static let maximumSize = 4096
  /// Seconds that whoever writes to a pipe has.
  private static let patience = 30.0
  /// Milliseconds between two looks whether all is to stop.
  private static let slice: Int32 = 100

  /// The code in a file.
  ///
  /// Blocks, with a pipe until its writer has closed it.
  static func read(_ path: String) throws(Failure) -> PairingCode {
    let bytes = try bytes(path)
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(PairingCode.Problem) {
      return try PairingCode(text.filter { !$0.isNewline })
    } catch {
      throw Failure(code: error, in: path)
    }
  }

  private static func bytes(_ path: String) throws(Failure) -> [UInt8] {
    let file = try local(path) { () throws(SystemError) in try WholeFile.openForReading(path) }
    let status = try local(path) { () throws(SystemError) in try file.status() }
    guard status.kind == .regular || status.kind == .fifo else {
      throw Failure(.unreadable, path, detail: "it is neither a file nor a pipe")
    }
    guard status.owner == Environment.user else {
      throw Failure(.unreadable, path, detail: "it belongs to another user")
    }
    guard status.mode & 0o077 == 0 else { throw Failure(.openToOthers, path, mode: status.mode) }
    if status.kind == .fifo { return try pipe(file, path) }
    return try local(path) { () throws(SystemError) in
      try WholeFile.read(file, subject: path, maximumSize: maximumSize)
    }
  }

  /// What is written to a pipe until its writer closes it.
  private static func pipe(_ file: borrowing FileDescriptor, _ path: String) throws(Failure) -> [UInt8] {
    let deadline = Moment.now + patience
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: maximumSize)
    while Moment.now < deadline {
      if Task.isCancelled { throw Failure(.interrupted) }
      // A pipe that nobody has opened for writing yet seems to be at its end, but is not readable.
      guard try local(path, { () throws(SystemError) in try file.waitReadable(milliseconds: slice) }) else { continue }
      let count = try local(path) { () throws(SystemError) in
        var span = room.mutableSpan
        return try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in try file.read(into: buffer) }
      }
      guard let count else { continue }
      if count == 0 { return bytes }
      bytes += room[..<count]
      if bytes.count > maximumSize { throw Failure(.tooLarge, path) }
    }
    throw Failure(.timedOut, path, detail: "nobody has written the code to it")
  }

  private static func local<R: ~Copyable>(
    _ path: String, _ body: () throws(SystemError) -> R
  ) throws(Failure) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Failure(local: error, path: path)
    }
  }
}
