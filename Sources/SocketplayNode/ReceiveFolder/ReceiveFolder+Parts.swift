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
  /// transfers that start at once each find their own. A part of which no journal tells anything is kept for `transfers
  /// clean`, unless no number is left under which a part can be resumed.
  mutating func claim(_ path: [String], _ header: JournalHeader, _ journals: JournalFolder) throws(ReceiveError)
    -> Claim
  {
    let place = try place(path)
    var (others, unknown): ([Int], [Int]) = ([], [])
    for number in 1...Self.resumableClaims {
      let header = header.numbered(number, place.name)
      guard let size = try partSize(header.part) else { continue }
      let known = journals.read(header.key.identifier(number))
      if let known, known.header.isContinued(by: header) {
        if let claim = try takeUp(number, header, place, journals) { return claim }
      } else if size == 0 || known.map({ $0.header.key == header.key && !$0.header.isSetAside }) ?? false {
        // Another version of the source; or another source of the same name, whose sender has gone.
        others.append(number)
      } else if known == nil {
        unknown.append(number)
      }
    }
    for number in others {
      if let claim = try begin(number, header, place, journals) { return claim }
    }
    if let claim = try beginFree(1...Self.resumableClaims, header, place, journals) { return claim }
    for number in unknown {
      if let claim = try begin(number, header, place, journals) { return claim }
    }
    if let claim = try beginFree(Self.resumableClaims + 1...Self.maximumClaims, header, place, journals) {
      return claim
    }
    throw .blocked(place.name)
  }

  private func beginFree(
    _ numbers: ClosedRange<Int>, _ header: JournalHeader, _ place: Place, _ journals: JournalFolder
  ) throws(ReceiveError) -> Claim? {
    for number in numbers {
      if try partSize(header.numbered(number, place.name).part) != nil { continue }
      if let claim = try begin(number, header, place, journals) { return claim }
    }
    return nil
  }

  /// Where a file is going to stand.
  private struct Place {
    let folder: OpenFolder
    let folderPath: [String]
    let name: String

    func file(_ part: consuming FileDescriptor, _ name: String, _ journal: Journal?) -> IncomingFile {
      IncomingFile(part, folder: folder, folderPath: folderPath, name: self.name, part: name, journal: journal)
    }
  }

  private mutating func place(_ path: [String]) throws(ReceiveError) -> Place {
    guard let name = path.last else { throw .name(.empty) }
    let folderPath = Array(path.dropLast())
    return Place(folder: try folder(folderPath), folderPath: folderPath, name: name)
  }

  /// The size of what stands there under a part's name; nil for nothing.
  private func partSize(_ part: String) throws(ReceiveError) -> Int64? {
    try receiving { () throws(SystemError) in try root.directory.status(part) }?.size
  }

  /// Goes on with a part whose journal says that it is this transfer's; nil where somebody else has it, or had just now.
  private func takeUp(
    _ number: Int, _ header: JournalHeader, _ place: Place, _ journals: JournalFolder
  ) throws(ReceiveError) -> Claim? {
    let identifier = header.key.identifier(number)
    guard let part = try lockedPart(header.part), let known = journals.read(identifier),
      known.header.isContinued(by: header)
    else { return nil }
    let size = try receiving { () throws(SystemError) in try part.status().size }
    try checkSpace(header.size - size, in: place.folder)
    let marks = known.marks.filter { $0.offset <= size }
    let journal = try receiving { () throws(SystemError) in try journals.write(identifier, header, marks) }
    return Claim(file: place.file(part, header.part, journal), marks: marks, isChanged: false)
  }

  /// Begins a part anew, whatever was in it; nil where somebody else has it.
  private func begin(
    _ number: Int, _ header: JournalHeader, _ place: Place, _ journals: JournalFolder
  ) throws(ReceiveError) -> Claim? {
    let header = header.numbered(number, place.name)
    guard let part = try lockedPart(header.part) else { return nil }
    let isChanged = try receiving { () throws(SystemError) in
      let isChanged = try part.status().size > 0
      try part.setSize(0)
      return isChanged
    }
    let identifier = header.key.identifier(number)
    do throws(ReceiveError) {
      try checkSpace(header.size, in: place.folder)
    } catch {
      // Nothing is in it: a peer that offers what there is no room for leaves no files behind.
      try? root.directory.unlink(header.part)
      journals.remove(identifier)
      throw error
    }
    // Without one the file comes all the same, and cannot be resumed.
    let journal = try? journals.write(identifier, header, [])
    if journal == nil { journals.remove(identifier) }
    return Claim(file: place.file(part, header.part, journal), marks: [], isChanged: isChanged)
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
        let named = try root.directory.status(part), named.isSameFile(as: status)
      else { return nil }
    } catch {
      throw ReceiveError(error)
    }
    return descriptor
  }
}

extension JournalHeader {
  /// The header with the name of that part of its key.
  fileprivate func numbered(_ number: Int, _ name: String) -> JournalHeader {
    var header = self
    header.part = ReceiveFolder.partName(name, key.identifier(number))
    return header
  }
}
