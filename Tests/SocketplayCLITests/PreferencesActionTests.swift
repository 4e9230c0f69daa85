import KeyedArchive
import SessionCore
import Testing

@testable import SocketplayCLI

@Suite("The words of prefs")
struct PreferencesActionTests {
  private func action(_ words: String...) throws -> PreferencesAction {
    guard case .run(let parsed) = try Parser.parse(["prefs"] + words) else { throw UsageError("no run") }
    return try PreferencesAction(parsed)
  }

  private func path(_ text: String) throws -> PreferencePath { try #require(PreferencePath(text: text)) }

  @Test("each word takes its operands")
  func words() throws {
    #expect(try action("ls") == .list(nil, isDeep: false))
    #expect(try action("ls", "a.b", "-r") == .list(path("a.b"), isDeep: true))
    #expect(try action("get", #"\u{}"#) == .get(PreferencePath(key: "")))
    #expect(try action("unset", #"\u{}"#) == .unset([PreferencePath(key: "")]))
    #expect(try action("get", #"a\.b"#) == .get(PreferencePath(key: "a.b")))
    #expect(try action("set", "age", "-5") == .set(path("age"), PreferenceLiteral(text: "-5", kind: nil)))
    #expect(try action("set", "age", "5", "--int") == .set(path("age"), PreferenceLiteral(text: "5", kind: .int)))
    #expect(try action("set", "age", "5", "--json") == .set(path("age"), PreferenceLiteral(text: "5", kind: .json)))
    #expect(
      try action("set", "age", "5", "--string", "--json")
        == .set(path("age"), PreferenceLiteral(text: "5", kind: .string)))
    #expect(try action("unset", "a", "b") == .unset([path("a"), path("b")]))
    #expect(try action() == .browse)
    #expect(try action("undo") == .undo(1) && action("undo", "3") == .undo(3))
  }

  @Test(
    "an integer of more than 128 bits becomes no real unless that is asked for",
    arguments: [
      "340282366920938463463374607431768211455", "170141183460469231731687303715884105728",
      "-170141183460469231731687303715884105729", String(repeating: "9", count: 70),
    ])
  func tooLarge(text: String) throws {
    for present in [nil, .null] as [PropertyList?] {
      let error = #expect(throws: UsageError.self) {
        try PreferenceLiteral(text: text, kind: nil).value(insteadOf: present)
      }
      #expect(error?.hint?.contains("--string") == true && error?.hint?.contains("--real") == true)
    }
    #expect(try PreferenceLiteral(text: text, kind: .string).value(insteadOf: nil) == .string(text))
    let real = try #require(Double(text))
    #expect(try PreferenceLiteral(text: text, kind: .real).value(insteadOf: nil) == .real(real))
    #expect(try PreferenceLiteral(text: text, kind: nil).value(insteadOf: .real(1)) == .real(real))
    #expect(try PreferenceLiteral(text: text + ".0", kind: nil).value(insteadOf: nil) == .real(real))
  }

  @Test("the largest and the smallest integer are themselves", arguments: [Int128.max, .min])
  func largest(number: Int128) throws {
    #expect(try PreferenceLiteral(text: number.description, kind: nil).value(insteadOf: nil) == .integer(number))
  }

  @Test(
    "what is missing, too much or no path is misuse",
    arguments: [
      ["lst"], ["get"], ["get", ""], ["get", "a\\"], ["get", "a", "b"], ["set", "a"], ["set", ".", "5"],
      ["set", "a.", "5"], ["set", "a..b", "5"],
      ["set", "a", "1", "--int", "--real"],
      ["unset"], ["undo", "0"], ["undo", "x"], ["undo", "-1"], ["find", ""], ["log", "x"], ["export"],
    ])
  func refused(words: [String]) throws {
    guard case .run(let parsed) = try Parser.parse(["prefs"] + words) else { return }
    #expect(throws: UsageError.self) { try PreferencesAction(parsed) }
  }

  @Test(
    "a typed value takes the type of the key, never always a string",
    arguments: [
      ("81", .integer(80), .integer(81)), ("81", .string("x"), .string("81")), ("81", .real(1), .real(81)),
      ("0.1", .real32(1), .real32(0.1)), ("yes", .bool(false), .bool(true)), ("AAEC", .data([]), .data([0, 1, 2])),
      ("2001-01-01T00:00:01.5Z", .date(0), .date(1.5)), ("[1]", .array([]), .array([.integer(1)])),
      ("81", nil, .integer(81)), ("8.5", nil, .real(8.5)), ("true", nil, .bool(true)), ("x", nil, .string("x")),
      ("1.2.3", nil, .string("1.2.3")), ("0x10", .integer(0), .integer(16)), ("", .string("x"), .string("")),
      ("170141183460469231731687303715884105727", .integer(0), .integer(.max)), ("nan", .real(0), .real(.nan)),
    ] as [(String, PropertyList?, PropertyList)])
  func literals(text: String, present: PropertyList?, value: PropertyList) throws {
    #expect(try PreferenceLiteral(text: text, kind: nil).value(insteadOf: present) == value)
  }

  @Test("what is no JSON is refused with a reason")
  func jsonReasons() {
    for (text, reason) in [
      (#"{"a":"#, "line 1: it ends in the middle"), ("x", "line 1: something else is expected there"),
      ("[1] 2", "line 1: something follows the value"), (#"{"$data": 5}"#, "stands for is not one of its kind"),
    ] {
      let error = #expect(throws: UsageError.self) {
        try PreferenceLiteral(text: text, kind: .json).value(insteadOf: nil)
      }
      #expect(error?.message.hasSuffix(reason) ?? false, "\(error?.message ?? "")")
    }
  }

  @Test(
    "a value of another type is refused",
    arguments: [
      ("x", .integer(1)), ("1.5", .integer(1)), ("2", .bool(true)), ("!", .data([])), ("now", .date(0)),
      ("{", .dictionary([:])), ("", .integer(1)),
    ]
      as [(String, PropertyList)])
  func otherType(text: String, present: PropertyList) {
    #expect(throws: UsageError.self) { try PreferenceLiteral(text: text, kind: nil).value(insteadOf: present) }
  }
}
