/// What is wrong with a property list, in words.
enum PropertyListText {
  /// The words for a code of `PropertyListDocumentError` or `PackageError`, escaped; nil for any other text.
  static func words(_ detail: String) -> String? {
    let parts = detail.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, parts[0] == "plist", let problem = sentence(parts[3], parts[4]) else { return nil }
    return parts[2].isEmpty ? problem : "line \(printable(parts[2])): \(problem)"
  }

  private static func sentence(_ problem: String, _ what: String) -> String? {
    bounds(problem, printable(what)) ?? bytes(problem, printable(what)) ?? text(problem, quoted(what))
      ?? writing(problem, printable(what)) ?? package(problem, quoted(what))
  }

  /// What is too much.
  private static func bounds(_ problem: String, _ limit: String) -> String? {
    switch problem {
    case "unknownFormat": "it is no property list"
    case "tooLarge": "it has more than \(limit) bytes"
    case "tooDeep": "values are nested deeper than \(limit)"
    case "tooManyNodes": "it unfolds into more than \(limit) values"
    case "tooManyObjects": "it says to have more than \(limit) values"
    default: nil
    }
  }

  /// What is wrong with a binary property list.
  private static func bytes(_ problem: String, _ offset: String) -> String? {
    switch problem {
    case "notBinary": "it is no binary property list"
    case "truncated": "it ends in the middle"
    case "badTrailer": "its last 32 bytes contradict the rest"
    case "badReference", "badOffset": "it refers to a value that is not there"
    case "pastEnd": "the value at byte \(offset) is longer than the file"
    case "unknownType": "the value at byte \(offset) has no known type"
    case "badNumber": "the number at byte \(offset) is out of bounds"
    case "badString": "the string at byte \(offset) has bytes that are no text"
    case "cycle": "a value contains itself"
    case "duplicateKey": "a dictionary has one key twice"
    case "overlappingObjects": "its values share their bytes"
    default: nil
    }
  }

  /// What is wrong with a text.
  private static func text(_ problem: String, _ what: String) -> String? {
    switch problem {
    case "encoding": "it is neither UTF-8 nor UTF-16"
    case "character": "there is a character that XML does not allow"
    case "documentType": "its document type is none of a property list"
    case "internalSubset": "it declares entities of its own, which no property list has"
    case "reference": "there is no entity \(what)"
    case "markup": "a tag is not well formed"
    case "element": "an element \(what) has no place there"
    case "endTag": "the end tag \(what) does not fit the element that is open"
    case "text": "there is text where only elements may stand"
    case "missingKey": "a value has no key"
    case "missingValue": "the key \(what) has no value"
    case "empty": "there is no value"
    case "severalValues": "something follows the value"
    case "integer": "\(what) is no integer"
    case "real": "\(what) is no real"
    case "date": "\(what) is no date, such as 2024-01-02T03:04:05Z"
    case "data": "the data is not base64"
    case "unexpected": "something else is expected there"
    case "string": "the string has bytes or escapes that are no text"
    case "number": "there is no such number"
    case "typed": "what \(what) stands for is not one of its kind"
    case "hexadecimal": "the data is no pairs of hexadecimal digits"
    default: nil
    }
  }

  /// What is wrong with an archive of a package.
  private static func package(_ problem: String, _ what: String) -> String? {
    switch problem {
    case "notAnArchive": "its property list is no keyed archive"
    case "missingObject": "an object of its archive is missing"
    case "missingClass": "its object has no class"
    case "wrongType": "its field \(what) has another type than it must"
    case "textTooLong": "the text of its field \(what) is too long"
    case "duplicateField": "its field \(what) is there twice"
    default: nil
    }
  }

  /// What cannot be written.
  private static func writing(_ problem: String, _ what: String) -> String? {
    switch problem {
    case "kindToWrite": "XML has no form for one of the values, which only keyed archives have"
    case "keyToWrite": "a key is no string"
    case "characterToWrite": "XML has no form for the character \\u{\(what)} in one of the texts"
    case "dateToWrite": "XML has no form for a date before the year 0 or behind 9999"
    case "readOnly": "old-style property lists are only read"
    case "noForm": "the store has no form for one of the keys or values"
    default: nil
    }
  }
}
