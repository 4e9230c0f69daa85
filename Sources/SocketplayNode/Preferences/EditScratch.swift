public import Documents
public import KeyedArchive
public import SessionCore
import Sys

/// Preferences in a file that an editor is opened on, and beside it what they were.
///
/// Both stand in the state folder until what was edited has arrived: what somebody typed outlives a connection, a conflict and a
/// crash. Where nothing can be put there, they stand beside the control sockets, and last as long as those. Whoever works on
/// it holds a lock of it.
public final class EditScratch: Sendable {
  /// The most that are kept of one place: of a command that fails each night not all.
  static let maximumKept = 16

  /// The path of the file to edit.
  public let path: String
  /// What the store held.
  public let base: PropertyListDictionary
  /// What the file was when it was made; nil where something was edited in it before.
  private let made: FileStatus?
  private let lock: FileDescriptor

  init(path: String, base: PropertyListDictionary, made: FileStatus?, lock: consuming FileDescriptor) {
    self.path = path
    self.base = base
    self.made = made
    self.lock = lock
  }

  /// What of the base a file of its form holds.
  public var shown: PropertyListDictionary { path.hasSuffix(".json") ? base : PulledCopy.held(base) }

  /// Whether the file is as it was made, and nothing was edited in it.
  public var isUntouched: Bool {
    guard let made, let present = try? Path.status(path) else { return false }
    return made == present
  }

  /// Whether the file is not there any more: an editor has removed it, or its folder.
  public var isRemoved: Bool {
    do throws(SystemError) { return try Path.status(path) == nil } catch { return false }
  }

  /// Where the base of the file at `path` stands.
  static func basePath(of path: String) -> String { path + ".base" }
}

extension Node {
  /// Writes preferences of `place` to a file of their own, for the user alone.
  ///
  /// `base` is what the store holds exactly, and the document that with edits already made in it where it `hasEdits`.
  public func makeScratch(
    _ document: PropertyListDocument, of place: PreferencesPlace, base: PropertyListDictionary, hasEdits: Bool
  ) throws(Failure) -> EditScratch {
    let kept = keptPaths(of: place)
    for old in kept.dropFirst(EditScratch.maximumKept - 1) {
      if let scratch = try? keptScratch(old) { removeScratch(scratch) }
    }
    do throws(Failure) {
      return try makeScratch(document, of: place, base: base, hasEdits: hasEdits, in: editsFolder)
    } catch {
      // The first of two barriers is what can be done something about.
      guard (try? RuntimeFolder(places.runtime)) != nil,
        let scratch = try? makeScratch(document, of: place, base: base, hasEdits: hasEdits, in: spareFolder)
      else { throw error }
      return scratch
    }
  }

  private func makeScratch(
    _ document: PropertyListDocument, of place: PreferencesPlace, base: PropertyListDictionary, hasEdits: Bool,
    in folder: String
  ) throws(Failure) -> EditScratch {
    let ending = document.format == .json ? "json" : "plist"
    let path = "\(folder)/\(prefix(of: place))\(Random.hexadecimal(bytes: 8)).\(ending)"
    do throws(SystemError) {
      removeLeftovers(in: try Directory(makingPath: folder, mode: 0o700))
    } catch {
      throw Failure(.unwritable, folder, detail: error.message)
    }
    let basePath = EditScratch.basePath(of: path)
    try write(PropertyListDocument(.dictionary(base), format: .binary), to: basePath)
    // Locked before the file itself is there: nobody else is offered what is only being made.
    let lock = try lockedBase(basePath)
    do throws(Failure) {
      try write(document, to: path)
    } catch {
      remove(path)
      throw error
    }
    return EditScratch(path: path, base: base, made: hasEdits ? nil : try? Path.status(path), lock: lock)
  }

  /// Removes what crashes have left: temporary files, and bases whose file never came to be.
  private func removeLeftovers(in folder: borrowing Directory) {
    TemporaryFile.removeLeftovers(in: folder)
    let names = Set(((try? folder.entries()) ?? []).map(\.name))
    for base in names where base.hasSuffix(".base") {
      let name = String(base.dropLast(".base".utf8.count))
      if names.contains(name) { continue }
      // Whoever is making one has locked it.
      guard let status = (try? folder.status(base)).flatMap(\.self), TemporaryFile.isOld(status),
        let lock = try? folder.openForReading(base), (try? lock.tryLock()) == true
      else { continue }
      do throws(SystemError) {
        if try folder.status(name) == nil { try folder.unlink(base) }
      } catch {
        // Whether it is there is not known, or the base stays: the next one looks again.
      }
    }
  }

  private func lockedBase(_ path: String) throws(Failure) -> FileDescriptor {
    do throws(SystemError) {
      let lock = try WholeFile.openForReading(path)
      _ = try lock.tryLock()
      return lock
    } catch {
      throw Failure(.unwritable, path, detail: error.message)
    }
  }

  /// What was edited of `place` last and has not arrived; nil where there is nothing, or somebody works on it.
  public func keptScratch(of place: PreferencesPlace) -> EditScratch? {
    // Each is tried once: what one look has locked, or found, the next may not.
    for path in keptPaths(of: place) { if let scratch = try? keptScratch(path) { return scratch } }
    return nil
  }

  /// Removes the file, and what belongs to it.
  public func removeScratch(_ scratch: EditScratch) { remove(scratch.path) }

  private func remove(_ path: String) {
    let (parent, name) = Path.split(path)
    guard let folder = try? Directory(path: parent) else { return }
    // The base last: while it is there, so is its lock.
    try? folder.unlink(name)
    try? folder.unlink(EditScratch.basePath(of: name))
  }

  /// A file that is kept; nil where somebody works on it.
  private func keptScratch(_ path: String) throws(Failure) -> EditScratch? {
    let basePath = EditScratch.basePath(of: path)
    let base = try readPreferences(basePath)
    do throws(SystemError) {
      let lock = try WholeFile.openForReading(basePath)
      // Who had the lock may have removed it meanwhile.
      guard try lock.tryLock(), let named = try Path.status(basePath), try lock.status().isSameFile(as: named) else {
        return nil
      }
      return EditScratch(path: path, base: base, made: nil, lock: lock)
    } catch {
      throw Failure(local: error, path: path)
    }
  }

  /// The files that are kept of a place, the newest first.
  private func keptPaths(of place: PreferencesPlace) -> [String] {
    let prefix = prefix(of: place)
    let dated = [editsFolder, spareFolder].flatMap { path -> [(path: String, modified: Int64)] in
      guard let folder = try? Directory(path: path), let entries = try? folder.entries() else { return [] }
      let names = entries.map(\.name).filter { $0.hasPrefix(prefix) && !$0.hasSuffix(".base") }
      return names.compactMap { name in
        (try? folder.status(name)).flatMap { $0 }.map { ("\(path)/\(name)", $0.modified) }
      }
    }
    return dated.sorted { $0.modified > $1.modified }.map(\.path)
  }

  private var editsFolder: String { "\(places.state)/prefs/edits" }
  private var spareFolder: String { "\(places.runtime)/edits" }

  /// How the names of a place's files begin.
  private func prefix(of place: PreferencesPlace) -> String {
    let text =
      switch place {
      case .store(let name): "store \(name)"
      case .peer(.session(let session), let peer): "session \(session ?? "") \(peer ?? "")"
      case .peer(.name(let host), let peer), .peer(.host(let host, _), let peer): "name \(host) \(peer ?? "")"
      case .peer(.address(let endpoint), let peer): "address \(endpoint.description) \(peer ?? "")"
      }
    return StoreOpener.digest(of: text) + "-"
  }
}
