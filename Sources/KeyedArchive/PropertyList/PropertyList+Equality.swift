extension PropertyList: Hashable {
  /// Whether the same bytes stand for both.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real32(let left), .real32(let right)): left.bitPattern == right.bitPattern
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.date(let left), .date(let right)): left.bitPattern == right.bitPattern
    case (.data(let left), .data(let right)): left == right
    // Not `left == right`, which takes canonically equivalent strings for equal.
    case (.string(let left), .string(let right)): left.hasSameUnits(as: right)
    case (.uid(let left), .uid(let right)): left == right
    case (.array(let left), .array(let right)), (.set(let left), .set(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.null, _), (.bool, _), (.integer, _), (.real32, _), (.real, _), (.date, _), (.data, _), (.string, _),
      (.uid, _), (.array, _), (.set, _), (.dictionary, _):
      false
    }
  }

  /// Feeds what equality looks at.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real32(let value): hasher.combine(value.bitPattern)
    case .real(let value), .date(let value): hasher.combine(value.bitPattern)
    case .data(let bytes): hasher.combine(bytes)
    case .string(let string):
      let copied: Void? = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
      if copied == nil { for byte in string.utf8 { hasher.combine(byte) } }
    case .uid(let value): hasher.combine(value)
    case .array(let elements), .set(let elements): hasher.combine(elements)
    case .dictionary(let entries): hasher.combine(entries)
    }
  }
}

extension String {
  /// Whether both have the same code units; found in memory where it can be, since whole lists of keys are compared so.
  fileprivate func hasSameUnits(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        UnsafeRawBufferPointer(left).hasSameBytes(as: UnsafeRawBufferPointer(right))
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether another buffer has the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var position = 0
    while position + 8 <= count {
      let left = loadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard left == other.loadUnaligned(fromByteOffset: position, as: UInt64.self) else { return false }
      position += 8
    }
    while position < count {
      guard self[position] == other[position] else { return false }
      position += 1
    }
    return true
  }
}
