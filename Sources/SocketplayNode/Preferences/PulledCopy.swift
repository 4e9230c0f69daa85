import Documents
public import KeyedArchive
public import SessionCore
import Sys

/// `prefer.plist` of the receive folder as a copy of the other end's preferences, and what it was when it came.
///
/// The file is XML, for people; what it cannot hold (fractions of dates, 32-bit reals) stays in the remembered base, so that
/// only what was really edited counts as an edit.
public struct PulledCopy: Sendable {
  /// What the other end had, exactly.
  public var base: PropertyListDictionary
  /// What the file holds now.
  public var copy: PropertyListDictionary

  /// What was edited in the file since, each key with what the other end had.
  public func edits() throws(Failure) -> PreferenceEdits {
    let edits = PreferencesDiff.edits(from: Self.held(base), to: copy)
    var beliefs = PreferenceBase()
    for edit in edits { beliefs[edit.path] = .some(base[edit.path]) }
    return PreferenceEdits(edits, base: beliefs)
  }

  /// Values as the file's form holds them; as they are where XML holds them not at all.
  public static func held(_ keys: PropertyListDictionary) -> PropertyListDictionary {
    keys.heldInXML ?? keys
  }

  /// Whole preferences of a peer were saved as the copy: what is edited of it from now on is told from these.
  ///
  /// Where that cannot be remembered, what came before is forgotten: edits of something else must not be taken for edits of this.
  static func wasReceived(_ keys: PropertyListDictionary, places: Places) {
    let path = StoreOpener.basePath(of: places.receive + "/prefer.plist", places: places)
    let (parent, name) = Path.split(path)
    guard let folder = try? Directory(makingPath: parent, mode: 0o700) else { return }
    do throws(SystemError) {
      guard let bytes = try? PropertyList.dictionary(keys).binary() else { return try folder.unlink(name) }
      try WholeFile.replace(name, in: folder, with: bytes, mode: 0o600)
    } catch {
      try? folder.unlink(name)
    }
  }

  /// The copy itself was sent, each key of it: that is what the other end has of it now, and a later push rests on it.
  ///
  /// Where that cannot be remembered, the push finds the keys changed, and says so.
  static func wasSent(_ bytes: [UInt8], from path: String, places: Places) {
    let basePath = StoreOpener.basePath(of: places.receive + "/prefer.plist", places: places)
    guard path == places.receive + "/prefer.plist",
      let old = try? WholeFile.read(basePath, maximumSize: StoreOpener.limits.maximumSize),
      var base = try? PropertyList(binary: old, limits: StoreOpener.limits).dictionaryValue,
      let sent = try? PropertyListDocument(bytes, limits: StoreOpener.limits).value.dictionaryValue
    else { return }
    let held = Self.held(base)
    // What XML could not tell apart was not edited.
    for entry in sent where held[entry.key] != entry.value { base[entry.key] = entry.value }
    guard let new = try? PropertyList.dictionary(base).binary() else { return }
    try? WholeFile.replace(basePath, with: new, mode: 0o600)
  }
}

extension Node {
  /// The path of the copy.
  public var pulledPath: String { places.receive + "/prefer.plist" }

  /// Saves what the other end has as the copy; `rememberPulled` is to follow.
  public func savePulled(_ keys: PropertyListDictionary) throws(Failure) {
    let value = PropertyList.dictionary(keys)
    do throws(SystemError) {
      TemporaryFile.removeLeftovers(in: try Directory(makingPath: places.receive, mode: 0o755))
    } catch {
      throw Failure(.unwritable, places.receive, detail: error.message)
    }
    // Values that only keyed archives have keep the file binary.
    if let xml = try? value.xml() {
      try write(xml, to: pulledPath)
    } else {
      try write(PropertyListDocument(value, format: .binary), to: pulledPath)
    }
  }

  /// Remembers what the copy came from, so that its edits can be told.
  ///
  /// Where that cannot be, what was remembered before is forgotten: edits of something else must not be taken for edits of this.
  public func rememberPulled(_ keys: PropertyListDictionary) throws(Failure) {
    let path = StoreOpener.basePath(of: pulledPath, places: places)
    let (parent, name) = Path.split(path)
    do throws(SystemError) {
      TemporaryFile.removeLeftovers(in: try Directory(makingPath: parent, mode: 0o700))
    } catch {
      throw Failure(.pulledUnkept, pulledPath, detail: error.message)
    }
    do throws(Failure) {
      try write(PropertyListDocument(.dictionary(keys), format: .binary), to: path)
    } catch {
      if let folder = try? Directory(path: parent) { try? folder.unlink(name) }
      throw Failure(.pulledUnkept, pulledPath, detail: error.detail)
    }
  }

  /// The copy alone, as `diff` needs it; nil where nothing was pulled.
  public func pulledKeys() throws(Failure) -> PropertyListDictionary? {
    do throws(Failure) {
      return try pulledCopy()?.copy
    } catch {
      // What it came from is not needed for that, whatever is wrong with it.
      return try readPreferences(pulledPath)
    }
  }

  /// The copy, and what it was when it came; nil where nothing was pulled.
  public func pulledCopy() throws(Failure) -> PulledCopy? {
    do throws(Failure) {
      return PulledCopy(base: try pulledBase(), copy: try readPreferences(pulledPath))
    } catch {
      if error.reason == .noSuchFile { return nil }
      throw error
    }
  }

  private func pulledBase() throws(Failure) -> PropertyListDictionary {
    do throws(Failure) {
      return try readPreferences(StoreOpener.basePath(of: pulledPath, places: places))
    } catch {
      // Nobody has a use for the words of a reader about a file that he does not know.
      guard error.reason == .malformed || error.reason == .notADictionary else { throw error }
      throw Failure(.pulledDamaged, pulledPath)
    }
  }
}
