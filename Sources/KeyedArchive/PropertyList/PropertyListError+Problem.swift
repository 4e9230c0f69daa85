extension PropertyListError {
  /// What is wrong as a word that no language changes, for whoever makes a sentence of it; behind a colon the limit, or the byte.
  public var problem: String {
    switch self {
    case .notBinary: "notBinary:"
    case .truncated: "truncated:"
    case .tooLarge(_, let limit): "tooLarge:\(limit)"
    case .tooManyObjects(_, let limit): "tooManyObjects:\(limit)"
    case .tooManyNodes(let limit): "tooManyNodes:\(limit)"
    case .tooDeep(let limit): "tooDeep:\(limit)"
    case .badTrailer: "badTrailer:"
    case .badReference: "badReference:"
    case .badOffset: "badOffset:"
    case .pastEnd(let offset): "pastEnd:\(offset)"
    case .unknownType(_, let offset): "unknownType:\(offset)"
    case .badNumber(let offset): "badNumber:\(offset)"
    case .badString(let offset): "badString:\(offset)"
    case .cycle: "cycle:"
    case .duplicateKey: "duplicateKey:"
    case .overlappingObjects: "overlappingObjects:"
    }
  }
}
