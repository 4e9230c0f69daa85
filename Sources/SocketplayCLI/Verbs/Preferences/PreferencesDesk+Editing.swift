import Documents
import KeyedArchive
import SessionCore
import SocketplayNode

extension PreferencesDesk {
  func set(_ path: PreferencePath, _ literal: PreferenceLiteral) async throws(Complaint) {
    let present = literal.kind == nil ? try await values([path])[path.text] : nil
    let value: PropertyList
    do throws(UsageError) { value = try literal.value(insteadOf: present) } catch { throw .text(FailureText(error)) }
    try await make([PreferenceEdit(path, to: value)])
    if literal.kind == nil, present == nil {
      output.line(.talk("\(quoted(path.text)) is new, taken as \(ValueType(value).rawValue)"))
    }
  }

  func unset(_ paths: [PreferencePath]) async throws(Complaint) {
    let present = try await values(paths)
    if let missing = paths.first(where: { present[$0.text] == nil }) {
      throw .failure(Failure(.noSuchKey, missing.text))
    }
    // From the end of each array on: what is removed moves only what comes behind it.
    let positions = paths.filter(\.namesPosition).sorted { $0.isBehind($1) }
    try await make((paths.filter { !$0.namesPosition } + positions).map { PreferenceEdit($0, to: nil) })
  }

  func export(_ path: String, form: PropertyListDocument.Format?) async throws(Complaint) {
    let keys = try await everything()
    let named: PropertyListDocument.Format = path.hasSuffix(".json") ? .json : .xml
    let document = PropertyListDocument(.dictionary(keys), format: form ?? named)
    if path == "-" {
      output.text(String(decoding: try local { () throws(Failure) in try node.bytes(of: document) }, as: UTF8.self))
    } else {
      try local { () throws(Failure) in try node.export(document, to: absolute(path)) }
      output.line(.talk("exported \(Units.count(keys.count, "key")) to \(printable(path: path))"))
    }
    if document.format == .xml, keys.heldInXML != keys { output.line(.warning(Self.roundedByXML)) }
  }

  /// What XML does to some values.
  private static let roundedByXML = FailureText(
    status: .done, message: "fractions of seconds and the width of 32-bit reals were left out: XML has neither",
    hint: "--json and --binary keep both")

  func `import`(_ path: String) async throws(Complaint) {
    let keys = try local { () throws(Failure) in try node.readPreferences(absolute(path)) }
    let edits = keys.compactMap { entry in
      entry.key.stringValue.map { PreferenceEdit(PreferencePath(key: $0), to: entry.value) }
    }
    try await make(edits)
  }

  func undo(_ count: Int) async throws(Complaint) {
    try tell(await ask(.undo(count: count, isTrial: isTrial)))
  }

  /// Makes edits, or says what they would change.
  func make(_ edits: [PreferenceEdit], base: PreferenceBase = PreferenceBase()) async throws(Complaint) {
    let edits = PreferenceEdits(edits, base: base)
    guard isTrial else { return try tell(await ask(.edit(edits))) }
    // What is refused when it is made is refused when it is tried: no edits change nothing.
    if case .peer = place { _ = try await ask(.edit(PreferenceEdits([]))) }
    guard case .values(let revision, var keys) = try await ask(.read(nil)) else { throw Self.otherAnswer }
    let conflicts = base.conflicts(of: edits.edits, with: keys)
    var changes: [KeyChange] = []
    do throws(PreferenceEditError) {
      if conflicts.isEmpty { changes = try keys.apply(edits.edits) }
    } catch {
      throw .failure(Failure(edit: error))
    }
    try tell(.outcome(PreferenceOutcome(revision: revision, changes: changes, conflicts: conflicts)))
  }

  /// Whether the store is one of this machine: what is wrong with its history was said.
  private var isHere: Bool { if case .store = place { true } else { false } }

  private func tell(_ answer: PreferencesAnswer) throws(Complaint) {
    guard case .outcome(let outcome) = answer else { throw Self.otherAnswer }
    if !outcome.conflicts.isEmpty {
      let keys = outcome.conflicts.map(\.path.text).joined(separator: "\n")
      throw .failure(Failure(.conflict, detail: keys))
    }
    let more = outcome.count - outcome.changes.count
    output.object(
      PreferencesText.object(outcome, isTrial: isTrial),
      orLines: outcome.changes.map(EventText.change) + (more > 0 ? ["and \(more) more"] : []))
    if !outcome.isRecorded {
      output.line(
        .warning(
          FailureText(
            status: .done, message: "the change was made, but its history could not be written: undo does not know it",
            hint: isHere ? nil : "what is wrong is said there")))
    } else if !outcome.isUndoable {
      output.line(
        .warning(
          FailureText(
            status: .done, message: "the change is too large to be kept in the history: it cannot be taken back",
            hint: nil)))
    }
    if !outcome.isExact {
      output.line(
        .warning(
          FailureText(
            status: .done,
            message: "not every value is kept there as it was given: what the store holds is shown above",
            hint: "XML has no fractions of seconds, and no reals of 32 bits; a binary file has both")))
    }
    if outcome.count == 0 { output.line(.talk("no key changed")) }
    if isTrial { output.line(.talk("nothing was changed: --dry-run")) }
  }
}
