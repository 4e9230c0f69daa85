import SessionCore
import Sys

extension ReceiveFolder {
  /// How many names are tried where one is taken: `song.mp3`, then `song (2).mp3` and so on.
  static let alternativeLimit = 9_999

  /// Stores a file that is complete: readable by all, on disk, under its name or a free one like it.
  ///
  /// Where a file of the same bytes has that name, or one of the numbered ones before a free one, that is it.
  ///
  /// - Parameter modified: when its bytes last changed at the sender, in nanoseconds since 1970.
  mutating func store(_ file: IncomingFile, modified: Int64?) throws(ReceiveError) -> StoredFile {
    try complete(file, modified)
    try receiving { () throws(SystemError) in try file.descriptor.sync() }
    let stored = try name(file)
    try syncNames()
    return stored
  }

  /// Sets the mode and time a stored file has.
  func complete(_ file: IncomingFile, _ modified: Int64?) throws(ReceiveError) {
    try receiving { () throws(SystemError) in
      try file.descriptor.setMode(0o644)
      if let modified { try file.descriptor.setModified(modified) }
    }
  }

  /// Gives a file its name, or finds the one that has the same bytes.
  mutating func name(_ file: IncomingFile) throws(ReceiveError) -> StoredFile {
    for number in 1...Self.alternativeLimit {
      let wished = number == 1 ? file.name : NameRules.numbered(file.name, number)
      let name = try receiving { () throws(SystemError) in try file.folder.nameOnDisk(wished) }
      if try take(name, for: file) { return try stored(file, name, number, alreadyThere: false) }
      if try hasSameBytes(file, as: name) {
        try discard(file)
        return try stored(file, name, number, alreadyThere: true)
      }
    }
    throw .blocked(file.name)
  }

  /// Has the names of all folders in which some were made on disk.
  mutating func syncNames() throws(ReceiveError) {
    let folders = unsynced
    unsynced = []
    try receiving { () throws(SystemError) in for folder in folders { try folder.syncNames() } }
  }

  private mutating func take(_ name: String, for file: IncomingFile) throws(ReceiveError) -> Bool {
    do throws(SystemError) {
      if let part = file.part {
        try root.directory.renameWithoutReplacing(part, to: name, in: file.folder.directory)
      } else {
        try file.folder.directory.link(file.descriptor, as: name)
      }
    } catch  where error.isAlreadyThere {
      return false
    } catch  where error.isNotFound {
      throw .removed
    } catch {
      throw ReceiveError(error)
    }
    file.folder.didMake(name)
    unsynced.append(file.folder)
    file.journal?.remove()
    return true
  }

  private func stored(
    _ file: IncomingFile, _ name: String, _ number: Int, alreadyThere: Bool
  ) throws(ReceiveError) -> StoredFile {
    try receiving { () throws(SystemError) in
      let status = try file.folder.directory.status(name)
      return StoredFile(
        name: name, folder: file.folderPath.isEmpty ? nil : file.folderPath.joined(separator: "/"),
        path: try file.folder.directory.path() + "/" + name, number: number, inode: status?.inode ?? 0,
        modified: status?.modified ?? 0, alreadyThere: alreadyThere)
    }
  }

  /// The file that a record tells of, where it still stands there untouched.
  mutating func find(_ record: StoredRecord, _ path: [String]) -> StoredFile? {
    guard let last = path.last, let folder = try? folder(Array(path.dropLast())) else { return nil }
    let wished = record.number == 1 ? last : NameRules.numbered(last, Int(record.number))
    guard let name = try? folder.nameOnDisk(wished), let status = try? folder.directory.status(name),
      status.kind == .regular, status.size == record.size, status.inode == record.inode,
      status.modified == record.storedModified, let directory = try? folder.directory.path()
    else { return nil }
    return StoredFile(
      name: name, folder: path.count > 1 ? path.dropLast().joined(separator: "/") : nil, path: directory + "/" + name,
      number: Int(record.number), inode: status.inode, modified: status.modified, alreadyThere: true)
  }

  /// Whether a regular file of that name has the very bytes of the one that came; read only where the sizes are equal.
  private func hasSameBytes(_ file: IncomingFile, as name: String) throws(ReceiveError) -> Bool {
    do throws(SystemError) {
      guard let found = try file.folder.directory.status(name), found.kind == .regular,
        try found.size == file.descriptor.status().size
      else { return false }
      let other = try file.folder.directory.openForReading(name)
      guard try other.status().kind == .regular else { return false }
      return try equalBytes(file.descriptor, other.unowned)
    } catch {
      // What cannot be read is not known to be the same: the next name is tried.
      return false
    }
  }
}

/// Whether two files have the same bytes, up to the first that differs.
private func equalBytes(_ one: UnownedDescriptor, _ other: UnownedDescriptor) throws(SystemError) -> Bool {
  let step = 128 * 1024
  var ours = [UInt8](repeating: 0, count: step)
  var theirs = ours
  var offset: Int64 = 0
  while true {
    var span = ours.mutableSpan
    let count = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try one.readAll(into: bytes, at: offset)
    }
    span = theirs.mutableSpan
    let otherCount = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try other.readAll(into: bytes, at: offset)
    }
    guard count == otherCount, ours[..<count] == theirs[..<count] else { return false }
    if count < step { return true }
    offset += Int64(count)
  }
}
