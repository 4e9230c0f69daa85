public import KeyedArchive
import SessionCore
import Documents
import Sys

/// A property list file as a store of preferences: a dictionary whose keys are set one by one.
///
/// A file that is not there counts as empty. The file is replaced as a whole, so whoever reads it sees the old keys or
/// the new ones; a link is followed, and what it points at is replaced. It keeps its form (binary, XML or JSON; XML where it
/// is new), and only its owner may read what is written.
public struct PlistFile: PreferenceStore {
  /// The file's path.
  public let path: String
  /// What people call the store: the path, unless it has a name of its own.
  public let name: String
  /// What is read of the file, and so what it may become.
  public let limits: PropertyListLimits
  /// Whether a link at the path is followed; else it is the system's error (ELOOP).
  public let followsLink: Bool

  /// The store in the file at `path`, which need not be there; its folder must.
  ///
  /// Where others may have put a link there, none is to be followed.
  public init(path: String, name: String? = nil, limits: PropertyListLimits, followsLink: Bool = true) {
    self.followsLink = followsLink
    self.path = path
    self.name = name ?? path
    self.limits = limits
  }

  /// The file itself; where the path is a link, the link too, which may come to lead elsewhere.
  public var changes: StoreChanges {
    guard let destination = try? destination() else { return .unknown }
    return .paths(destination == path ? [path] : [path, destination])
  }

  /// A file's is.
  public var isDated: Bool { true }

  /// The file's number, size and time.
  public func stamp() throws(StoreError) -> StoreStamp {
    try system(.read) { () throws(SystemError) in
      try Path.status(path, followLink: followsLink).map(StoreStamp.init) ?? .none
    }
  }

  /// The store's keys and values.
  public func load() throws(StoreError) -> StoreContent {
    try read(at: path)
  }

  /// Makes edits; while another process or thread does, this waits for some seconds, so that no update is lost.
  public func edit(known: StoreContent?, _ plan: (StoreContent) -> StorePlan) throws(StoreError) -> StoreEdit {
    let path = try destination()
    let (parent, name) = Path.split(path)
    // The folder is locked and not the file, which is another one after each change; closing it unlocks.
    let folder = try lockedFolder(parent)
    var content: StoreContent
    if let known, known.stamp == (try stamp()) {
      content = known
    } else {
      // Somebody has worked on it, and may have crashed.
      TemporaryFile.removeLeftovers(in: folder)
      content = try read(at: path)
    }
    let planned: [PreferenceEdit]
    var trial: StoreContent?
    switch plan(content) {
    case .nothing: return StoreEdit(changes: [], content: content)
    case .edits(let edits): planned = edits
    case .trial(let edits): (planned, trial) = (edits, content)
    }
    let edits = Self.held(planned, in: content.form)
    let isExact = edits == planned
    let changes: [KeyChange]
    do { changes = try content.keys.apply(edits) } catch { throw .edit(error) }
    guard !changes.isEmpty else { return StoreEdit(changes: [], content: content, isExact: isExact) }
    let bytes = try write(&content)
    if let trial { return StoreEdit(changes: changes, content: trial, isExact: isExact) }
    content.stamp = try system(.write) { () throws(SystemError) in
      try WholeFile.replace(name, in: folder, with: bytes, mode: 0o600)
      return try folder.status(name).map(StoreStamp.init) ?? .none
    }
    return StoreEdit(changes: changes, content: content, isExact: isExact)
  }

  private func lockedFolder(_ path: String) throws(StoreError) -> Directory {
    do throws(SystemError) {
      let folder = try Directory(path: path)
      try folder.descriptor.lock(within: HistoryFile.patience)
      return folder
    } catch {
      throw error.isTimeout ? .locked : .system(error, .write)
    }
  }
}

extension StoreStamp {
  init(_ status: FileStatus) {
    self.init(inode: status.inode, size: status.size, modified: status.modified)
  }
}

extension PlistFile {
  /// Where the bytes really are, or will be: the end of a chain of links.
  private func destination() throws(StoreError) -> String {
    // What replaces a file follows no link, and what reads it refuses one.
    guard followsLink else { return path }
    return try system(.read) { () throws(SystemError) in
      try Path.status(path, followLink: false)?.kind == .link ? try Path.resolve(path) : path
    }
  }

  private func read(at path: String) throws(StoreError) -> StoreContent {
    let bytes: [UInt8]
    let stamp: StoreStamp
    do {
      // Taken before the bytes: a change in between is noticed as one that came later.
      stamp = try Path.status(path, followLink: followsLink).map(StoreStamp.init) ?? .none
      if followsLink {
        bytes = try WholeFile.read(path, maximumSize: limits.maximumSize)
      } else {
        let (parent, name) = Path.split(path)
        bytes = try WholeFile.read(name, in: try Directory(path: parent), maximumSize: limits.maximumSize)
      }
    } catch  where error.isNotFound {
      return StoreContent(keys: [:], stamp: .none, form: .xml)
    } catch {
      throw .system(error, .read)
    }
    let document: PropertyListDocument
    do { document = try PropertyListDocument(anyForm: bytes, limits: limits) } catch { throw .malformed(error) }
    // What was read from text is kept as bytes: a fraction of the memory, for as long as the store is served.
    let value = document.format == .binary ? document.value : document.value.compacted
    guard let keys = value.dictionaryValue else { throw .notADictionary }
    return StoreContent(keys: keys, stamp: stamp, form: document.format)
  }

  /// The edits with their values as the form holds them.
  ///
  /// XML drops a date's fraction and a real's width: compared as they were sent, such values would change every time. What it
  /// cannot hold at all stays, and is refused when it is written.
  private static func held(
    _ edits: [PreferenceEdit], in format: PropertyListDocument.Format
  ) -> [PreferenceEdit] {
    guard format == .xml else { return edits }
    return edits.map { edit in PreferenceEdit(edit.path, to: edit.value.map { $0.heldInXML ?? $0 }) }
  }

  /// The bytes of what the store is to hold, which can be read again within the limits.
  ///
  /// What is written in binary is read again, which also leaves the keys in bytes of their own.
  private func write(_ content: inout StoreContent) throws(StoreError) -> [UInt8] {
    let value = PropertyList.dictionary(content.keys)
    guard content.form == .binary || value.isWithin(limits) else { throw .outgrown(limit: limits.maximumNodes) }
    let bytes: [UInt8]
    do {
      bytes = try PropertyListDocument(value, format: content.form).bytes()
    } catch {
      throw .unwritable(error)
    }
    guard bytes.count <= limits.maximumSize else { throw .outgrown(limit: limits.maximumSize) }
    if content.form == .binary {
      do {
        if let keys = try PropertyList(binary: bytes, limits: limits).dictionaryValue { content.keys = keys }
      } catch {
        throw .outgrown(limit: limits.maximumNodes)
      }
    }
    return bytes
  }

  /// What a call of the system gives, its error as the store's.
  private func system<Value>(
    _ deed: StoreDeed, _ call: () throws(SystemError) -> Value
  ) throws(StoreError) -> Value {
    do { return try call() } catch { throw .system(error, deed) }
  }
}
