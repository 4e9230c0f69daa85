public import KeyedArchive

extension PropertyList {
  /// This value as JSON that reads back as the same value, two spaces of indent for each level, a line feed at its end.
  ///
  /// The forms are those of `init(json:limits:)`; a key that is no string has none. Runs without recursion.
  public func typedJSON() throws(TypedJSONWriteError) -> [UInt8] {
    var writer = TypedJSONWriter(isIndented: true)
    try writer.write(self)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// The same on one line, without a line feed at its end.
  public func typedJSONLine() throws(TypedJSONWriteError) -> [UInt8] {
    var writer = TypedJSONWriter(isIndented: false)
    try writer.write(self)
    return writer.bytes
  }
}

/// Why a value has no form in JSON.
public enum TypedJSONWriteError: Error, Sendable, Hashable {
  /// A dictionary's key that is no string.
  case key
}

/// Writes property list values as JSON that keeps their types.
struct TypedJSONWriter {
  /// A container that is being written: what is left of it, and what closes it.
  private struct Container {
    enum Items {
      case array(ArraySlice<PropertyList>)
      case dictionary(ArraySlice<PropertyListDictionary.Entry>)
    }

    var items: Items
    let end: String
  }

  let isIndented: Bool
  /// What was written.
  private(set) var bytes: [UInt8] = []
  private var open: [Container] = []

  init(isIndented: Bool) { self.isIndented = isIndented }

  /// Writes one value.
  mutating func write(_ value: PropertyList) throws(TypedJSONWriteError) {
    begin(value)
    while let container = open.last {
      switch container.items {
      case .array(let rest):
        guard let first = rest.first else { close(container.end); continue }
        open[open.count - 1].items = .array(rest.dropFirst())
        separate(isFirst: rest.startIndex == 0)
        begin(first)
      case .dictionary(let rest):
        guard let first = rest.first else { close(container.end); continue }
        guard case .string(let key) = first.key else { throw .key }
        open[open.count - 1].items = .dictionary(rest.dropFirst())
        separate(isFirst: rest.startIndex == 0)
        string(key)
        append(isIndented ? ": " : ":")
        begin(first.value)
      }
    }
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { append(",") }
    line()
  }

  private mutating func close(_ end: String) {
    open.removeLast()
    line()
    append(end)
  }

  private mutating func line() {
    guard isIndented else { return }
    append("\n")
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }

  /// Writes a scalar whole, and of a container the bracket.
  mutating func begin(_ value: PropertyList) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .integer(let number): append(number.description)
    case .real(let number):
      if number.isFinite { append(number.description) } else { form(.real, number.bitPattern, number.word) }
    case .real32(let number):
      if number.isFinite {
        form(.real32) { $0.append(number.description) }
      } else {
        form(.real32, number.bitPattern, number.word)
      }
    case .date(let seconds): date(seconds)
    case .data(let data): form(.data) { $0.string(Base64.text(data)) }
    case .string(let text): string(text)
    case .uid(let number): form(.uid) { $0.append(number.description) }
    case .array(let elements): begin(elements)
    case .set(let elements):
      append("{\"\(TypedForm.set.rawValue)\":")
      begin(elements, end: "]}")
    case .dictionary(let dictionary): begin(dictionary)
    }
  }

  private mutating func begin(_ elements: [PropertyList], end: String = "]") {
    if elements.isEmpty { return append("[" + end) }
    append("[")
    open.append(Container(items: .array(elements[...]), end: end))
  }

  private mutating func begin(_ dictionary: PropertyListDictionary) {
    var end = "}"
    if dictionary.readsAsTypedForm {
      append("{\"\(TypedForm.dictionary.rawValue)\":")
      end = "}}"
    }
    if dictionary.isEmpty { return append("{" + end) }
    append("{")
    open.append(Container(items: .dictionary(dictionary.entries[...]), end: end))
  }

  private mutating func date(_ seconds: Double) {
    form(.date) { writer in
      if let text = JSONWriter.rfc3339(seconds), InternetTime.seconds(of: text)?.bitPattern == seconds.bitPattern {
        writer.string(text)
      } else {
        writer.begin(.real(seconds))
      }
    }
  }

  private mutating func form(_ form: TypedForm, _ body: (inout Self) -> Void) {
    append("{\"\(form.rawValue)\":")
    body(&self)
    append("}")
  }

  /// A number that is not finite: its word, or its bits where they are not the word's.
  private mutating func form(_ form: TypedForm, _ bits: some FixedWidthInteger, _ word: String?) {
    let digits = String(bits, radix: 16)
    let padded = String(repeating: "0", count: max(0, type(of: bits).bitWidth / 4 - digits.utf8.count)) + digits
    self.form(form) { $0.string(word ?? padded) }
  }

  private mutating func string(_ text: String) {
    var writer = JSONWriter()
    writer.string(text)
    bytes += writer.bytes
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}

extension PropertyListDictionary {
  /// Whether its JSON would be taken for a typed form.
  fileprivate var readsAsTypedForm: Bool {
    guard let key = entries.first?.key.stringValue, let form = TypedForm(rawValue: key) else { return false }
    return count == 1 || form == .dictionary
  }
}

extension BinaryFloatingPoint {
  /// The word for infinities and the common not-a-number; nil for any other number.
  fileprivate var word: String? {
    if isInfinite { return sign == .plus ? "inf" : "-inf" }
    return isNaN && significandBitPattern == Self.nan.significandBitPattern && sign == .plus ? "nan" : nil
  }
}
