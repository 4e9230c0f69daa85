import Glibc

/// Memory that begins again where it ends: mapped twice, one behind the other, so that bytes that lie across its end are one
/// piece all the same (`memfd_create`, `mmap`).
public struct RingMemory: ~Copyable, @unchecked Sendable {
  // SAFETY: the mapping never changes; which bytes are whose at a time is agreed upon by those who hold it.
  /// How many bytes there are.
  public let byteCount: Int
  private let start: UnsafeMutableRawPointer

  /// Memory of `byteCount` bytes, a multiple of a page's (4,096); nil where the system gives none.
  public init?(byteCount: Int) {
    precondition(byteCount > 0 && byteCount.isMultiple(of: 4_096), "memory is mapped in pages")
    guard let create = LinuxCalls.memfdCreate else { return nil }
    let descriptor = create("ring", LinuxConstants.memoryFileCloseOnExec)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // Both halves are reserved in one piece first, so that nothing else comes to lie between them.
    guard ftruncate(descriptor, off_t(byteCount)) == 0,
      let start = mmap(nil, 2 * byteCount, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), start != MAP_FAILED
    else { return nil }
    for half in [start, start + byteCount]
    where mmap(half, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED {
      munmap(start, 2 * byteCount)
      return nil
    }
    self.byteCount = byteCount
    self.start = start
  }

  deinit {
    munmap(start, 2 * byteCount)
  }

  /// `count` bytes from place `position` of an endless stream that is written round and round.
  public func bytes(at position: Int, count: Int) -> UnsafeMutableRawBufferPointer {
    precondition(position >= 0 && count >= 0 && count <= byteCount, "no more than there are")
    return UnsafeMutableRawBufferPointer(start: start + position % byteCount, count: count)
  }
}
