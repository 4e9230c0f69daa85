import Sys

/// Bytes on their way between OpenSSL and the socket, so that one system call moves many records.
///
/// OpenSSL reads a record's header and body with a call each and writes each record by itself: for a chunk of 204,800
/// bytes, which takes 13 records, 26 calls at one end and 13 at the other become one or two.
struct RecordBuffer: ~Copyable {
  /// Room for what a socket has at hand: seven full records (16,406 bytes).
  static let inputCapacity = 128 << 10
  /// Room for a chunk of 204,800 bytes in 13 records, and more.
  static let outputCapacity = 256 << 10

  private let storage: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0

  init(capacity: Int) {
    storage = .allocate(byteCount: capacity, alignment: 64)
  }

  deinit {
    storage.deallocate()
  }

  var isEmpty: Bool { start == end }

  /// Puts bytes behind those that are here; false where there is no room for all of them, and then takes none.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= storage.count - end else { return false }
    UnsafeMutableRawBufferPointer(rebasing: storage[end..<(end + bytes.count)]).copyMemory(from: bytes)
    end += bytes.count
    return true
  }

  /// Takes as many bytes as there are room and bytes for.
  mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, end - start)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: storage[start..<(start + count)]))
    remove(count)
    return count
  }

  /// Fills the buffer, which must be empty, by one call of `read`, and returns what that returns.
  mutating func fill(
    _ read: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Int?
  ) throws(SystemError) -> Int? {
    let count = try read(storage)
    end = count ?? 0
    return count
  }

  /// Hands what is here to `write`, which tells how many bytes it took or nil, until nothing is left; false at nil.
  mutating func drain(
    _ write: (UnsafeRawBufferPointer) throws(SystemError) -> Int?
  ) throws(SystemError) -> Bool {
    while !isEmpty {
      guard let count = try write(UnsafeRawBufferPointer(rebasing: storage[start..<end])) else { return false }
      remove(count)
    }
    return true
  }

  private mutating func remove(_ count: Int) {
    start += count
    guard start == end else { return }
    start = 0
    end = 0
  }
}
