import Sys

/// The folder of the journals, `transfers` in the state folder: one `<identifier>.journal` for each part.
final class JournalFolder: Sendable {
  private static let suffix = ".journal"
  /// The largest journal that is read.
  private static let maximumSize = 32_768 + Journal.maximumMarks * Journal.markSize

  private let directory: Directory
  /// The files that were stored.
  let stored: StoredTable

  /// Opens the folder below the state folder, making it where it is not there.
  init(state: String) throws(SystemError) {
    let directory = try Directory(makingPath: state + "/transfers", mode: 0o700)
    stored = try StoredTable(in: directory)
    self.directory = directory
  }

  /// What the journal of that identifier says; nil where there is none, or a damaged one.
  func read(_ identifier: String) -> (header: JournalHeader, marks: [Mark])? {
    let bytes = try? WholeFile.read(identifier + Self.suffix, in: directory, maximumSize: Self.maximumSize)
    return bytes.flatMap(Journal.parse)
  }

  /// Writes a journal anew, in one step, and opens it for further marks.
  func write(_ identifier: String, _ header: JournalHeader, _ marks: [Mark]) throws(SystemError) -> Journal {
    let temporary = ".\(Random.hexadecimal(bytes: 8)).tmp"
    let file = try directory.createFile(temporary, mode: 0o600)
    do throws(SystemError) {
      try file.writeAll(Journal.bytes(of: header, marks))
      try directory.rename(temporary, to: identifier + Self.suffix)
    } catch {
      try? directory.unlink(temporary)
      throw error
    }
    return Journal(file, name: identifier, in: self)
  }

  /// Removes the journal of that identifier, where there is one.
  func remove(_ identifier: String) {
    try? directory.unlink(identifier + Self.suffix)
  }

  /// Whether the journal of that identifier is this very file.
  func isStill(_ file: borrowing FileDescriptor, _ identifier: String) -> Bool {
    guard let named = try? directory.status(identifier + Self.suffix), let held = try? file.status() else {
      return false
    }
    return named.isSameFile(as: held)
  }

  /// The identifiers of all journals, sorted.
  func identifiers() throws(SystemError) -> [String] {
    try directory.entries().map(\.name).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(Self.suffix.count)) }.sorted()
  }

  /// When the journal last grew, in nanoseconds since 1970; nil where there is none.
  func modified(_ identifier: String) -> Int64? {
    (try? directory.status(identifier + Self.suffix))?.modified
  }
}
