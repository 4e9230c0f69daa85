import Glibc

extension Descriptor where Self: ~Copyable {
  /// Takes what has come (`recv`), up to the buffer's size: 0 at the end, nil where nothing has come yet.
  ///
  /// It never waits, whatever the socket's mode (`MSG_DONTWAIT`).
  ///
  /// - Parameter peek: whether the bytes stay, to be taken again.
  public func receive(
    into buffer: UnsafeMutableRawBufferPointer, peek: Bool = false
  ) throws(SystemError) -> Int? {
    try checkedUnlessBusy("recv") {
      recv(rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | (peek ? Int32(MSG_PEEK) : 0))
    }
  }

  /// As `receive`, but a blocking socket waits as long as `setReceiveTimeout` has said: nil where nothing has come by then.
  public func receiveWaiting(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    try checkedUnlessBusy("recv") { recv(rawValue, buffer.baseAddress, buffer.count, 0) }
  }

  /// Sends some of the bytes (`send`, never SIGPIPE) and tells how many; nil where none can go yet.
  ///
  /// It never waits, whatever the socket's mode (`MSG_DONTWAIT`).
  public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int? {
    try checkedUnlessBusy("send") {
      Glibc.send(rawValue, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  /// Sends some of up to three pieces, in order, in one call (`sendmsg`, never SIGPIPE); nil where none can go yet.
  public func send(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, _ third: UnsafeRawBufferPointer
  ) throws(SystemError) -> Int? {
    var pieces = (vector(first), vector(second), vector(third))
    return try checkedUnlessBusy("sendmsg") {
      withUnsafeMutableBytes(of: &pieces) { memory in
        var message = msghdr()
        message.msg_iov = memory.assumingMemoryBound(to: iovec.self).baseAddress
        message.msg_iovlen = 3
        return sendmsg(rawValue, &message, Int32(MSG_NOSIGNAL))
      }
    }
  }
}
