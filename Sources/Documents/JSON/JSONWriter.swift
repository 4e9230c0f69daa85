public import KeyedArchive

extension PropertyList {
  /// This value as one line of JSON (RFC 8259), without a line feed at its end.
  ///
  /// Data becomes a base64 string, a date an RFC 3339 string, integers all their digits, and what JSON has no word for
  /// (a real that is not finite, a date no calendar holds) the object that `typedJSON()` writes, `{"$real":"nan"}`; a set is an array, a UID `{"CF$UID":n}` as plutil
  /// writes it, a key that is no string its JSON text. Control characters, U+2028, U+2029 and what changes the direction
  /// of text stand as `\u` escapes, so a line may be shown on a terminal. Runs without recursion.
  public func json() -> [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

/// Writes property list values as JSON, containers on a stack of its own.
struct JSONWriter {
  /// A container that is being written: what is left of it.
  private enum Container {
    case array(ArraySlice<PropertyList>)
    case dictionary(ArraySlice<PropertyListDictionary.Entry>)
  }

  /// What was written.
  private(set) var bytes: [UInt8] = []
  private var open: [Container] = []

  /// Writes one value.
  mutating func write(_ value: PropertyList) {
    begin(value)
    while let container = open.popLast() {
      switch container {
      case .array(let rest):
        next(rest, close: "]") { writer, element in
          writer.open.append(.array(rest.dropFirst()))
          writer.begin(element)
        }
      case .dictionary(let rest):
        next(rest, close: "}") { writer, entry in
          writer.open.append(.dictionary(rest.dropFirst()))
          writer.key(entry.key)
          writer.begin(entry.value)
        }
      }
    }
  }

  /// The first of `rest` by `body`, or the container's end.
  private mutating func next<Element>(
    _ rest: ArraySlice<Element>, close: Unicode.Scalar, body: (inout JSONWriter, Element) -> Void
  ) {
    guard let first = rest.first else {
      bytes.append(UInt8(ascii: close))
      return
    }
    if rest.startIndex > 0 { bytes.append(UInt8(ascii: ",")) }
    body(&self, first)
  }

  /// Writes a scalar whole, and of a container the bracket.
  private mutating func begin(_ value: PropertyList) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number.description)
    case .real32(let number): if number.isFinite { append(number.description) } else { typed(value) }
    case .real(let number): if number.isFinite { append(number.description) } else { typed(value) }
    case .date(let seconds): if let text = Self.rfc3339(seconds) { string(text) } else { typed(value) }
    case .data(let data): base64(data)
    case .string(let text): string(text)
    case .uid(let number): append("{\"CF$UID\":\(number)}")
    case .array(let elements), .set(let elements):
      append("[")
      open.append(.array(elements[...]))
    case .dictionary(let dictionary):
      append("{")
      open.append(.dictionary(dictionary.entries[...]))
    }
  }

  /// Writes a scalar that JSON has no word for as `typedJSON()` does.
  private mutating func typed(_ value: PropertyList) {
    var writer = TypedJSONWriter(isIndented: false)
    writer.begin(value)
    bytes += writer.bytes
  }

  private mutating func key(_ key: PropertyList) {
    if case .string(let text) = key {
      string(text)
    } else {
      string(String(decoding: key.json(), as: UTF8.self))
    }
    append(":")
  }

  /// Writes text as it is.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes one byte as it is.
  mutating func append(byte: UInt8) {
    bytes.append(byte)
  }
}
