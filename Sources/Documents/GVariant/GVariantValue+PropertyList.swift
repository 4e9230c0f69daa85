public import KeyedArchive

extension GVariantValue {
  /// A property list's value, of the type that `present` has where it fits that, else of a type of its own.
  ///
  /// Nil where GVariant has none (dates, integers beyond 64 bits, strings with a NUL, and what only keyed archives have), and for
  /// an integer where the one that is there has a type too small for it: whoever reads that key expects its type.
  /// Integers become `i`, else `x`, else `t`; reals `d`, strings `s`, data `ay`, dictionaries `a{sv}`, arrays `aT` where all
  /// elements have one type, else `av`.
  public init?(_ value: PropertyList, like present: GVariantValue?) {
    if let present, let fitting = Self.fitting(value, present.type, present) {
      self = fitting
    } else if case .integer? = present, case .integer = value {
      return nil
    } else if let own = Self.own(value) {
      self = own
    } else {
      return nil
    }
  }

  /// The value as one of a type; nil where it is none.
  ///
  /// `present` tells what is in variants.
  private static func fitting(
    _ value: PropertyList, _ type: GVariantType, _ present: GVariantValue?
  ) -> GVariantValue? {
    switch (type.kind, value) {
    case (UInt8(ascii: "b"), .bool(let flag)): return .bool(flag)
    case (_, .integer(let number)):
      if type == .variant { break }
      return type.range.flatMap { $0.contains(number) ? .integer(number, type) : nil }
    case (UInt8(ascii: "d"), .real(let number)): return .double(number)
    case (UInt8(ascii: "d"), .real32(let number)): return .double(Double(number))
    case (UInt8(ascii: "s"), .string(let text)), (UInt8(ascii: "o"), .string(let text)),
      (UInt8(ascii: "g"), .string(let text)):
      return text.utf8.contains(0) ? nil : .string(text, type)
    case (UInt8(ascii: "a"), .data(let bytes)): return type == .bytes ? .bytes(bytes) : nil
    case (UInt8(ascii: "a"), .dictionary(let dictionary)): return entries(dictionary, type, present)
    case (UInt8(ascii: "a"), .array(let elements)):
      if type.isDictionary { return pairs(elements, type, present) }
      if type == .bytes { return nil }
      var old: [GVariantValue] = []
      if case .array(let elements, _)? = present { old = elements }
      let new = elements.enumerated().compactMap { fitting($1, type.element, $0 < old.count ? old[$0] : nil) }
      return new.count == elements.count ? .array(new, of: type.element) : nil
    case (UInt8(ascii: "("), .array(let elements)):
      var old: [GVariantValue] = []
      if case .tuple(let elements)? = present { old = elements }
      let types = type.items
      guard types.count == elements.count else { return nil }
      let new = elements.indices.compactMap { fitting(elements[$0], types[$0], $0 < old.count ? old[$0] : nil) }
      return new.count == elements.count ? .tuple(new) : nil
    case (UInt8(ascii: "m"), .array(let elements)) where elements.count <= 1:
      guard let first = elements.first else { return .maybe(nil, of: type.element) }
      var old: GVariantValue?
      if case .maybe(let inner, _)? = present { old = inner }
      return fitting(first, type.element, old).map { .maybe($0, of: type.element) }
    default: break
    }
    guard type == .variant else { return nil }
    var old: GVariantValue?
    if case .variant(let inner)? = present { old = inner }
    return GVariantValue(value, like: old).map { .variant($0) }
  }

  private static func entries(
    _ dictionary: PropertyListDictionary, _ type: GVariantType, _ present: GVariantValue?
  ) -> GVariantValue? {
    guard type.isDictionary, let inner = type.element.items.last, type.element.items.first == .string else {
      return nil
    }
    var old: [String: GVariantValue] = [:]
    if case .dictionary(let entries, _)? = present {
      for entry in entries { if case .string(let key, _) = entry.key { old[key] = entry.value } }
    }
    var new: [Entry] = []
    for entry in dictionary.entries {
      guard let key = entry.key.stringValue, !key.utf8.contains(0), let value = fitting(entry.value, inner, old[key])
      else { return nil }
      new.append(Entry(key: .string(key, .string), value: value))
    }
    return .dictionary(new, type)
  }

  private static func pairs(_ elements: [PropertyList], _ type: GVariantType, _ present: GVariantValue?)
    -> GVariantValue?
  {
    let types = type.element.items
    guard types.count == 2, types[0] != .string else { return nil }
    var new: [Entry] = []
    for element in elements {
      guard let pair = element.arrayValue, pair.count == 2, let key = fitting(pair[0], types[0], nil) else {
        return nil
      }
      var old: GVariantValue?
      if case .dictionary(let entries, _)? = present { old = entries.first { $0.key == key }?.value }
      guard let value = fitting(pair[1], types[1], old) else { return nil }
      new.append(Entry(key: key, value: value))
    }
    return .dictionary(new, type)
  }

  /// The value of a type of its own.
  private static func own(_ value: PropertyList) -> GVariantValue? {
    switch value {
    case .bool(let flag): return .bool(flag)
    case .integer(let number): return integerType([number]).map { .integer(number, $0) }
    case .real(let number): return .double(number)
    case .real32(let number): return .double(Double(number))
    case .string(let text): return text.utf8.contains(0) ? nil : .string(text, .string)
    case .data(let bytes): return .bytes(bytes)
    case .dictionary(let dictionary): return entries(dictionary, .dictionary, nil)
    case .array(let elements): return array(elements)
    case .date, .null, .uid, .set: return nil
    }
  }

  private static func array(_ elements: [PropertyList]) -> GVariantValue? {
    let numbers = elements.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    if !numbers.isEmpty, numbers.count == elements.count {
      guard let type = integerType(numbers) else { return nil }
      return .array(numbers.map { .integer($0, type) }, of: type)
    }
    let own = elements.compactMap(own)
    guard own.count == elements.count else { return nil }
    if let type = own.first?.type, own.allSatisfy({ $0.type == type }) { return .array(own, of: type) }
    return .array(own.map { .variant($0) }, of: .variant)
  }

  /// The first of `i`, `x` and `t` that holds all of the numbers.
  private static func integerType(_ numbers: [Int128]) -> GVariantType? {
    ["i", "x", "t"].map(GVariantType.init(known:)).first { type in
      numbers.allSatisfy { type.range?.contains($0) ?? false }
    }
  }
}
