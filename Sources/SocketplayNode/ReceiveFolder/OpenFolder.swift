import SessionCore
import Synchronization
import Sys

/// A folder that files are stored in, held open: what is stored goes there, whatever becomes of its path meanwhile.
final class OpenFolder: Sendable {
  let directory: Directory
  /// The names that are not ASCII, in Swift's canonical equality: an NFD name finds its NFC twin.
  ///
  /// Nil until one is asked for.
  private let otherNames = Mutex<Set<String>?>(nil)
  /// Whether a name was made here that is not on disk yet.
  private let needsSync = Atomic(false)

  init(_ directory: consuming Directory) {
    self.directory = directory
  }

  /// Whether this very folder is what has that name in `parent` now.
  func stands(as name: String, in parent: OpenFolder) -> Bool {
    guard let named = try? parent.directory.status(parent.nameOnDisk(name)),
      let held = try? directory.descriptor.status()
    else { return false }
    return named.isSameFile(as: held)
  }

  /// The name as it stands on disk where the same name is there in another normal form; else the name itself.
  ///
  /// Lists the folder the first time it is asked for a name that is not ASCII.
  func nameOnDisk(_ name: String) throws(SystemError) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    return try otherNames.withLock { (names) throws(SystemError) in
      var known: Set<String>
      if let names {
        known = names
      } else {
        known = []
        try directory.forEachEntry { entry in
          if entry.isValidName, !entry.name.utf8.allSatisfy({ $0 < 0x80 }) { known.insert(entry.name) }
          return true
        }
        names = known
      }
      guard let position = known.firstIndex(of: name) else { return name }
      return known[position]
    }
  }

  /// A name was made here.
  func didMake(_ name: String) {
    needsSync.store(true, ordering: .relaxed)
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return }
    otherNames.withLock { names in _ = names?.insert(name) }
  }

  /// Has the names made here on disk.
  ///
  /// Blocks.
  func syncNames() throws(SystemError) {
    if needsSync.exchange(false, ordering: .relaxed) { try directory.sync() }
  }

  /// Opens a folder in this one, making it where it is not there; a link, or anything else in its place, is refused.
  func subfolder(_ name: String) throws(ReceiveError) -> OpenFolder {
    let name = try receiving { () throws(SystemError) in try nameOnDisk(name) }
    do throws(SystemError) {
      return OpenFolder(try directory.openDirectory(name))
    } catch  where error.isNotFound {
      // Made below.
    } catch {
      throw error.isLink || error.isNotADirectory ? .blocked(name) : ReceiveError(error)
    }
    do throws(SystemError) {
      try directory.makeDirectory(name, mode: 0o755)
      didMake(name)
    } catch  where error.isAlreadyThere {
      // Somebody else was first.
    } catch {
      throw ReceiveError(error)
    }
    do throws(SystemError) {
      return OpenFolder(try directory.openDirectory(name))
    } catch {
      throw error.isLink || error.isNotADirectory ? .blocked(name) : ReceiveError(error)
    }
  }
}
