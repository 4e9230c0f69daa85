/// Why a text is no GVariant.
public enum GVariantError: Error, Sendable, Hashable {
  /// Something else was expected at this byte.
  case unexpected(position: Int)
  /// Values are nested too deep.
  case tooDeep
}

extension GVariantValue {
  /// The value of a text as `g_variant_print` writes it, types annotated (GLib reference, "GVariant text format").
  ///
  /// Numbers without a type are `i`, or `d` with a point or an exponent. An array has the type of its first element where
  /// no other is known.
  public init(text: [UInt8]) throws(GVariantError) {
    var reader = GVariantReader(text)
    self = try reader.value(nil, depth: 0)
    try reader.end()
  }
}

/// Reads one value of GVariant's text form.
struct GVariantReader {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What comes next, blanks passed over; nil at the end.
  mutating func next() -> UInt8? {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  mutating func end() throws(GVariantError) {
    if next() != nil { throw unexpected }
  }

  var unexpected: GVariantError { .unexpected(position: position) }

  /// Takes a character, where it is the next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  mutating func expect(_ character: Unicode.Scalar) throws(GVariantError) {
    if !take(character) { throw unexpected }
  }

  /// Takes a value, which must be of the type that is expected where one is; recursion is bounded.
  mutating func value(_ type: GVariantType?, depth: Int) throws(GVariantError) -> GVariantValue {
    if depth >= GVariantType.maximumDepth { throw .tooDeep }
    guard let first = next() else { throw unexpected }
    let start = position
    // A maybe that has a value stands as that value alone.
    if let type, type.kind == UInt8(ascii: "m"), first != UInt8(ascii: "@"), !isWord {
      return .maybe(try value(type.element, depth: depth + 1), of: type.element)
    }
    let value = try form(type, first, depth: depth)
    guard type == nil || type == value.type else { throw .unexpected(position: start) }
    return value
  }

  /// Takes a value by its first character, whatever type it is then of.
  private mutating func form(
    _ type: GVariantType?, _ first: UInt8, depth: Int
  ) throws(GVariantError) -> GVariantValue {
    switch first {
    case UInt8(ascii: "@"):
      position += 1
      let start = position
      while position < bytes.count, bytes[position] != 0x20 { position += 1 }
      guard let named = GVariantType(String(decoding: bytes[start..<position], as: UTF8.self)) else { throw unexpected }
      return try value(named, depth: depth + 1)
    case UInt8(ascii: "["): return try array(type, depth: depth + 1)
    case UInt8(ascii: "{"): return try dictionary(type, depth: depth + 1)
    case UInt8(ascii: "("): return try tuple(type, depth: depth + 1)
    case UInt8(ascii: "<"):
      position += 1
      let inner = try value(nil, depth: depth + 1)
      try expect(">")
      return .variant(inner)
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      // For another type it is a string, which its taker refuses.
      return .string(try string(), type.flatMap { $0.isText ? $0 : nil } ?? .string)
    case UInt8(ascii: "b") where position + 1 < bytes.count && [0x22, 0x27].contains(bytes[position + 1]):
      position += 1
      return .bytes(try byteString())
    default: return try word(type, depth: depth + 1)
    }
  }

  private var isWord: Bool {
    bytes[position...].starts(with: "just ".utf8) || bytes[position...].starts(with: "nothing".utf8)
  }

  private mutating func array(_ type: GVariantType?, depth: Int) throws(GVariantError) -> GVariantValue {
    position += 1
    var element = type.flatMap { $0.kind == UInt8(ascii: "a") ? $0.element : nil }
    var elements: [GVariantValue] = []
    while !take("]") {
      if !elements.isEmpty { try expect(",") }
      let value = try value(element, depth: depth)
      // A type that is written before an element may be another than its array's.
      guard element == nil || element == value.type else { throw unexpected }
      element = value.type
      elements.append(value)
    }
    guard let element else { throw unexpected }
    if element == .byte {
      return .bytes(elements.compactMap { if case .integer(let byte, _) = $0 { UInt8(exactly: byte) } else { nil } })
    }
    return .array(elements, of: element)
  }

  private mutating func dictionary(_ type: GVariantType?, depth: Int) throws(GVariantError) -> GVariantValue {
    position += 1
    var types = type.flatMap { $0.isDictionary ? $0.element.items : nil } ?? []
    var entries: [GVariantValue.Entry] = []
    while !take("}") {
      if !entries.isEmpty { try expect(",") }
      let key = try value(types.first, depth: depth)
      try expect(":")
      let value = try value(types.count == 2 ? types[1] : nil, depth: depth)
      if types.count != 2 { types = [key.type, value.type] }
      entries.append(.init(key: key, value: value))
    }
    guard types.count == 2 else { throw unexpected }
    return .dictionary(entries, GVariantType(known: "a{" + types[0].text + types[1].text + "}"))
  }

  private mutating func tuple(_ type: GVariantType?, depth: Int) throws(GVariantError) -> GVariantValue {
    position += 1
    let types = type.flatMap { $0.kind == UInt8(ascii: "(") ? $0.items : nil } ?? []
    var items: [GVariantValue] = []
    while !take(")") {
      if !items.isEmpty {
        try expect(",")
        // A tuple of one has a comma behind it.
        if take(")") { break }
      }
      items.append(try value(items.count < types.count ? types[items.count] : nil, depth: depth))
    }
    return .tuple(items)
  }
}
