/// What becomes of large blocks of memory once they are freed.
public enum LargeBlocks {
  /// `M_MMAP_THRESHOLD` of malloc.h, which Glibc's module leaves out.
  private static let mapThreshold: Int32 = -3
  /// Blocks from this size on, in bytes, are mapped one by one: well above the buffers of frames, which are kept and reused.
  private static let minimum: Int32 = 4 << 20

  /// Gives each large block back to the system when it is freed (`mallopt`).
  ///
  /// Left alone, the library takes the first large block that is freed for a sign that more will come, and keeps such blocks in
  /// every thread's arena: a session that passed on large preferences a few times would hold several times their size.
  public static func returnWhenFreed() {
    _ = LinuxCalls.mallopt?(mapThreshold, minimum)
  }
}
