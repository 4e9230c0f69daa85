import Digest
import SessionCore

/// What is remembered of a file that was stored, so that it need not come a second time.
struct StoredRecord: Sendable, Hashable {
  /// The source's size.
  var size: Int64
  /// When the source last changed, in nanoseconds since 1970; nil where its sender did not say.
  var modified: Int64?
  /// The xxh3-128 of its bytes.
  var xxh3: [UInt8]
  /// Their SHA-256, where that was compared.
  var sha256: [UInt8]?
  /// The stored file's number and time on its file system: as long as they hold, nobody has changed it.
  var inode: UInt64
  var storedModified: Int64
  /// The number in its name: 1 for the name it came with, n for `name (n).ext`.
  var number: UInt32
}

extension StoredRecord {
  /// The digest of that kind; nil where it is not known.
  func digest(_ kind: Offer.Digest) -> [UInt8]? {
    switch kind {
    case .xxh3: xxh3
    case .sha256: sha256
    }
  }

  /// Bytes of a record in the table.
  static let byteCount = 160

  /// The record under a key of 32 bytes, as the table has it; `time` in seconds since 1970.
  ///
  ///     32 key · 8 size · 8 mtime · 16 xxh3 · 32 sha256 · 8 inode · 8 stored mtime · 4 number · 4 time · 1 flags · zeros
  ///     the last 16 bytes: xxh3-128 of those before them
  func bytes(_ key: [UInt8], time: UInt32) -> [UInt8] {
    var bytes = key
    bytes.reserveCapacity(Self.byteCount)
    func put(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    put(size)
    put(modified ?? 0)
    bytes += xxh3
    bytes += sha256 ?? [UInt8](repeating: 0, count: SHA256Bytes.count)
    put(inode)
    put(storedModified)
    put(number)
    put(time)
    put((modified == nil ? 0 : 1) | (sha256 == nil ? 0 : 2) as UInt8)
    bytes += [UInt8](repeating: 0, count: Self.byteCount - 16 - bytes.count)
    return bytes + XXH3.digest(of: bytes)
  }

  /// A record with its key and time; nil for what is damaged, or was never written.
  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == Self.byteCount, XXH3.digest(of: Array(bytes.dropLast(16))) == Array(bytes.suffix(16)) else {
      return nil
    }
    var rest = bytes.dropFirst(32)
    func take<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
      defer { rest = rest.dropFirst(Value.bitWidth / 8) }
      return rest.prefix(Value.bitWidth / 8).reversed().reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
    }
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    size = take(Int64.self)
    let modified = take(Int64.self)
    xxh3 = take(16)
    let sha256 = take(SHA256Bytes.count)
    inode = take(UInt64.self)
    storedModified = take(Int64.self)
    number = take(UInt32.self)
    _ = take(UInt32.self)
    let flags = take(UInt8.self)
    self.modified = flags & 1 == 0 ? nil : modified
    self.sha256 = flags & 2 == 0 ? nil : sha256
  }

  /// When the record of these bytes was written, in seconds since 1970.
  static func time(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.dropFirst(116).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The size of a SHA-256.
private enum SHA256Bytes { static let count = 32 }
