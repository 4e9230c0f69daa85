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

  /// The edits of a dictionary that `fields` made; nil where a field is of another type, or something in it is no path.
  ///
  /// A `base` or `absent` that cannot be read is not taken for none: the edits would go over what it guards.
  public init?(fields: PropertyListDictionary, expected: Int64?) {
    guard let unset = fields.paths("unset"), let set = fields.dictionary("set"),
      let believed = fields.dictionary("base"), let absent = fields.paths("absent")
    else { return nil }
    var edits = unset.map { PreferenceEdit($0, to: nil) }
    var base = PreferenceBase()
    for entry in set {
      guard let path = entry.key.stringValue.flatMap(PreferencePath.init(text:)) else { return nil }
      edits.append(PreferenceEdit(path, to: entry.value.ofItsOwn))
    }
    for entry in believed {
      guard let path = entry.key.stringValue.flatMap(PreferencePath.init(text:)) else { return nil }
      base[path] = .some(entry.value)
    }
    for path in absent { base[path] = .some(nil) }
    self.init(edits, base: base, expected: expected)
  }
}

extension PropertyListDictionary {
  /// The dictionary under a key, an empty one where nothing is; nil where something else is.
  fileprivate func dictionary(_ key: String) -> PropertyListDictionary? {
    guard let value = self[key] else { return [:] }
    return value.dictionaryValue
  }

  /// The paths under a key, none where nothing is; nil where something else is.
  fileprivate func paths(_ key: String) -> [PreferencePath]? {
    guard let value = self[key] else { return [] }
    guard let texts = value.arrayValue else { return nil }
    let paths = texts.compactMap { $0.stringValue.flatMap(PreferencePath.init(text:)) }
    return paths.count == texts.count ? paths : nil
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
