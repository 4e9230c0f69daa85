import KeyedArchive

extension PackageError {
  /// What is wrong as a code that no language changes, for whoever makes a sentence of it: `plist:package::PROBLEM:WHAT`.
  ///
  /// WHAT may come from the package: untrusted.
  public var code: String { "plist:package::" + problem }

  private var problem: String {
    switch self {
    case .gameDemo: "gameDemo:"
    case .foreignClass(let name): "foreignClass:" + name
    case .malformed(let error): error.problem
    case .notAnArchive: "notAnArchive:"
    case .missingObject: "missingObject:"
    case .missingClass: "missingClass:"
    case .wrongType(let field): "wrongType:" + field.rawValue
    case .textTooLong(let field, _): "textTooLong:" + field.rawValue
    case .duplicateField(let field): "duplicateField:" + field.rawValue
    }
  }
}
