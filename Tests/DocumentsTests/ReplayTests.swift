import Documents
import KeyedArchive
import TestSupport
import Testing

@Suite("What fuzzing keeps of the forms that people write") struct ReplayTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 20, maximumObjects: 1 << 16, maximumDepth: 64, maximumNodes: 1 << 16)

  @Test("JSON that can be read is written, and read back as the same value", arguments: FuzzInputs.allCases)
  func json(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("JSON") {
      guard let value = try? PropertyList(json: bytes, limits: Self.limits) else { continue }
      #expect(try PropertyList(json: value.typedJSON(), limits: Self.limits) == value, "\(name)")
    }
  }

  @Test("old-style text that can be read survives being written in binary", arguments: FuzzInputs.allCases)
  func openStep(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("OpenStep") {
      guard let value = try? PropertyList(openStep: bytes, limits: Self.limits) else { continue }
      #expect(try PropertyList(binary: value.binary(), limits: Self.limits) == value, "\(name)")
    }
  }

  @Test("XML that can be read is written, and what it holds is what heldInXML says", arguments: FuzzInputs.allCases)
  func xml(inputs: FuzzInputs) throws {
    let limits = XMLPropertyListLimits(maximumSize: 1 << 20, maximumDepth: 64, maximumNodes: 1 << 16)
    for (name, bytes) in try inputs.of("XML") {
      guard let value = try? PropertyList(xml: bytes, limits: limits) else { continue }
      #expect(try PropertyList(xml: value.xml(), limits: limits) == value && value.heldInXML == value, "\(name)")
    }
  }

  @Test(
    "GVariant's text that can be read is written as text that reads back the same", arguments: FuzzInputs.allCases)
  func gvariant(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("GVariant") {
      guard let value = try? GVariantValue(text: bytes) else { continue }
      let back = try GVariantValue(text: Array(value.text.utf8))
      #expect(back.type == value.type && back.text == value.text, "\(name)")
      #expect(GVariantValue(value.propertyList, like: value)?.type == value.type, "\(name)")
    }
  }

  @Test("what XML holds of a value is told without writing it")
  func held() throws {
    let limits = XMLPropertyListLimits(maximumSize: 1 << 20, maximumDepth: 64, maximumNodes: 1 << 16)
    let values: [PropertyList] = [
      .bool(true), .integer(.min), .real(-0.0), .real(.nan), .real(-.nan), .real(.infinity), .real32(0.1),
      .real32(.nan), .date(0.25), .date(-0.25), .date(-0.0), .date(1e9 + 0.5), .data([1]), .string(""),
      .string("a\r\n\t<&>\u{7f}嗯🎵"), .array([.real32(1), .date(1.5)]), .dictionary(["a": .real32(2), "b": .data([])]),
    ]
    for value in values {
      #expect(try PropertyList(xml: value.xml(), limits: limits) == value.heldInXML, "\(value)")
    }
    let none: [PropertyList] = [
      .null, .uid(1), .set([]), .date(.infinity), .date(1e12), .string("\u{1}"), .string("\u{ffff}"),
      .array([.null]), .dictionary(["\u{1}": .bool(true)]), .dictionary(["a": .string("\u{fffe}")]),
    ]
    for value in none {
      #expect(value.heldInXML == nil && (try? value.xml()) == nil, "\(value)")
    }
  }
}
