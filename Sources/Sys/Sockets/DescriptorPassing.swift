import Glibc

/// A control message that carries one descriptor, laid out as `CMSG_SPACE(sizeof(int))` on 64-bit Linux.
///
/// The macros for it are not imported: a `cmsghdr` (length, level, type: 16 bytes), the descriptor, padding to 8.
private struct PassedDescriptor {
  var length = 0
  var level: Int32 = 0
  var type: Int32 = 0
  var number: Int32 = -1
  var padding: Int32 = 0

  /// `CMSG_LEN(sizeof(int))`: the padding does not count.
  static let fullLength = 20
}

extension Descriptor where Self: ~Copyable {
  /// Sends bytes (at least one) over a local socket, and a descriptor with the first of them (`SCM_RIGHTS`).
  ///
  /// Tells how many bytes went, the descriptor with them; nil where none can go yet.
  public func send(
    _ bytes: UnsafeRawBufferPointer, passing passed: borrowing some Descriptor & ~Copyable
  ) throws(SystemError) -> Int? {
    precondition(!bytes.isEmpty, "a descriptor travels with at least one byte")
    var control = PassedDescriptor(
      length: PassedDescriptor.fullLength, level: SOL_SOCKET, type: Int32(SCM_RIGHTS),
      number: passed.rawValue)
    var piece = vector(bytes)
    return try checkedUnlessBusy("sendmsg") {
      withUnsafeMutablePointer(to: &piece) { piece in
        withUnsafeMutableBytes(of: &control) { memory in
          var message = msghdr()
          message.msg_iov = piece
          message.msg_iovlen = 1
          message.msg_control = memory.baseAddress
          message.msg_controllen = memory.count
          return sendmsg(rawValue, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  /// Takes bytes off a local socket, and the descriptor that came with them; nil where nothing has come yet.
  ///
  /// At most one descriptor is taken in one call; the kernel closes any more of them. Count 0 is the end.
  public func receivePassed(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> ReceivedDescriptor? {
    var control = PassedDescriptor()
    var piece = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
    let count = try checkedUnlessBusy("recvmsg") {
      withUnsafeMutablePointer(to: &piece) { piece in
        withUnsafeMutableBytes(of: &control) { memory in
          var message = msghdr()
          message.msg_iov = piece
          message.msg_iovlen = 1
          message.msg_control = memory.baseAddress
          // Room for one: an int's worth of payload, so that a second descriptor is truncated and closed.
          message.msg_controllen = PassedDescriptor.fullLength
          return recvmsg(rawValue, &message, Int32(MSG_CMSG_CLOEXEC))
        }
      }
    }
    guard let count else { return nil }
    let isDescriptor =
      control.length == PassedDescriptor.fullLength && control.level == SOL_SOCKET
      && control.type == Int32(SCM_RIGHTS) && control.number >= 0
    return ReceivedDescriptor(
      count: count, descriptor: isDescriptor ? FileDescriptor(owning: control.number) : nil)
  }
}

/// What came over a local socket in one call.
@frozen
public struct ReceivedDescriptor: ~Copyable {
  /// How many bytes.
  public let count: Int
  /// The descriptor that came with them.
  public var descriptor: FileDescriptor?

  /// What came.
  public init(count: Int, descriptor: consuming FileDescriptor?) {
    self.count = count
    self.descriptor = descriptor
  }
}
