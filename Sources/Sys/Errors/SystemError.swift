import Glibc

/// A call into the kernel that failed: which one, on what, and why.
///
/// It carries no prose of its own; `message` is what the C library says about the code.
public struct SystemError: Error, Sendable, Hashable {
  /// The call, as its manual page is named: `openat`, `connect`.
  public let call: String
  /// What it was called on: a path, a name, an address; empty where only a descriptor was at hand.
  ///
  /// May come from a peer.
  public let subject: String
  /// The error number (`errno`).
  public let code: Int32

  /// An error of `call` on `subject`.
  public init(call: String, subject: String, code: Int32) {
    self.call = call
    self.subject = subject
    self.code = code
  }

  /// The same error, about something the caller can name better.
  public func about(_ subject: String) -> SystemError {
    SystemError(call: call, subject: subject, code: code)
  }

  /// What the C library says about the code (`strerror_r`): `No such file or directory`.
  public var message: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: start)
    }
  }
}

extension SystemError: CustomStringConvertible {
  /// The error for a log: `openat "song.mp3": No such file or directory`.
  ///
  /// Not escaped.
  public var description: String {
    subject.isEmpty ? "\(call): \(message)" : "\(call) \"\(subject)\": \(message)"
  }
}

extension SystemError {
  /// The code of `isRefused` (ECONNREFUSED), for callers that find out by themselves.
  public static let connectionRefused: Int32 = ECONNREFUSED
  /// The code of `isTimeout` (ETIMEDOUT).
  public static let timeout: Int32 = ETIMEDOUT
  /// The code of `isAlreadyThere` (EEXIST).
  public static let alreadyThere: Int32 = EEXIST
  /// The code of `isTooLarge` (EFBIG).
  public static let tooLarge: Int32 = EFBIG
  /// EIO.
  public static let inputOutput: Int32 = EIO

  /// Nothing of that name (ENOENT).
  public var isNotFound: Bool { code == ENOENT }
  /// The name is taken (EEXIST).
  public var isAlreadyThere: Bool { code == EEXIST }
  /// No leave for it (EACCES, EPERM).
  public var isNotAllowed: Bool { code == EACCES || code == EPERM }
  /// No space, or no quota, left (ENOSPC, EDQUOT).
  public var isNoSpace: Bool { code == ENOSPC || code == EDQUOT }
  /// The file system is read-only (EROFS).
  public var isReadOnly: Bool { code == EROFS }
  /// Not a directory where one was needed (ENOTDIR).
  public var isNotADirectory: Bool { code == ENOTDIR }
  /// A directory where a file was needed (EISDIR).
  public var isADirectory: Bool { code == EISDIR }
  /// A symbolic link where none is followed (ELOOP).
  public var isLink: Bool { code == ELOOP }
  /// A directory that still holds something (ENOTEMPTY).
  public var isNotEmpty: Bool { code == ENOTEMPTY }
  /// The name or path is too long (ENAMETOOLONG).
  public var isNameTooLong: Bool { code == ENAMETOOLONG }
  /// The file is larger than it may be (EFBIG).
  public var isTooLarge: Bool { code == EFBIG }
  /// The process or the system has no descriptor left (EMFILE, ENFILE).
  public var isOutOfDescriptors: Bool { code == EMFILE || code == ENFILE }
  /// The reader of a pipe or socket has gone (EPIPE).
  public var isBrokenPipe: Bool { code == EPIPE }
  /// Nobody listens there (ECONNREFUSED).
  public var isRefused: Bool { code == ECONNREFUSED }
  /// The other end cut the connection (ECONNRESET, ECONNABORTED).
  public var isReset: Bool { code == ECONNRESET || code == ECONNABORTED }
  /// The kernel gave up waiting (ETIMEDOUT).
  public var isTimeout: Bool { code == ETIMEDOUT }
  /// No way there (ENETUNREACH, EHOSTUNREACH, ENETDOWN).
  public var isUnreachable: Bool { code == ENETUNREACH || code == EHOSTUNREACH || code == ENETDOWN }
  /// The address is in use (EADDRINUSE).
  public var isAddressInUse: Bool { code == EADDRINUSE }
  /// The address is not this machine's (EADDRNOTAVAIL).
  public var isAddressNotHere: Bool { code == EADDRNOTAVAIL }
  /// Held by somebody else for now (EAGAIN).
  public var isBusy: Bool { code == EAGAIN }
  /// The file system or kernel cannot do this (ENOSYS, EOPNOTSUPP, EINVAL).
  public var isUnsupported: Bool { code == ENOSYS || code == EOPNOTSUPP || code == EINVAL }
}
