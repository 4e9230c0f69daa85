import KeyedArchive

/// The numbers of the objects that are a root object's fields; nil where the archive has none.
struct PackageFields {
  var data: Int?
  var type: Int?
  var word: Int?
  var name: Int?
  var toTheEnd: Int?
  var kind: Int?
  var `class`: Int?

  subscript(_ field: PackageField) -> Int? {
    get {
      switch field {
      case .data: data
      case .type: type
      case .word: word
      case .name: name
      case .toTheEnd: toTheEnd
      case .kind: kind
      case .class: `class`
      }
    }
    set {
      switch field {
      case .data: data = newValue
      case .type: type = newValue
      case .word: word = newValue
      case .name: name = newValue
      case .toTheEnd: toTheEnd = newValue
      case .kind: kind = newValue
      case .class: `class` = newValue
      }
    }
  }
}

extension PackageField {
  /// The field of an archive's key, compared in place.
  init?(_ key: PropertyListView.Text, in view: PropertyListView) {
    guard let field = Self.names.first(where: { view.text(key, is: $0.name) })?.field else { return nil }
    self = field
  }

  private static let names: [(name: StaticString, field: PackageField)] = [
    ("data", .data), ("type", .type), ("word", .word), ("name", .name), ("toTheEnd", .toTheEnd), ("kind", .kind),
    ("$class", .class),
  ]
}
