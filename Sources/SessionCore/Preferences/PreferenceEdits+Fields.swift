public import KeyedArchive

extension PreferenceEdits {
  /// The edits as a dictionary: `set` and `base` by the text of their paths, `unset` and `absent` as arrays of it.
  public var fields: PropertyListDictionary {
    var set = PropertyListDictionary()
    var unset: [PropertyList] = []
    var believed = PropertyListDictionary()
    var absent: [PropertyList] = []
    for edit in edits {
      let text = edit.path.text
      if let value = edit.value { set[text] = value } else { unset.append(.string(text)) }
      guard let belief = base[edit.path] else { continue }
      if let value = belief { believed[text] = value } else { absent.append(.string(text)) }
    }
    var fields = PropertyListDictionary()
    if !set.isEmpty { fields["set"] = .dictionary(set) }
    if !unset.isEmpty { fields["unset"] = .array(unset) }
    if !believed.isEmpty { fields["base"] = .dictionary(believed) }
    if !absent.isEmpty { fields["absent"] = .array(absent) }
    return fields
  }

  /// The edits of a dictionary that `fields` made; nil where something in it is no path.
  public init?(fields: PropertyListDictionary, expected: Int64?) {
    var edits: [PreferenceEdit] = []
    var base = PreferenceBase()
    for text in fields["unset"]?.arrayValue ?? [] {
      guard let path = text.stringValue.flatMap(PreferencePath.init(text:)) else { return nil }
      edits.append(PreferenceEdit(path, to: nil))
    }
    for entry in fields["set"]?.dictionaryValue ?? [:] {
      guard let path = entry.key.stringValue.flatMap(PreferencePath.init(text:)) else { return nil }
      edits.append(PreferenceEdit(path, to: entry.value.ofItsOwn))
    }
    for entry in fields["base"]?.dictionaryValue ?? [:] {
      guard let path = entry.key.stringValue.flatMap(PreferencePath.init(text:)) else { return nil }
      base[path] = .some(entry.value)
    }
    for text in fields["absent"]?.arrayValue ?? [] {
      guard let path = text.stringValue.flatMap(PreferencePath.init(text:)) else { return nil }
      base[path] = .some(nil)
    }
    self.init(edits, base: base, expected: expected)
  }
}

extension PropertyList {
  /// The value without the rest of the message it came in, which a large dictionary would keep in memory.
  fileprivate var ofItsOwn: PropertyList {
    switch self {
    case .array, .set, .dictionary: compacted
    case .null, .bool, .integer, .real32, .real, .date, .data, .string, .uid: self
    }
  }
}
