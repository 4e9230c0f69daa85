import Glibc

/// A pipe (`pipe2`): what is written to one end is read from the other.
///
/// Both are closed on exec.
@frozen
public struct Pipe: ~Copyable {
  /// The end that is read.
  public var reading: FileDescriptor
  /// The end that is written to.
  public var writing: FileDescriptor

  /// A new pipe.
  public init() throws(SystemError) {
    var numbers: (Int32, Int32) = (-1, -1)
    try checked("pipe2") {
      withUnsafeMutableBytes(of: &numbers) { memory in
        let pair = memory.assumingMemoryBound(to: Int32.self)
        guard let start = pair.baseAddress else { preconditionFailure("two numbers have no memory") }
        if let pipe2 = LinuxCalls.pipe2 { return pipe2(start, O_CLOEXEC) }
        let result = pipe(start)
        if result == 0 { for number in pair { _ = fcntl(number, F_SETFD, FD_CLOEXEC) } }
        return result
      }
    }
    reading = FileDescriptor(owning: numbers.0)
    writing = FileDescriptor(owning: numbers.1)
  }
}
