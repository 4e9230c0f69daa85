/// The inputs of fuzzing that are kept for good, under Fuzz.
public enum FuzzInputs: String, CaseIterable, Sendable {
  /// What fuzzing starts from.
  case corpus
  /// What once broke a reader.
  case failures

  /// The inputs of a target, sorted by name.
  ///
  /// Throws where the corpus has none for it: a test over no inputs proves nothing. Failures there may be none of.
  public func of(_ target: String) throws -> [(name: String, bytes: [UInt8])] {
    let folder = "Fuzz/\(rawValue)/\(target)"
    let names = Fixtures.names(inPackageFolder: folder)
    if self == .corpus, names.isEmpty { throw Fixtures.MissingFile(path: folder) }
    return try names.map { ($0, try Fixtures.file("\(Fixtures.packageRoot)/\(folder)/\($0)")) }
  }
}
