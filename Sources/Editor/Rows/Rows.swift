public import SessionCore

/// The rows of a tree, of which only what is open is listed: a hundred thousand keys in closed containers cost nothing.
public struct Rows: Sendable {
  /// The children of one open container.
  struct Branch: Sendable {
    var names: [String]
    /// The open ones among them, by growing position.
    var open: [(position: Int, branch: Branch)] = []

    /// How many rows it has, those of its open children too.
    var count = 0

    init(_ names: [String], open: [(position: Int, branch: Branch)] = []) {
      self.names = names
      self.open = open
      count = names.count + open.reduce(0) { $0 + $1.branch.count }
    }
  }

  let root: Branch

  init(_ root: Branch) {
    self.root = root
  }

  /// How many there are.
  public var count: Int { root.count }

  /// The path of a row; nil where there is none.
  public subscript(_ row: Int) -> PreferencePath? {
    guard row >= 0, row < count else { return nil }
    var components: [String] = []
    var branch = root
    var row = row
    descent: while true {
      // Rows of open children before this one.
      var before = 0
      for (position, child) in branch.open {
        if row - before <= position { break }
        if row - before <= position + child.count {
          components.append(branch.names[position])
          row -= before + position + 1
          branch = child
          continue descent
        }
        before += child.count
      }
      components.append(branch.names[row - before])
      return PreferencePath(components)
    }
  }

  /// The row of a path; nil where it is not to be seen.
  public func row(of path: PreferencePath) -> Int? {
    var branch = root
    var row = 0
    for (depth, component) in path.components.enumerated() {
      guard let position = branch.names.firstIndex(where: { $0.utf8.elementsEqual(component.utf8) }) else { return nil }
      row += position + branch.open.prefix { $0.position < position }.reduce(0) { $0 + $1.branch.count }
      if depth == path.components.count - 1 { return row }
      guard let next = branch.open.first(where: { $0.position == position }) else { return nil }
      branch = next.branch
      row += 1
    }
    return nil
  }
}

extension Rows {
  /// The rows of a draft in which the containers at `open` are open.
  init(_ draft: Draft, open: Set<PreferencePath>) {
    self.init(Self.branch(draft, at: nil, Dictionary(grouping: open, by: \.parent)))
  }

  /// Recursion is bounded by the length of a path.
  static func branch(_ draft: Draft, at path: PreferencePath?, _ open: [PreferencePath?: [PreferencePath]]) -> Branch {
    let names = draft.names(below: path)
    guard let inside = open[path], !names.isEmpty else { return Branch(names) }
    let positions = Self.positions(of: inside, in: names)
    return Branch(
      names,
      open: positions.map { (position: $0.position, branch: branch(draft, at: $0.path, open)) })
  }

  /// Where the last components of paths stand among names, in the order of the names.
  private static func positions(
    of paths: [PreferencePath], in names: [String]
  ) -> [(position: Int, path: PreferencePath)] {
    let wanted = Dictionary(
      paths.compactMap { path in path.components.last.map { (PreferencePath(key: $0), path) } },
      uniquingKeysWith: { first, _ in first })
    return names.enumerated().compactMap { position, name in
      wanted[PreferencePath(key: name)].map { (position, $0) }
    }
  }
}
