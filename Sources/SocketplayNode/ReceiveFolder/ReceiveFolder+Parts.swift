import SessionCore
import Sys

extension ReceiveFolder {
  /// A part that was taken to be written to, and what its journal says of it.
  struct Claim {
    var file: IncomingFile
    /// What it may be resumed from; empty where it begins anew.
    var marks: [Mark]
    /// Whether what there was came from a source of another size or time.
    var isChanged: Bool
  }

  /// How many transfers of one key may be under way: the same path sent several times at once.
  static let maximumClaims = 64
  /// How many of them can be resumed.
  static let resumableClaims = 8

  /// Takes the part of a transfer that can be resumed: the one an earlier connection left, or a new one.
  ///
  /// A part has one writer: whoever holds the lock of its file. One that is held, or is no file of this user's own, is
  /// passed over for the next of that key. Only a part that is to be taken is locked, not one that is looked at: two
  /// transfers that start at once each find their own.
  mutating func claim(_ path: [String], _ header: JournalHeader, _ journals: JournalFolder) throws(ReceiveError)
    -> Claim
  {
    guard let name = path.last else { throw .name(.empty) }
    let folderPath = Array(path.dropLast())
    let folder = try folder(folderPath)
    var others: [Int] = []
    for number in 1...Self.resumableClaims {
      let identifier = header.key.identifier(number)
      var header = header
      header.part = Self.partName(name, identifier)
      guard try isTaken(header.part) else { continue }
      let known = journals.read(identifier)
      guard let known, known.header.isContinued(by: header) else {
        // Another version of the source; or another source of the same name, whose sender has gone.
        if known.map({ $0.header.key == header.key && !$0.header.isSetAside }) ?? true { others.append(number) }
        continue
      }
      guard let part = try lockedPart(header.part), let known = journals.read(identifier),
        known.header.isContinued(by: header)
      else {
        continue
      }
      let size = try receiving { () throws(SystemError) in try part.status().size }
      try checkSpace(header.size - size, in: folder)
      let marks = known.marks.filter { $0.offset <= size }
      let journal = try receiving { () throws(SystemError) in try journals.write(identifier, header, marks) }
      let file = IncomingFile(
        part, folder: folder, folderPath: folderPath, name: name, part: header.part, journal: journal)
      return Claim(file: file, marks: marks, isChanged: false)
    }
    for number in others + Array(1...Self.maximumClaims) {
      let identifier = header.key.identifier(number)
      var header = header
      header.part = Self.partName(name, identifier)
      if !others.contains(number), try isTaken(header.part) { continue }
      guard let part = try lockedPart(header.part) else { continue }
      let isChanged = try receiving { () throws(SystemError) in
        let isChanged = try part.status().size > 0
        try part.setSize(0)
        return isChanged
      }
      do throws(ReceiveError) {
        try checkSpace(header.size, in: folder)
      } catch {
        // Nothing is in it: a peer that offers what there is no room for leaves no files behind.
        try? root.directory.unlink(header.part)
        journals.remove(identifier)
        throw error
      }
      let journal = try receiving { () throws(SystemError) in try journals.write(identifier, header, []) }
      let file = IncomingFile(
        part, folder: folder, folderPath: folderPath, name: name, part: header.part, journal: journal)
      return Claim(file: file, marks: [], isChanged: isChanged)
    }
    throw .blocked(name)
  }

  private func isTaken(_ part: String) throws(ReceiveError) -> Bool {
    try receiving { () throws(SystemError) in try root.directory.status(part) } != nil
  }

  /// Sets a part aside whose bytes proved to be other than was said: under a name that tells so, and in the journals.
  ///
  /// A file without a name, which fits one chunk, is dropped.
  func setAside(_ file: IncomingFile, _ header: JournalHeader, _ journals: JournalFolder) throws(ReceiveError) {
    guard let part = file.part else { return }
    let identifier = Random.hexadecimal(bytes: 8)
    var header = header
    header.part = ".\(file.name).\(identifier)\(Self.damagedSuffix)"
    header.isSetAside = true
    try receiving { () throws(SystemError) in
      try root.directory.renameWithoutReplacing(part, to: header.part, in: root.directory)
      file.journal?.remove()
      _ = try journals.write(identifier, header, [])
    }
  }

  static let partSuffix = ".part"
  /// What the name of a part that was set aside ends in.
  static let damagedSuffix = ".damaged"

  /// A part in the receive folder itself, where no name of a peer's begins with a dot: never a received file.
  static func partName(_ name: String, _ identifier: String) -> String { ".\(name).\(identifier)\(partSuffix)" }

  /// Opens a part, made where it is not there, and takes its lock.
  ///
  /// Nil where somebody else holds it, or something stands there that is no file of this user's own.
  private func lockedPart(_ part: String) throws(ReceiveError) -> FileDescriptor? {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try root.directory.openOrCreateFile(part, mode: 0o600)
    } catch {
      if error.isNoSpace { throw ReceiveError(error) }
      return nil
    }
    do throws(SystemError) {
      let status = try descriptor.status()
      guard status.kind == .regular, status.owner == Environment.user, status.links == 1, try descriptor.tryLock(),
        // Its writer may have stored or dropped it before the lock was free.
        let named = try root.directory.status(part), named.inode == status.inode, named.device == status.device
      else { return nil }
    } catch {
      throw ReceiveError(error)
    }
    return descriptor
  }
}
