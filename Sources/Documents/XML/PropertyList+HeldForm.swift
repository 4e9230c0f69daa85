public import KeyedArchive

extension PropertyList {
  /// The value as it is once it was written as XML and read again; nil where XML cannot hold it.
  ///
  /// Dates lose their fraction and 32-bit reals their width, and what is not a number has one form. Recursion is bounded by
  /// the depth of the value, and so by the limits it was read with.
  public var heldInXML: PropertyList? {
    switch self {
    case .bool, .integer, .data: return self
    case .real(let number): return .real(number.isNaN ? .nan : number)
    case .real32(let number): return .real(number.isNaN ? .nan : Double(number))
    case .date(let time): return CivilTime(time).map { .date(Double($0.seconds)) }
    case .string(let text): return text.isXMLText ? self : nil
    case .array(let elements):
      let held = elements.compactMap(\.heldInXML)
      return held.count == elements.count ? .array(held) : nil
    case .dictionary(let dictionary): return dictionary.heldInXML.map { .dictionary($0) }
    case .null, .uid, .set: return nil
    }
  }
}

extension PropertyListDictionary {
  /// The dictionary as it is once it was written as XML and read again; nil where XML cannot hold it.
  ///
  /// Only the values that change are replaced: what is left in its bytes stays there.
  public var heldInXML: PropertyListDictionary? {
    var held = self
    for entry in self {
      guard case .string(let key) = entry.key, key.isXMLText, let value = entry.value.heldInXML else { return nil }
      if value != entry.value { held[entry.key] = value }
    }
    return held
  }
}

extension String {
  /// Whether XML has a place for every character.
  fileprivate var isXMLText: Bool {
    let isPlain = utf8.withContiguousStorageIfAvailable { utf8 in
      // Only what begins with EF can be U+FFFE or U+FFFF.
      utf8.allSatisfy { ($0 >= 0x20 && $0 != 0xEF) || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }
    return isPlain ?? false || unicodeScalars.allSatisfy(\.isXMLCharacter)
  }
}
