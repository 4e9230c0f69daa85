extension PropertyListView {
  /// Whether no key is there twice; everything in the keys was checked.
  ///
  /// - Parameters:
  ///   - hashes: of the keys, in their order; fewer where they are not known.
  ///   - indexed: is given the index where one was made.
  func areDistinct(
    _ keys: References, hashes: [UInt64], indexed: (KeyIndex) -> Void
  ) throws(PropertyListError) -> Bool {
    guard !KeyIndex.isMade(of: keys) else {
      guard let index = try KeyIndex(keys, in: self, hashes: hashes) else { return false }
      indexed(index)
      return true
    }
    for later in 0..<keys.count {
      let key = try object(later, of: keys)
      for earlier in 0..<later where try isSameKey(key, as: object(earlier, of: keys), in: self) { return false }
    }
    return true
  }

  /// Whether the object `index` and the object `other` of another view, or of this one, are the same key.
  func isSameKey(_ index: Int, as other: Int, in view: PropertyListView) throws(PropertyListError) -> Bool {
    if let left = try text(of: index), let right = try view.text(of: other), left.isUTF16 == right.isUTF16 {
      return UnsafeRawBufferPointer(rebasing: bytes[left.range])
        .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: view.bytes[right.range]))
    }
    return try PropertyListBuilder.value(index, in: self) == PropertyListBuilder.value(other, in: view)
  }

  /// Whether the object `index` is `key`.
  func key(_ index: Int, is key: PropertyList) throws(PropertyListError) -> Bool {
    if case .string(var string) = key, let text = try text(of: index), !text.isUTF16 {
      return string.withUTF8 { utf8 in
        UnsafeRawBufferPointer(rebasing: bytes[text.range]).hasSameBytes(as: UnsafeRawBufferPointer(utf8))
      }
    }
    return try PropertyListBuilder.value(index, in: self) == key
  }

  /// Whether the object `index` is written as the object `other` of another view; false also where both are equal
  /// but not written alike, or hold others.
  func isWrittenAlike(_ index: Int, as other: Int, in view: PropertyListView) throws(PropertyListError) -> Bool {
    guard let left = try scalarRange(of: index), let right = try view.scalarRange(of: other) else { return false }
    return UnsafeRawBufferPointer(rebasing: bytes[left])
      .hasSameBytes(as: UnsafeRawBufferPointer(rebasing: view.bytes[right]))
  }

  /// Where the object `index` stands, marker included; nil for a container.
  func scalarRange(of index: Int) throws(PropertyListError) -> Range<Int>? {
    let offset = try offset(of: index)
    let low = Int(bytes[offset] & 0x0f)
    switch bytes[offset] >> 4 {
    case 0x0: return offset..<(offset + 1)
    case 0x1, 0x2, 0x3: return offset..<(offset + 1 + 1 << low)
    case 0x4, 0x5: return offset..<(try content(atOffset: offset, stride: 1).range.upperBound)
    case 0x6: return offset..<(try content(atOffset: offset, stride: 2).range.upperBound)
    case 0x8: return offset..<(offset + 2 + low)
    default: return nil
    }
  }
}
