import KeyedArchive
import SessionCore
import TestSupport
import Testing

@Suite("What fuzzing keeps of requests and names") struct ReplayTests {
  static let limits = PropertyListLimits(
    maximumSize: 1 << 16, maximumObjects: 1000, maximumDepth: 160, maximumNodes: 2000)

  @Test("what comes over a control socket is made into the same again, or not read", arguments: FuzzInputs.allCases)
  func control(inputs: FuzzInputs) throws {
    for (name, bytes) in try inputs.of("Control") {
      guard let fields = try? PropertyList(binary: bytes, limits: Self.limits).dictionaryValue else { continue }
      let read: [PropertyListDictionary?] = [
        Command(fields: fields)?.fields, PreferencesAnswer(fields: fields)?.fields,
        SessionStatus(fields: fields)?.fields,
        Event(fields: fields)?.fields, Failure(fields: fields)?.fields, HistoryEntry(fields: fields)?.fields,
      ]
      let again: [PropertyListDictionary?] = [
        read[0].flatMap(Command.init(fields:))?.fields, read[1].flatMap(PreferencesAnswer.init(fields:))?.fields,
        read[2].flatMap(SessionStatus.init(fields:))?.fields, read[3].flatMap(Event.init(fields:))?.fields,
        read[4].flatMap(Failure.init(fields:))?.fields, read[5].flatMap(HistoryEntry.init(fields:))?.fields,
      ]
      #expect(read == again, "\(name)")
      if inputs == .corpus { #expect(read.contains { $0 != nil }, "\(name)") }
      for verb in ["prefs-ask", "prefs", "prefs-set", "prefs-result", "prefs-watch", "prefs-changed"] {
        _ = bytes.withUnsafeBytes { PreferencesMessage(verb: verb, data: $0)?.package }
      }
    }
  }

  @Test("a name that is taken is harmless, and taken again unchanged (000-28)", arguments: FuzzInputs.allCases)
  func names(inputs: FuzzInputs) throws {
    for (file, bytes) in try inputs.of("Names") {
      guard let text = String(validating: bytes, as: UTF8.self) else { continue }
      for longNames in [NameRules.LongNames.refused, .shortened] {
        guard let name = try? NameRules.top(text, longNames: longNames) else { continue }
        // The longest name is mended to one byte more, for which there is room.
        if name.utf8.count <= NameRules.maximumBytes {
          #expect(try NameRules.top(name, longNames: longNames) == name, "\(file)")
        }
        #expect(!name.utf8.contains(0x2F) && !name.hasPrefix(".") && !name.hasPrefix("-") && name.utf8.count <= 255)
      }
    }
  }
}
