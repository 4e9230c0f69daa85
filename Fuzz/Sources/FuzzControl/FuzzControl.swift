import FuzzDriver
import KeyedArchive
import SessionCore

@main enum FuzzControl {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as what comes over a control socket, requests and answers, and as what a peer says of preferences.
///
/// What can be read must be made into the same again by the dictionary it is written as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  let limits = PropertyListLimits(maximumSize: 1 << 16, maximumObjects: 1000, maximumDepth: 160, maximumNodes: 2000)
  guard let fields = try? PropertyList(binary: bytes, limits: limits).dictionaryValue else { return 0 }
  check("a command", Command(fields: fields), Command.init(fields:), \.fields)
  check("an answer", PreferencesAnswer(fields: fields), PreferencesAnswer.init(fields:), \.fields)
  check("a status", SessionStatus(fields: fields), SessionStatus.init(fields:), \.fields)
  check("an event", Event(fields: fields), Event.init(fields:), \.fields)
  check("a failure", Failure(fields: fields), Failure.init(fields:), \.fields)
  check("a change", HistoryEntry(fields: fields), HistoryEntry.init(fields:), \.fields)
  for verb in ["prefs-ask", "prefs", "prefs-set", "prefs-result", "prefs-watch", "prefs-changed"] {
    guard let message = PreferencesMessage(verb: verb, data: bytes) else { continue }
    _ = message.package
  }
  return 0
}

private func check<Value>(
  _ what: String, _ value: Value?, _ read: (PropertyListDictionary) -> Value?,
  _ fields: (Value) -> PropertyListDictionary
) {
  guard let value else { return }
  let written = fields(value)
  // Compared as dictionaries: what is not a number is not equal to itself, but has the same bits.
  guard let back = read(written), fields(back) == written else { fatalError("\(what) is not read back as the same") }
}
