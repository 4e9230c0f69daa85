/// The pieces from which binary property lists are written, here and where Framing lays a package out by hand.
package enum BinaryEncoding {
  /// How many bytes a number takes: 1, 2, 4 or 8.
  package static func width(of value: UInt64) -> Int {
    switch value {
    case 0...0xff: 1
    case 0...0xffff: 2
    case 0...0xffff_ffff: 4
    default: 8
    }
  }

  /// Appends the low `width` bytes of a number, big-endian.
  package static func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
    switch width {
    case 1: bytes.append(UInt8(truncatingIfNeeded: value))
    case 2: append(UInt16(truncatingIfNeeded: value), to: &bytes)
    case 4: append(UInt32(truncatingIfNeeded: value), to: &bytes)
    case 8: append(value, to: &bytes)
    default: preconditionFailure("a number is written in 1, 2, 4 or 8 bytes")
    }
  }

  private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends an integer object.
  package static func append(integer value: Int128, to bytes: inout [UInt8]) {
    if let small = UInt32(exactly: value) {
      let width = width(of: UInt64(small))
      bytes.append(0x10 | UInt8(width.trailingZeroBitCount))
      append(UInt64(small), width: width, to: &bytes)
    } else if let word = Int64(exactly: value) {
      bytes.append(0x13)
      append(UInt64(bitPattern: word), width: 8, to: &bytes)
    } else {
      bytes.append(0x14)
      append(UInt64(truncatingIfNeeded: value >> 64), width: 8, to: &bytes)
      append(UInt64(truncatingIfNeeded: value), width: 8, to: &bytes)
    }
  }

  /// Appends a marker with the count of what follows it.
  package static func append(marker: UInt8, count: Int, to bytes: inout [UInt8]) {
    if count < 0x0f {
      bytes.append(marker | UInt8(count))
    } else {
      bytes.append(marker | 0x0f)
      append(integer: Int128(count), to: &bytes)
    }
  }

  /// Appends a string object: ASCII where it can be, else UTF-16.
  package static func append(string: String, to bytes: inout [UInt8]) {
    if string.utf8.allSatisfy({ $0 < 0x80 }) {
      append(marker: 0x50, count: string.utf8.count, to: &bytes)
      bytes.append(contentsOf: string.utf8)
    } else {
      append(marker: 0x60, count: string.utf16.count, to: &bytes)
      for unit in string.utf16 { append(UInt64(unit), width: 2, to: &bytes) }
    }
  }

  /// Appends a UID object.
  package static func append(uid: UInt64, to bytes: inout [UInt8]) {
    let width = width(of: uid)
    bytes.append(0x80 | UInt8(width - 1))
    append(uid, width: width, to: &bytes)
  }

  /// Appends any object but a container.
  static func append(_ scalar: PropertyList, to bytes: inout [UInt8]) {
    switch scalar {
    case .null: bytes.append(0x00)
    case .bool(let value): bytes.append(value ? 0x09 : 0x08)
    case .integer(let value): append(integer: value, to: &bytes)
    case .real32(let value):
      bytes.append(0x22)
      append(UInt64(value.bitPattern), width: 4, to: &bytes)
    case .real(let value):
      bytes.append(0x23)
      append(value.bitPattern, width: 8, to: &bytes)
    case .date(let value):
      bytes.append(0x33)
      append(value.bitPattern, width: 8, to: &bytes)
    case .data(let data):
      append(marker: 0x40, count: data.count, to: &bytes)
      bytes.append(contentsOf: data)
    case .string(let string): append(string: string, to: &bytes)
    case .uid(let value): append(uid: value, to: &bytes)
    case .array, .set, .dictionary: preconditionFailure("a container is written by its references")
    }
  }

  /// Appends the offset table and the trailer of a file whose top object is its first.
  package static func appendTable(
    offsets: [Int], referenceSize: Int, tableOffset: Int, to bytes: inout [UInt8]
  ) {
    let offsetSize = width(of: UInt64(tableOffset))
    bytes.reserveCapacity(bytes.count + offsets.count * offsetSize + 32)
    for offset in offsets {
      for shift in stride(from: 8 * (offsetSize - 1), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: offset >> shift))
      }
    }
    bytes.append(contentsOf: repeatElement(0, count: 6))
    bytes.append(UInt8(offsetSize))
    bytes.append(UInt8(referenceSize))
    append(UInt64(offsets.count), width: 8, to: &bytes)
    append(0, width: 8, to: &bytes)
    append(UInt64(tableOffset), width: 8, to: &bytes)
  }
}
