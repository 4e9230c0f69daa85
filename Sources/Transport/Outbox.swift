/// The small packets that wait to be written, as one run of bytes with a limit.
///
/// Packets keep their order and leave before the next chunk of a file does.
struct Outbox {
  /// How many bytes may wait: a peer that stops reading must not grow this end.
  let limit: Int
  private var bytes: [UInt8] = []
  private var written = 0

  init(limit: Int) {
    self.limit = limit
  }

  var isEmpty: Bool { written == bytes.count }
  var count: Int { bytes.count - written }
  /// Bytes it holds now, used or not.
  var capacity: Int { bytes.capacity }

  /// Takes a packet, or a packet in pieces; false where it would pass the limit, and then takes nothing.
  mutating func append(_ pieces: UnsafeRawBufferPointer...) -> Bool {
    let size = pieces.reduce(0) { $0 + $1.count }
    guard size <= limit - count else { return false }
    for piece in pieces { bytes.append(contentsOf: piece) }
    return true
  }

  /// Gives the memory back where nothing waits.
  mutating func spare() {
    if isEmpty { (bytes, written) = ([], 0) }
  }

  /// Hands what waits to `write`, which tells how many bytes it took.
  mutating func drain<E: Error>(_ write: (UnsafeRawBufferPointer) throws(E) -> Int) throws(E) {
    let start = written
    var taken = 0
    // A typed error cannot cross `withUnsafeBytes`, so the result does.
    let result: Result<Int, E> = bytes.withUnsafeBytes { buffer in
      do throws(E) {
        return .success(try write(UnsafeRawBufferPointer(rebasing: buffer[start...])))
      } catch {
        return .failure(error)
      }
    }
    taken = try result.get()
    written += taken
    if written == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 18)
      written = 0
    } else if written >= 1 << 18, written >= bytes.count / 2 {
      // No sooner, or a large message would be moved again and again.
      bytes.removeFirst(written)
      written = 0
    }
  }
}
