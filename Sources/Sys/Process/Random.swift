import Glibc

/// Bytes nobody can guess, from the kernel (`getentropy`).
public enum Random {
  /// Fills a buffer.
  public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
    var rest = buffer
    while !rest.isEmpty {
      let count = min(rest.count, 256)
      // It fails only for more than 256 bytes or a kernel without randomness, which no caller could mend.
      precondition(getentropy(rest.baseAddress, count) == 0, "getentropy failed")
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// That many bytes.
  public static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      fill(UnsafeMutableRawBufferPointer(buffer))
      filled = count
    }
  }

  /// That many bytes as text, two lower-case digits each.
  public static func hexadecimal(bytes count: Int) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes(count).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
