import KeyedArchive

/// Writes one value as an XML property list.
///
/// What is left to write stands on an own stack, not in calls.
struct XMLPropertyListWriter {
  /// A container that is being written, with what is left of it.
  private enum Container {
    case array(ArraySlice<PropertyList>)
    case dictionary(PropertyListDictionary.Iterator)
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
      switch container {
      case .array(var elements):
        if let element = elements.popFirst() {
          open[open.count - 1] = .array(elements)
          try write(element)
        } else {
          open.removeLast()
          line("</array>")
        }
      case .dictionary(var entries):
        if let entry = entries.next() {
          open[open.count - 1] = .dictionary(entries)
          guard case .string(let key) = entry.key else { throw .key }
          try element("key", escaping: key)
          try write(entry.value)
        } else {
          open.removeLast()
          line("</dict>")
        }
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
      open.append(.array(elements[...]))
    case .dictionary(let dictionary) where dictionary.isEmpty: line("<dict/>")
    case .dictionary(let dictionary):
      line("<dict>")
      open.append(.dictionary(dictionary.makeIterator()))
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
    if !append(plain: text) { try append(escaping: text) }
    bytes.append(contentsOf: "</\(name)>\n".utf8)
  }

  /// Appends a text that has nothing to escape or refuse, as most have; false, and nothing, where it may have.
  private mutating func append(plain text: String) -> Bool {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      for byte in utf8 where !Self.isPlain(byte) { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    return isPlain ?? false
  }

  /// Whether a byte stands for itself in every text: no markup, no control, and none of which U+FFFE is made.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A: true
    case 0x26, 0x3C, 0x3E, 0xEF: false
    default: byte >= 0x20
    }
  }

  private mutating func append(escaping text: String) throws(XMLPropertyListWriteError) {
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
