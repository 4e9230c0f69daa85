extension PropertyListView {
  /// The object that begins at a byte offset below the offset table.
  func object(atOffset offset: Int) throws(PropertyListError) -> Object {
    let marker = bytes[offset]
    let low = Int(marker & 0x0f)
    switch marker >> 4 {
    case 0x0:
      switch low {
      case 0x0: return .null
      case 0x8: return .bool(false)
      case 0x9: return .bool(true)
      default: throw .unknownType(marker, offset: offset)
      }
    case 0x1:
      return .integer(try integer(atOffset: offset).value)
    case 0x2 where low == 2:
      return .real32(Float(bitPattern: UInt32(try scalar(4, atOffset: offset))))
    case 0x2 where low == 3:
      return .real(Double(bitPattern: try scalar(8, atOffset: offset)))
    case 0x3 where low == 3:
      return .date(Double(bitPattern: try scalar(8, atOffset: offset)))
    case 0x4:
      return .data(try content(atOffset: offset, stride: 1).range)
    case 0x5:
      return .string(Text(range: try content(atOffset: offset, stride: 1).range, isUTF16: false))
    case 0x6:
      return .string(Text(range: try content(atOffset: offset, stride: 2).range, isUTF16: true))
    case 0x8:
      return .uid(try uid(low + 1, atOffset: offset))
    case 0xa:
      return .array(try references(atOffset: offset))
    case 0xc:
      return .set(try references(atOffset: offset))
    case 0xd:
      let content = try content(atOffset: offset, stride: 2 * layout.referenceSize)
      let keys = References(count: content.count, offset: content.range.lowerBound)
      let values = References(
        count: content.count, offset: content.range.lowerBound + content.count * layout.referenceSize)
      return .dictionary(keys: keys, values: values)
    default:
      throw .unknownType(marker, offset: offset)
    }
  }

  private func references(atOffset offset: Int) throws(PropertyListError) -> References {
    let content = try content(atOffset: offset, stride: layout.referenceSize)
    return References(count: content.count, offset: content.range.lowerBound)
  }

  /// The big-endian number of `size` bytes behind the marker at `offset`.
  private func scalar(_ size: Int, atOffset offset: Int) throws(PropertyListError) -> UInt64 {
    guard size <= layout.offsetTable - offset - 1 else { throw .pastEnd(offset: offset) }
    return bytes.bigEndian(at: offset + 1, count: size)
  }

  /// The integer object at `offset` and the offset behind it: 1, 2 and 4 bytes are unsigned, 8 and 16 are signed.
  private func integer(atOffset offset: Int) throws(PropertyListError) -> (value: Int128, end: Int) {
    let marker = bytes[offset]
    guard 0x10...0x14 ~= marker else { throw .unknownType(marker, offset: offset) }
    let size = 1 << Int(marker & 0x0f)
    let end = offset + 1 + size
    switch size {
    case 16:
      let high = try scalar(8, atOffset: offset)
      let low = try scalar(8, atOffset: offset + 8)
      return (Int128(Int64(bitPattern: high)) << 64 | Int128(low), end)
    case 8:
      return (Int128(Int64(bitPattern: try scalar(8, atOffset: offset))), end)
    default:
      return (Int128(try scalar(size, atOffset: offset)), end)
    }
  }

  /// The unsigned number of `size` bytes behind the marker at `offset`.
  private func uid(_ size: Int, atOffset offset: Int) throws(PropertyListError) -> UInt64 {
    guard size <= layout.offsetTable - offset - 1 else { throw .pastEnd(offset: offset) }
    let excess = max(0, size - 8)
    guard bytes[(offset + 1)..<(offset + 1 + excess)].allSatisfy({ $0 == 0 }) else { throw .badNumber(offset: offset) }
    return bytes.bigEndian(at: offset + 1 + excess, count: size - excess)
  }

  /// The elements of `stride` bytes of the object at `offset`, whose count is in its marker or behind it.
  ///
  /// Inlined, so that a stride that is known costs no division.
  @inline(__always)
  func content(
    atOffset offset: Int, stride: Int
  ) throws(PropertyListError) -> (range: Range<Int>, count: Int) {
    var count = Int(bytes[offset] & 0x0f)
    var start = offset + 1
    if count == 0x0f, start + 2 < layout.offsetTable, bytes[start] & 0xfe == 0x10 {
      // One byte, or two, hold nearly every count.
      let width = 1 << Int(bytes[start] & 1)
      count = Int(truncatingIfNeeded: bytes.bigEndian(at: start + 1, count: width))
      start += 1 + width
    } else if count == 0x0f {
      guard start < layout.offsetTable else { throw .pastEnd(offset: offset) }
      let (value, end) = try integer(atOffset: start)
      guard let declared = Int(exactly: value), declared >= 0 else { throw .badNumber(offset: start) }
      (count, start) = (declared, end)
    }
    guard count <= (layout.offsetTable - start) / stride else { throw .pastEnd(offset: offset) }
    return (start..<(start + count * stride), count)
  }
}

extension UnsafeRawBufferPointer {
  /// The big-endian number in the `count` bytes, at most 8, at `offset`.
  @inline(__always)
  func bigEndian(at offset: Int, count: Int) -> UInt64 {
    switch count {
    case 1: return UInt64(self[offset])
    case 2: return UInt64(UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    case 3: return UInt64(self[offset]) << 16 | UInt64(self[offset + 1]) << 8 | UInt64(self[offset + 2])
    case 4: return UInt64(UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    case 8: return UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    default:
      var value: UInt64 = 0
      for position in offset..<(offset + count) { value = value << 8 | UInt64(self[position]) }
      return value
    }
  }
}
