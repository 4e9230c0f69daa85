import KeyedArchive

/// The errors as codes: what is wrong in words that no language changes, for whoever makes sentences of them.
///
/// `plist:FORM:LINE:PROBLEM:WHAT`, LINE and WHAT empty where there is none. WHAT may come from the document: untrusted.

extension PropertyListDocumentError {
  /// Such a code.
  public var code: String {
    switch self {
    case .unknownFormat: "plist:::unknownFormat:"
    case .binary(let error): "plist:binary::" + error.problem
    case .xml(let error): "plist:xml:\(error.line):" + error.reason.problem
    case .json(let error): "plist:json:\(error.line):" + error.reason.problem
    case .openStep(let error): "plist:openStep:\(error.line):" + error.reason.problem
    }
  }
}

extension PropertyListDocumentWriteError {
  /// Such a code.
  public var code: String {
    switch self {
    case .binary(let error): "plist:binary::" + error.problem
    case .xml(.kind): "plist:xml::kindToWrite:"
    case .xml(.key), .json(.key): "plist:::keyToWrite:"
    case .xml(.character(let number)): "plist:xml::characterToWrite:" + String(number, radix: 16, uppercase: true)
    case .xml(.date): "plist:xml::dateToWrite:"
    case .readOnly: "plist:openStep::readOnly:"
    }
  }
}

extension TextPropertyListError.Reason {
  fileprivate var problem: String {
    switch self {
    case .tooLarge(let limit): "tooLarge:\(limit)"
    case .tooDeep(let limit): "tooDeep:\(limit)"
    case .tooManyNodes(let limit): "tooManyNodes:\(limit)"
    case .truncated: "truncated:"
    case .severalValues: "severalValues:"
    case .encoding: "encoding:"
    case .character: "character:"
    case .documentType: "documentType:"
    case .internalSubset: "internalSubset:"
    case .reference(let name): "reference:" + name
    case .markup: "markup:"
    case .element(let name): "element:" + name
    case .endTag(let name): "endTag:" + name
    case .text: "text:"
    case .missingKey: "missingKey:"
    case .missingValue(let key): "missingValue:" + key
    case .empty: "empty:"
    case .integer(let text): "integer:" + text
    case .real(let text): "real:" + text
    case .date(let text): "date:" + text
    case .data: "data:"
    case .unexpected: "unexpected:"
    case .string: "string:"
    case .number: "number:"
    case .typed(let key): "typed:" + key
    case .hexadecimal: "hexadecimal:"
    }
  }
}
