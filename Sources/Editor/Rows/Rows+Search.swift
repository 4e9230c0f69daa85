import KeyedArchive
import SessionCore

extension Rows {
  /// The rows whose key or text contains what is searched, and what leads to them; containers that hold one are open, and so
  /// are those at `open` that do not.
  init(_ draft: Draft, matching search: Search, open: Set<PreferencePath>) {
    let search = TreeSearch(draft: draft, search: search, open: Dictionary(grouping: open, by: \.parent))
    self.init(search.branch(of: .dictionary(draft.keys), at: []) ?? Branch([]))
  }
}

/// A search through all of a draft.
private struct TreeSearch {
  let draft: Draft
  let search: Search
  let open: [PreferencePath?: [PreferencePath]]

  /// The children of a container that match, or hold what does; nil where none does.
  ///
  /// Recursion is bounded by the length of a path.
  func branch(of value: PropertyList?, at components: [String]) -> Rows.Branch? {
    guard components.count < PreferencePath.maximumComponents else { return nil }
    let path = PreferencePath(components)
    var names: [String] = []
    var open: [(position: Int, branch: Rows.Branch)] = []
    func visit(_ name: String, _ value: PropertyList?) {
      let inside = value.flatMap { ValueType($0).isContainer ? branch(of: $0, at: components + [name]) : nil }
      guard inside != nil || search.matches(name) || value.map(search.matches) ?? false else { return }
      if let inside {
        open.append((names.count, inside))
      } else if let whole = PreferencePath(components + [name]), self.open[path]?.contains(whole) ?? false {
        open.append((names.count, Rows.branch(draft, at: whole, self.open)))
      }
      names.append(name)
    }
    // Only where something is edited are values looked up: there may be a hundred thousand others.
    let edited = namesEdited(below: path)
    func lookUp(_ name: String, _ held: PropertyList?) {
      guard edited.contains(name), let whole = PreferencePath(components + [name]) else { return visit(name, held) }
      visit(name, draft.value(at: whole) ?? held)
    }
    switch value {
    case .dictionary(let dictionary):
      for entry in dictionary { if let name = entry.key.stringValue { lookUp(name, entry.value) } }
    case .array(let elements):
      for (position, element) in elements.enumerated() { lookUp(String(position), element) }
    default: break
    }
    for name in draft.newNames(below: path) { lookUp(name, nil) }
    return names.isEmpty ? nil : Rows.Branch(names, open: open)
  }

  /// The keys right below a container that have edits, or hold some.
  private func namesEdited(below path: PreferencePath?) -> Set<String> {
    if draft.edits.isEmpty { return [] }
    let depth = path?.components.count ?? 0
    return Set(draft.edits.keys.filter { path?.isAbove($0) ?? true }.map { $0.components[depth] })
  }
}
