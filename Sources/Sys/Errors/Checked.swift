import Glibc

/// Calls the kernel until it is not interrupted by a signal, and turns -1 into an error.
///
/// EBADF and EFAULT are this program's own mistakes and stop it: going on would write to somebody else's descriptor.
@inline(__always)
@discardableResult
func checked<Result: SignedInteger>(
  _ call: String, _ subject: @autoclosure () -> String = "", _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code == EINTR { continue }
    throw failure(call, subject(), code)
  }
}

/// As `checked`, for calls that may not be possible yet: nil for EAGAIN.
///
/// The user's own descriptors come through here, and one that is open for the other direction only is no mistake of this
/// program's: that EBADF is thrown.
@inline(__always)
func checkedUnlessBusy<Result: SignedInteger>(
  _ call: String, on descriptor: Int32? = nil, _ body: () -> Result
) throws(SystemError) -> Result? {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    if code == EINTR { continue }
    if code == EAGAIN { return nil }
    if code == EBADF, let descriptor, fcntl(descriptor, F_GETFD) != -1 {
      throw SystemError(call: call, subject: "", code: code)
    }
    throw failure(call, "", code)
  }
}

/// The error of a call; stops at this program's own mistakes.
@inline(never)
func failure(_ call: String, _ subject: String, _ code: Int32) -> SystemError {
  precondition(code != EBADF, "\(call): a descriptor that is not open")
  precondition(code != EFAULT, "\(call): a buffer that is not ours")
  return SystemError(call: call, subject: subject, code: code)
}

/// Refuses a path that C would cut at a NUL.
func checkPath(_ call: String, _ path: String) throws(SystemError) {
  if path.utf8.contains(0) { throw SystemError(call: call, subject: path, code: EINVAL) }
}

/// Refuses anything but one component: a second guard below the name rules, so that no caller can leave a directory.
func checkComponent(_ call: String, _ name: String) throws(SystemError) {
  if name.isEmpty || name == "." || name == ".." || name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") }) {
    throw SystemError(call: call, subject: name, code: EINVAL)
  }
}
