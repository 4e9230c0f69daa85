import SessionCore
import Sys

/// The entries of a `send-file`, one after the other: files as named, folders opened up as they are reached.
///
/// Within a folder: names in order, regular files, empty folders, and the folders below. Symbolic links and everything
/// that is neither file nor folder is skipped and counted, so a walk cannot leave the tree nor run in a circle. One
/// folder's names are held at a time for each level.
struct FileWalk {
  /// One thing to send.
  struct Entry: Sendable, Equatable {
    /// Where it is.
    var source: String
    /// Its path at the other end, `/` between components.
    var path: String
    var kind: Offer.Kind
    /// Bytes, as seen when it was reached; nil for standard input.
    var size: Int64?
    /// Nanoseconds since 1970; nil for standard input.
    var modified: Int64?
  }

  /// What the walk makes of a tree.
  enum Shape: Sendable, Equatable {
    /// All of it.
    case tree
    /// One level of files, as the original apps send; `suffixes` nil for any.
    case oneLevel(suffixes: [String]?)
  }

  private struct Level {
    var source: String
    var path: String
    var names: ArraySlice<String>
    /// Names that are no text, and so cannot be sent.
    var unsendable: ArraySlice<String>
  }

  /// Links, devices, sockets, pipes, and, of one level, what it leaves out.
  private(set) var skipped = 0
  /// What it makes of trees from here on.
  var shape: Shape
  private let name: String?
  private var paths: ArraySlice<String>
  private var levels: [Level] = []

  /// A walk over `paths`, absolute; `name` stands in for the base name of a single file.
  init(paths: [String], name: String?, shape: Shape) {
    self.paths = paths[...]
    self.name = name
    self.shape = shape
  }

  /// The next entry; nil at the end.
  ///
  /// A name that cannot be read throws once, and the walk goes on behind it.
  mutating func next() throws(Failure) -> Entry? {
    while true {
      if let level = levels.last {
        if let name = level.unsendable.first {
          levels[levels.count - 1].unsendable.removeFirst()
          throw Failure(.unreadable, level.source + "/" + name, detail: "its name is not UTF-8")
        }
        guard let name = level.names.first else {
          levels.removeLast()
          continue
        }
        levels[levels.count - 1].names.removeFirst()
        let source = level.source + "/" + name
        if let entry = try visit(source, path: level.path + "/" + name, followLink: false) { return entry }
      } else if let source = paths.popFirst() {
        let base = Path.split(source).name
        if let entry = try visit(source, path: name ?? base, followLink: true) { return entry }
      } else {
        return nil
      }
    }
  }

  private mutating func visit(_ source: String, path: String, followLink: Bool) throws(Failure) -> Entry? {
    let found: FileStatus?
    do throws(SystemError) {
      found = try Path.status(source, followLink: followLink)
    } catch {
      throw Failure(local: error, path: source)
    }
    guard let status = found else { throw Failure(.noSuchFile, source) }
    switch status.kind {
    case .regular:
      if case .oneLevel(let suffixes?) = shape, !levels.isEmpty, !hasSuffix(path, of: suffixes) {
        skipped += 1
        return nil
      }
      return Entry(source: source, path: path, kind: .file, size: status.size, modified: status.modified)
    case .directory:
      if shape != .tree, !levels.isEmpty {
        skipped += 1
        return nil
      }
      return try enter(source, path: path, status)
    default:
      guard levels.isEmpty else {
        skipped += 1
        return nil
      }
      throw Failure(.notAFile, source)
    }
  }

  private mutating func enter(_ source: String, path: String, _ status: FileStatus) throws(Failure) -> Entry? {
    do throws(SystemError) {
      let entries = try Directory(path: source).entries()
      let names = entries.filter(\.isValidName).map(\.name)
      let unsendable = entries.filter { !$0.isValidName }.map(\.name)
      levels.append(Level(source: source, path: path, names: names.sorted()[...], unsendable: unsendable[...]))
      guard entries.isEmpty, shape == .tree else { return nil }
      return Entry(source: source, path: path, kind: .directory, size: 0, modified: status.modified)
    } catch {
      throw Failure(local: error, path: source)
    }
  }

  private func hasSuffix(_ path: String, of suffixes: [String]) -> Bool {
    let lower = path.lowercased()
    return suffixes.contains { lower.hasSuffix("." + $0) }
  }

  /// The suffixes of the files that the Mac app's own folder send takes.
  static let originalSuffixes = ["mp3", "m4a", "txt", "wav"]
}
