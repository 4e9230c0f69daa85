import KeyedArchive

/// Writes one value as an XML property list.
///
/// What is left to write stands on an own stack, not in calls.
struct XMLPropertyListWriter {
  /// A container that is being written, with how much of it is.
  private struct Container {
    enum Items {
      case array([PropertyList])
      case dictionary([PropertyListDictionary.Entry])
    }

    let items: Items
    var written = 0
  }

  private(set) var bytes: [UInt8] = []
  private var open: [Container] = []

  /// Writes the document of `value`.
  mutating func document(_ value: PropertyList) throws(XMLPropertyListWriteError) {
    line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    line(
      #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#)
    line(#"<plist version="1.0">"#)
    try write(value)
    while let container = open.last {
      let position = container.written
      open[open.count - 1].written += 1
      switch container.items {
      case .array(let elements) where position < elements.count:
        try write(elements[position])
      case .dictionary(let entries) where position < entries.count:
        guard case .string(let key) = entries[position].key else { throw .key }
        try element("key", escaping: key)
        try write(entries[position].value)
      case .array:
        open.removeLast()
        line("</array>")
      case .dictionary:
        open.removeLast()
        line("</dict>")
      }
    }
    line("</plist>")
  }

  /// Writes a plain value, or the start of a container.
  private mutating func write(_ value: PropertyList) throws(XMLPropertyListWriteError) {
    switch value {
    case .bool(let value): line(value ? "<true/>" : "<false/>")
    case .integer(let value): line("<integer>\(value)</integer>")
    case .real32(let value): line("<real>\(Double(value).propertyListText)</real>")
    case .real(let value): line("<real>\(value.propertyListText)</real>")
    case .date(let value):
      guard let time = CivilTime(value) else { throw .date(value) }
      line("<date>\(time.propertyListText)</date>")
    case .data(let value): data(value)
    case .string(let value): try element("string", escaping: value)
    case .array(let elements) where elements.isEmpty: line("<array/>")
    case .array(let elements):
      line("<array>")
      open.append(Container(items: .array(elements)))
    case .dictionary(let dictionary) where dictionary.isEmpty: line("<dict/>")
    case .dictionary(let dictionary):
      line("<dict>")
      open.append(Container(items: .dictionary(dictionary.entries)))
    case .null, .uid, .set: throw .kind
    }
  }

  private mutating func indent(atMost most: Int = .max) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: min(open.count, most)))
  }

  private mutating func line(_ text: String) {
    indent()
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func element(_ name: String, escaping text: String) throws(XMLPropertyListWriteError) {
    indent()
    bytes.append(contentsOf: "<\(name)>".utf8)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      // Raw, other readers would take it for a line feed.
      case "\r": bytes.append(contentsOf: "&#13;".utf8)
      case let scalar:
        guard scalar.isXMLCharacter else { throw .character(scalar.value) }
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }

  /// Writes data: its lines indented like its tags, though never deeper than 8, and with tabs of eight 76 columns wide.
  private mutating func data(_ data: [UInt8]) {
    line("<data>")
    let width = 76 - 8 * min(open.count, 8)
    var start = 0
    while start < data.count {
      let end = min(start + width / 4 * 3, data.count)
      indent(atMost: 8)
      for group in stride(from: start, to: end, by: 3) {
        Base64.encode(data[group..<min(group + 3, end)], to: &bytes)
      }
      bytes.append(UInt8(ascii: "\n"))
      start = end
    }
    line("</data>")
  }
}
