import SessionCore
import Sys

/// The folder that everything a peer sends is stored in, and nothing outside it.
///
/// Held open from the start: everything is done relative to its descriptor and follows no link. Nothing there is ever
/// replaced or removed but this program's own parts and `prefer.plist`. All of it blocks on the disk; it is meant for one
/// thread, or queue, at a time.
struct ReceiveFolder: ~Copyable, Sendable {
  /// Files known to be no larger get no part: one chunk is there or not.
  static let namelessLimit: Int64 = 204_800
  /// How many folders are held open at once, beside those of files under way.
  static let openFolderLimit = 64
  /// How deep a tree may be: each level of it is opened on the way.
  static let maximumDepth = 64

  let root: OpenFolder
  private var folders: [[String]: OpenFolder] = [:]
  /// Folders in which something was made that is not on disk yet.
  var unsynced: [OpenFolder] = []
  /// Files that wait for the next shared sync.
  var waiting: [WaitingFile] = []

  /// Opens the folder at an absolute path, making it where it is not there.
  init(path: String) throws(ReceiveError) {
    root = OpenFolder(try receiving { () throws(SystemError) in try Directory(makingPath: path, mode: 0o755) })
  }

  /// The folder that is open already, for another queue.
  init(root: OpenFolder) {
    self.root = root
  }

  /// Whether the folder was removed while it was held open.
  var isRemoved: Bool { (try? root.directory.descriptor.status().links) == 0 }

  /// The absolute path it has now.
  func path() throws(ReceiveError) -> String {
    try receiving { () throws(SystemError) in try root.directory.path() }
  }

  /// Opens (and makes, where they are not there) the folders of a checked path.
  ///
  /// One that is held open counts only while it still stands there: the user may have moved or removed it.
  mutating func folder(_ path: [String]) throws(ReceiveError) -> OpenFolder {
    guard let name = path.last else { return root }
    let parent = try folder(Array(path.dropLast()))
    if let known = folders[path], known.stands(as: name, in: parent) { return known }
    let made = try parent.subfolder(name)
    if folders.count >= Self.openFolderLimit { folders.removeAll() }
    folders[path] = made
    unsynced.append(parent)
    return made
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: its checked path (`NameRules.path`), the name last.
  ///   - id: what tells its part from others of the same name: ASCII letters, digits and `-`, at most 32. Such a part
  ///     cannot be resumed.
  ///   - size: its size where that is known; there must be room for it.
  mutating func begin(_ path: [String], id: String, size: Int64?) throws(ReceiveError) -> IncomingFile {
    guard let name = path.last else { throw .name(.empty) }
    precondition(id.utf8.count <= 32 && id.utf8.allSatisfy(Self.isIdentifierByte), "not the id of a part")
    let folderPath = Array(path.dropLast())
    let folder = try folder(folderPath)
    if let size { try checkSpace(size, in: folder) }
    if let size, size <= Self.namelessLimit, let file = try namelessFile(in: folder) {
      return IncomingFile(file, folder: folder, folderPath: folderPath, name: name, part: nil)
    }
    let part = Self.partName(name, id)
    let file = try partFile(part)
    return IncomingFile(file, folder: folder, folderPath: folderPath, name: name, part: part)
  }

  /// Drops a file: its part is removed, and what is known of it.
  func discard(_ file: IncomingFile) throws(ReceiveError) {
    guard let part = file.part else { return }
    file.journal?.remove()
    do throws(SystemError) {
      try root.directory.unlink(part)
    } catch  where !error.isNotFound {
      throw ReceiveError(error)
    } catch {}
  }

  /// Saves the preferences that came as `prefer.plist`, in one step, for the user's eyes only; tells its path.
  func savePreferences(_ bytes: [UInt8]) throws(ReceiveError) -> String {
    try receiving { () throws(SystemError) in
      try WholeFile.replace("prefer.plist", in: root.directory, with: bytes, mode: 0o600)
      return try root.directory.path() + "/prefer.plist"
    }
  }

  func checkSpace(_ size: Int64, in folder: OpenFolder) throws(ReceiveError) {
    let available = try receiving { () throws(SystemError) in try folder.directory.descriptor.availableSpace() }
    if available < size { throw .noSpace(available: available) }
  }

  /// A file without a name; nil where the file system has no such thing.
  private func namelessFile(in folder: OpenFolder) throws(ReceiveError) -> FileDescriptor? {
    do throws(SystemError) {
      return try folder.directory.createNamelessFile(mode: 0o600)
    } catch  where error.isUnsupported || error.isADirectory {
      return nil
    } catch {
      throw ReceiveError(error)
    }
  }

  /// A new part, locked as long as it is written; one of the same name that an earlier run left is removed, anything
  /// else there is not.
  private func partFile(_ part: String) throws(ReceiveError) -> FileDescriptor {
    let file = try newFile(part)
    _ = try receiving { () throws(SystemError) in try file.tryLock() }
    return file
  }

  private func newFile(_ part: String) throws(ReceiveError) -> FileDescriptor {
    do throws(SystemError) {
      return try root.directory.createFile(part, mode: 0o600)
    } catch  where !error.isAlreadyThere {
      throw ReceiveError(error)
    } catch {}
    return try receiving { () throws(SystemError) in
      if let old = try root.directory.status(part), old.kind == .regular, old.owner == Environment.user, old.links == 1
      {
        try root.directory.unlink(part)
      }
      return try root.directory.createFile(part, mode: 0o600)
    }
  }

  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: false
    }
  }
}
