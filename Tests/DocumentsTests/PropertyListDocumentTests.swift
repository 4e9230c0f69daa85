import Documents
import KeyedArchive
import TestSupport
import Testing

@Suite("Documents of either form")
struct PropertyListDocumentTests {
  let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 1 << 16, maximumDepth: 64, maximumNodes: 1 << 12)
  let value: PropertyList = .dictionary(["a": .array([.integer(1), .string("嗯")])])

  @Test(
    "a document is read in the form it has, and written in it again",
    arguments: [
      PropertyListDocument.Format.binary, .xml,
    ])
  func forms(_ format: PropertyListDocument.Format) throws {
    let bytes = try PropertyListDocument(value, format: format).bytes()
    let document = try PropertyListDocument(bytes, limits: limits)
    #expect(document == PropertyListDocument(value, format: format))
    #expect(try document.bytes() == bytes)
  }

  @Test("a byte order mark and white space before XML are seen through")
  func marks() throws {
    let xml = String(decoding: try value.xml(), as: UTF8.self)
    let root = "\u{FEFF}\n" + xml.split(separator: "\n").dropFirst(2).joined(separator: "\n")
    #expect(try PropertyListDocument(Array(root.utf8), limits: limits).format == .xml)
    let wide = ("\u{FEFF}" + xml.replacing("UTF-8", with: "UTF-16")).utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    #expect(try PropertyListDocument(wide, limits: limits).value == value)
  }

  @Test("what starts like neither form is named so", arguments: ["", "  ", "{ a = b; }", "bplis", "{\"a\":1}"])
  func neither(_ text: String) {
    #expect(throws: PropertyListDocumentError.unknownFormat) {
      try PropertyListDocument(Array(text.utf8), limits: limits)
    }
  }

  @Test("every hostile file gives one error (000-28)", arguments: Fixtures.names(in: "hostile", suffix: ".plist"))
  func hostile(_ name: String) throws {
    let bytes = try Fixtures.bytes("hostile/" + name)
    // Some are property lists by their form, and hostile as archives or to those who recurse.
    do {
      let document = try PropertyListDocument(bytes, limits: limits)
      #expect(name.hasPrefix("ka") || name == "set.plist")
      #expect(document.format == .binary)
    } catch {
      #expect(error != .unknownFormat || name == "openstep.plist")
    }
  }

  @Test("a limit holds for both forms")
  func limit() throws {
    var limits = limits
    limits.maximumDepth = 2
    #expect(throws: PropertyListDocumentError.binary(.tooDeep(limit: 2))) {
      try PropertyListDocument(value.binary(), limits: limits)
    }
    #expect(throws: PropertyListDocumentError.xml(TextPropertyListError(.tooDeep(limit: 2), line: 7))) {
      try PropertyListDocument(value.xml(), limits: limits)
    }
  }
}
