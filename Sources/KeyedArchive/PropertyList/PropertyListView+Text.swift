extension PropertyListView {
  /// The string at `text`, copied out of the input.
  public func string(_ text: Text) throws(PropertyListError) -> String {
    let place = UnsafeRawBufferPointer(rebasing: bytes[text.range])
    guard let string = text.isUTF16 ? String(bigEndianUTF16: place) : String(ascii: place) else {
      throw .badString(offset: text.range.lowerBound)
    }
    return string
  }

  /// Where the object of number `index` has its text; nil where it is no string.
  public func text(of index: Int) throws(PropertyListError) -> Text? {
    let offset = try offset(of: index)
    switch bytes[offset] >> 4 {
    case 0x5: return Text(range: try content(atOffset: offset, stride: 1).range, isUTF16: false)
    case 0x6: return Text(range: try content(atOffset: offset, stride: 2).range, isUTF16: true)
    default: return nil
    }
  }

  /// Whether the string at `text` is `expected`, which is ASCII, compared in place.
  public func text(_ text: Text, is expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    let start = text.range.lowerBound
    guard text.isUTF16 else {
      guard text.range.count == count else { return false }
      return expected.withUTF8Buffer { wanted in
        for position in 0..<count where bytes[start + position] != wanted[position] { return false }
        return true
      }
    }
    guard text.range.count == 2 * count else { return false }
    return expected.withUTF8Buffer { wanted in
      for position in 0..<count
      where bytes[start + 2 * position] != 0 || bytes[start + 2 * position + 1] != wanted[position] { return false }
      return true
    }
  }
}

extension PropertyListView {
  /// The number of the object that a dictionary has for the string key `key`, which is ASCII; of two the first.
  ///
  /// Looks at the keys one after the other; a key that is no string is passed over.
  public func value(
    of key: StaticString, keys: References, values: References
  ) throws(PropertyListError) -> Int? {
    for position in 0..<keys.count {
      guard let text = try text(of: object(position, of: keys)), self.text(text, is: key) else { continue }
      return try object(position, of: values)
    }
    return nil
  }
}

extension PropertyListView {
  /// Whether all bytes of a range are ASCII.
  func isASCII(_ range: Range<Int>) -> Bool {
    UnsafeRawBufferPointer(rebasing: bytes[range]).isASCII
  }

  /// Whether a range is UTF-16, big-endian, with its surrogates in pairs.
  func isUTF16(_ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let kind = bytes[position] & 0xfc
      position += 2
      guard kind == 0xd8 || kind == 0xdc else { continue }
      guard kind == 0xd8, position < range.upperBound, bytes[position] & 0xfc == 0xdc else { return false }
      position += 2
    }
    return true
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte is above 127; looked at in steps of 64, since this is most of the work of reading a long text.
  var isASCII: Bool {
    guard count >= 8 else { return allSatisfy { $0 < 0x80 } }
    var pairs = SIMD2<UInt64>()
    var position = 0
    while position + 64 <= count {
      pairs |= loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
      pairs |= loadUnaligned(fromByteOffset: position + 16, as: SIMD2<UInt64>.self)
      pairs |= loadUnaligned(fromByteOffset: position + 32, as: SIMD2<UInt64>.self)
      pairs |= loadUnaligned(fromByteOffset: position + 48, as: SIMD2<UInt64>.self)
      position += 64
    }
    var bits = pairs[0] | pairs[1]
    while position + 8 <= count {
      bits |= loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position += 8
    }
    // The last bytes, some of them for the second time: none is looked at one by one.
    bits |= loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    return bits & 0x8080_8080_8080_8080 == 0
  }
}

extension String {
  /// A copy of bytes that must be ASCII.
  fileprivate init?(ascii bytes: UnsafeRawBufferPointer) {
    guard bytes.isASCII else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// The text of big-endian UTF-16, which must have its surrogates in pairs.
  ///
  /// The standard library's own decoder is generic over encodings, and ten times slower than a package's other fields.
  fileprivate init?(bigEndianUTF16 bytes: UnsafeRawBufferPointer) {
    var isValid = true
    // A unit is at most 3 bytes of UTF-8, a pair of units 4.
    self.init(unsafeUninitializedCapacity: bytes.count / 2 * 3) { buffer in
      var used = 0
      var position = 0
      func unit() -> UInt32 {
        defer { position += 2 }
        return UInt32(truncatingIfNeeded: bytes.bigEndian(at: position, count: 2))
      }
      func put(_ byte: UInt32) {
        buffer[used] = UInt8(truncatingIfNeeded: byte)
        used += 1
      }
      while position < bytes.count {
        var scalar = unit()
        if scalar & 0xf800 == 0xd800 {
          let low = scalar & 0x0400 == 0 && position < bytes.count ? unit() : 0
          guard low & 0xfc00 == 0xdc00 else {
            isValid = false
            return 0
          }
          scalar = 0x10000 + (scalar & 0x3ff) << 10 + (low & 0x3ff)
        }
        switch scalar {
        case ..<0x80:
          put(scalar)
        case ..<0x800:
          put(0xc0 | scalar >> 6)
          put(0x80 | scalar & 0x3f)
        case ..<0x10000:
          put(0xe0 | scalar >> 12)
          put(0x80 | scalar >> 6 & 0x3f)
          put(0x80 | scalar & 0x3f)
        default:
          put(0xf0 | scalar >> 18)
          put(0x80 | scalar >> 12 & 0x3f)
          put(0x80 | scalar >> 6 & 0x3f)
          put(0x80 | scalar & 0x3f)
        }
      }
      return used
    }
    guard isValid else { return nil }
  }
}
