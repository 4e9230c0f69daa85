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

  /// How many transfers of one key are told apart: the same path sent several times at once.
  static let maximumClaims = 64

  /// Takes the part of a transfer that can be resumed: the one an earlier connection left, or a new one.
  ///
  /// A part has one writer: whoever holds the lock of its file. One that is held, or is no file of this user's own, is
  /// passed over for the next of that key.
  mutating func claim(_ path: [String], _ header: JournalHeader, _ journals: JournalFolder) throws(ReceiveError)
    -> Claim
  {
    guard let name = path.last else { throw .name(.empty) }
    let folderPath = Array(path.dropLast())
    let folder = try folder(folderPath)
    func file(_ descriptor: consuming FileDescriptor, _ part: String, _ journal: Journal) -> IncomingFile {
      IncomingFile(
        descriptor, folder: folder, folderPath: folderPath, name: name, part: part, journal: journal)
    }

    var header = header
    var changed: Int?
    var free: Int?
    for number in 1...Self.maximumClaims where free == nil {
      let identifier = header.key.identifier(number)
      let part = Self.partName(name, identifier)
      guard try receiving({ () throws(SystemError) in try root.directory.status(part) }) != nil else {
        free = number
        continue
      }
      guard let descriptor = try lockedPart(part) else { continue }
      let known = journals.read(identifier)
      guard let known, known.header.key == header.key, known.header.part == part, !known.header.isSetAside,
        known.header.size == header.size, known.header.modified == header.modified
      else {
        // Another version of the source; or another source of the same name, whose sender has gone.
        if known == nil || known?.header.key == header.key { changed = changed ?? number }
        continue
      }
      let size = try receiving { () throws(SystemError) in try descriptor.status().size }
      try checkSpace(header.size - size, in: folder)
      header.part = part
      let marks = known.marks.filter { $0.offset <= size }
      let journal = try receiving { () throws(SystemError) in try journals.write(identifier, header, marks) }
      return Claim(file: file(descriptor, part, journal), marks: marks, isChanged: false)
    }
    guard let number = changed ?? free else { throw .blocked(name) }
    let identifier = header.key.identifier(number)
    header.part = Self.partName(name, identifier)
    guard let descriptor = try lockedPart(header.part) else { throw .blocked(header.part) }
    let isChanged = try receiving { () throws(SystemError) in
      let isChanged = try descriptor.status().size > 0
      try descriptor.setSize(0)
      return isChanged
    }
    try checkSpace(header.size, in: folder)
    let journal = try receiving { () throws(SystemError) in try journals.write(identifier, header, []) }
    return Claim(file: file(descriptor, header.part, journal), marks: [], isChanged: isChanged)
  }

  /// A part in the receive folder itself, where no name of a peer's begins with a dot: never a received file.
  static func partName(_ name: String, _ identifier: String) -> String { ".\(name).\(identifier).part" }

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
