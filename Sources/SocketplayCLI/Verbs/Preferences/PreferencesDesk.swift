import Documents
import KeyedArchive
import SessionCore
import SocketplayNode

/// The words of `prefs`: each asks the store, and says what came.
struct PreferencesDesk: Sendable {
  let node: Node
  let output: Output
  let place: PreferencesPlace
  let timeout: Double?
  /// `--dry-run`: say what would be changed, and change nothing.
  let isTrial: Bool
  /// Makes a path absolute.
  let absolute: @Sendable (String) -> String

  /// Asks the store.
  func ask(_ question: PreferencesQuestion) async throws(Complaint) -> PreferencesAnswer {
    try await asked { () async throws(Failure) in
      try await node.preferences(
        question, at: place, timeout: timeout, through: output.isOf(session:), events: output.tell)
    }
  }

  /// Where a peer answers another question than was asked.
  static let otherAnswer = Complaint.failure(Failure(.protocolBroken))

  /// All that the store holds.
  func everything() async throws(Complaint) -> PropertyListDictionary {
    guard case .values(_, let keys) = try await ask(.read(nil)) else { throw Self.otherAnswer }
    return keys
  }

  /// The values at paths, by the text of the path; those that are not there have none.
  func values(_ paths: [PreferencePath]) async throws(Complaint) -> PropertyListDictionary {
    guard case .values(_, let values) = try await ask(.read(paths)) else { throw Self.otherAnswer }
    return values
  }

  /// The value at a path, which must be there.
  func value(_ path: PreferencePath) async throws(Complaint) -> PropertyList {
    guard let value = try await values([path])[path.text] else { throw .failure(Failure(.noSuchKey, path.text)) }
    return value
  }
}

extension PreferencesDesk {
  func list(_ path: PreferencePath?, isDeep: Bool) async throws(Complaint) {
    let items: [PreferenceItem]
    if let path {
      let value = try await value(path)
      // Its own keys, with the path they have in the store.
      var keys = PropertyListDictionary()
      _ = try? keys.apply(PreferenceEdit(path, to: value))
      items = isDeep ? keys.descendants(of: path) : keys.children(of: path)
      if !ValueType(value).isContainer { return show([PreferenceItem(path: path, value: value)]) }
    } else {
      let keys = try await everything()
      items = isDeep ? keys.descendants(of: nil) : keys.children(of: nil)
    }
    show(items)
  }

  func find(_ text: String) async throws(Complaint) {
    let items = try await everything().items(containing: text)
    show(items)
    if items.isEmpty { throw .said(.failed) }
  }

  private func show(_ items: [PreferenceItem]) {
    output.answers(items, object: PreferencesText.object) { Table.lines($0.map(PreferencesText.row)) }
  }

  func get(_ path: PreferencePath, onTerminal: Bool) async throws(Complaint) {
    let value = try await value(path)
    let literal = value.literal
    let shown = onTerminal ? printable(literal, columns: .max) : literal
    output.object(PreferencesText.object(PreferenceItem(path: path, value: value)), orLines: [shown])
  }

  func type(_ path: PreferencePath) async throws(Complaint) {
    let type = ValueType(try await value(path)).rawValue
    output.object(["key": .string(path.text), "type": .string(type)], orLines: [type])
  }

  func log() async throws(Complaint) {
    guard case .history(let entries) = try await ask(.history(limit: History.maximumEntries)) else {
      throw Self.otherAnswer
    }
    if entries.isEmpty { output.line(.talk("nothing was changed yet")) }
    for entry in entries { output.object(PreferencesText.object(entry), orLines: PreferencesText.lines(entry)) }
  }
}
