import Digest
import Security
import SessionCore

/// The running digests of one file's bytes, from its first.
///
/// The xxh3-128 is always there: journals are kept in it, whatever the two ends agreed to compare.
struct FileDigest: ~Copyable {
  private var xxh3: XXH3
  private var sha256: SHA256?

  /// Over nothing yet; `kind` is what the two ends compare.
  init(_ kind: Offer.Digest) {
    xxh3 = XXH3()
    sha256 = kind == .sha256 ? SHA256() : nil
  }

  private init(xxh3: consuming XXH3, sha256: consuming SHA256?) {
    self.xxh3 = xxh3
    self.sha256 = sha256
  }

  /// Takes in the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    xxh3.update(bytes)
    sha256?.update(bytes)
  }

  /// The same digests over the same bytes, which go on by themselves.
  borrowing func copy() -> FileDigest {
    FileDigest(xxh3: xxh3.copy(), sha256: sha256?.copy())
  }

  /// The xxh3-128 so far: 16 bytes.
  borrowing func mark() -> [UInt8] { xxh3.finish() }

  /// What the two ends compare, so far.
  borrowing func finish() -> [UInt8] { sha256?.finish() ?? xxh3.finish() }
}
