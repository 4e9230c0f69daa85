import Digest

/// The running digests of one file's bytes, from its first.
///
/// The xxh3-128 is always there: journals are kept in it, whatever the two ends agreed to compare.
struct FileDigest: ~Copyable {
  private var xxh3 = XXH3()

  /// Over nothing yet.
  init() {}

  private init(xxh3: consuming XXH3) {
    self.xxh3 = xxh3
  }

  /// Takes in the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    xxh3.update(bytes)
  }

  /// The same digests over the same bytes, which go on by themselves.
  borrowing func copy() -> FileDigest {
    FileDigest(xxh3: xxh3.copy())
  }

  /// The xxh3-128 so far: 16 bytes.
  borrowing func mark() -> [UInt8] { xxh3.finish() }

  /// What the two ends compare, so far.
  borrowing func finish() -> [UInt8] { xxh3.finish() }
}
