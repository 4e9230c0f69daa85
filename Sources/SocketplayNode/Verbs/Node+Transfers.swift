public import SessionCore
import Sys

extension Node {
  /// The files that broke off: those that journals tell of, wherever their parts are, and the parts of the receive folder
  /// that none tells of; the oldest first.
  public func transfers() throws(Failure) -> [PartialTransfer] {
    try found().map(\.transfer)
  }

  /// Removes the parts that broke off, those under way excepted, with what is known of them; gives those removed.
  ///
  /// What cannot be removed is an error; the others are removed all the same.
  public func removeTransfers() throws(Failure) -> [PartialTransfer] {
    var removed: [PartialTransfer] = []
    var failure: Failure?
    let journals = try openJournals()
    for found in try found() where found.transfer.state != .underWay {
      do throws(SystemError) {
        if try Self.removePart(found.part, in: found.folder, known: found.identifier, to: journals) {
          removed.append(found.transfer)
        }
      } catch {
        failure = Failure(.unwritable, found.transfer.path, detail: error.message)
      }
    }
    if let failure { throw failure }
    return removed
  }

  /// Removes a part with its journal; false where somebody has taken it up, or removed it, since it was found.
  ///
  /// Its lock is held while its name goes: who takes a part up looks, behind the lock, whether the name is still its own.
  static func removePart(
    _ part: String, in folder: String, known identifier: String?, to journals: JournalFolder
  ) throws(SystemError) -> Bool {
    let directory = try Directory(path: folder)
    guard let file = try? directory.openForReading(part) else { return false }
    defer { withExtendedLifetime(file.rawValue) {} }
    guard try file.tryLock(), let named = try directory.status(part), try file.status().isSameFile(as: named) else {
      return false
    }
    try directory.unlink(part)
    if let identifier { journals.remove(identifier) }
    return true
  }

  private struct Found {
    var folder: String
    var part: String
    /// Its journal's.
    var identifier: String?
    var transfer: PartialTransfer
  }

  private func openJournals() throws(Failure) -> JournalFolder {
    do throws(SystemError) {
      return try JournalFolder(state: places.state)
    } catch {
      throw Failure(.unwritable, places.state, detail: error.message)
    }
  }

  private func found() throws(Failure) -> [Found] {
    let journals = try openJournals()
    var all: [Found] = []
    do throws(SystemError) {
      for identifier in try journals.identifiers() {
        guard let (header, marks) = journals.read(identifier), Self.isPart(header.part),
          var found = Self.look(header.part, in: header.key.folder)
        else { continue }
        found.identifier = identifier
        found.transfer.name = header.key.path
        found.transfer.peer = header.peer
        found.transfer.size = header.size
        if found.transfer.state == .unfinished, !marks.isEmpty { found.transfer.state = .resumable }
        all.append(found)
      }
      let known = Set(all.map(\.transfer.path))
      for entry in (try? Directory(path: places.receive).entries()) ?? [] where entry.isValidName {
        guard Self.isPart(entry.name), let found = Self.look(entry.name, in: places.receive) else { continue }
        if !known.contains(found.transfer.path) { all.append(found) }
      }
    } catch {
      throw Failure(.unreadable, places.state, detail: error.message)
    }
    return all.sorted { ($0.transfer.age, $0.part) > ($1.transfer.age, $1.part) }
  }

  /// Whether a name of a receive folder is one that only this program gives: no file of a peer's begins with a dot.
  private static func isPart(_ name: String) -> Bool {
    let isNamed = name.hasSuffix(ReceiveFolder.partSuffix) || name.hasSuffix(ReceiveFolder.damagedSuffix)
    return name.hasPrefix(".") && isNamed && name.split(separator: ".").count >= 3
  }

  /// What stands there, where it is a part of this user's own.
  private static func look(_ part: String, in folder: String) -> Found? {
    guard let directory = try? Directory(path: folder), let file = try? directory.openForReading(part),
      let status = try? file.status(), status.kind == .regular, status.owner == Environment.user, status.links == 1,
      let path = try? directory.path()
    else { return nil }
    let isFree = (try? file.tryLock()) ?? false
    let isDamaged = part.hasSuffix(ReceiveFolder.damagedSuffix)
    // `.NAME.IDENTIFIER.part`
    let name = part.dropFirst().split(separator: ".", omittingEmptySubsequences: false).dropLast(2)
    return Found(
      folder: path, part: part,
      transfer: PartialTransfer(
        name: name.joined(separator: "."), path: path + "/" + part, peer: nil, bytes: status.size, size: nil,
        age: max(0, Time.secondsSince1970() - Double(status.modified) / 1e9),
        state: !isFree ? .underWay : isDamaged ? .setAside : .unfinished))
  }
}
