import Digest
import Documents
import KeyedArchive
import SessionCore
import Stores
import Sys

/// Finds the store that a name means, and where its history is kept.
enum StoreOpener {
  /// What is read of a store: 64 MiB, as much as the wire carries, and as many values as that holds in earnest.
  static let limits = PropertyListLimits(
    maximumSize: 64 << 20, maximumObjects: 1 << 22, maximumDepth: 128, maximumNodes: 1 << 22)

  /// The limits for a peer's list of that size: each value stands in bytes of its own, unless few bytes are made to unfold into
  /// many values.
  ///
  /// As far as half a million they may: equal texts are written once, and settings often have many.
  static func limits(for size: Int) -> PropertyListLimits {
    var limits = limits
    limits.maximumNodes = min(limits.maximumNodes, max(size, 1 << 19))
    return limits
  }

  /// The keeper of a store: a plist file's absolute path, `defaults:DOMAIN` or `dconf:/path/`.
  static func keeper(of name: String, places: Places) throws(Failure) -> PreferenceKeeper {
    keeper(of: try store(of: name), places: places)
  }

  /// The keeper of what a session without a store saves in its receive folder; a link there is not followed.
  static func keeper(ofReceived places: Places) -> PreferenceKeeper {
    keeper(of: PlistFile(path: places.receive + "/prefer.plist", limits: limits, followsLink: false), places: places)
  }

  private static func keeper(of store: any PreferenceStore, places: Places) -> PreferenceKeeper {
    PreferenceKeeper(
      store: store, historyPath: "\(places.state)/prefs/\(digest(of: store.name)).history",
      clock: Time.secondsSince1970)
  }

  private static func store(of name: String) throws(Failure) -> any PreferenceStore {
    if name.hasPrefix("dconf:") {
      guard let store = DconfStore(path: String(name.dropFirst("dconf:".count)), limits: limits) else {
        throw Failure(.storeName, name)
      }
      return store
    }
    let scheme = "defaults:"
    guard name.hasPrefix(scheme) else { return PlistFile(path: name, limits: limits) }
    let domain = String(name.dropFirst(scheme.count))
    guard isDomain(domain), let folder = configurationFolder else { throw Failure(.storeName, name) }
    return PlistFile(path: "\(folder)/\(domain).plist", name: name, limits: limits)
  }

  /// A domain is a file's name: one component, and not hidden.
  private static func isDomain(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && !text.hasPrefix(".") && !text.utf8.contains { $0 == 0x2F || $0 < 0x20 }
  }

  /// Where Foundation on Linux keeps a program's `UserDefaults`: one XML file for each domain.
  private static var configurationFolder: String? {
    Environment.variable("XDG_CONFIG_HOME") ?? Environment.homeDirectory.map { $0 + "/.config" }
  }

  /// Where it is kept what a copy of somebody else's preferences was when it came.
  static func basePath(of copy: String, places: Places) -> String {
    "\(places.state)/prefs/\(digest(of: copy)).base"
  }

  /// A name of its own for each store, whatever is in the store's.
  static func digest(of name: String) -> String {
    var digest = XXH3()
    Array(name.utf8).withUnsafeBytes { digest.update($0) }
    return digest.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension Failure {
  /// A store that could not be read or changed.
  init(store error: StoreError, _ name: String) {
    switch error {
    case .system(let error, .read) where error.isTooLarge: self.init(.tooLarge, name)
    case .system(let error, let deed): self.init(deed == .read ? .unreadable : .unwritable, name, detail: error.message)
    case .locked: self.init(.storeLocked, name)
    case .malformed(let error): self.init(.malformed, name, detail: error.code)
    case .notADictionary: self.init(.notADictionary, name)
    case .unwritable(let error): self.init(.unwritable, name, detail: error.code)
    case .noForm: self.init(.unwritable, name, detail: "plist:::noForm:")
    case .noDconf: self.init(.noDconf)
    case .noSessionBus(let detail): self.init(.noSessionBus, name, detail: detail)
    case .unreadableOutput(let program): self.init(.unreadableOutput, program)
    case .program(let program, let detail): self.init(.commandFailed, program, detail: detail)
    case .partly(let changed, _): self.init(.partlyChanged, name, detail: changed.joined(separator: "\n"))
    case .outgrown, .historyEntry: self.init(.tooLarge, name)
    case .edit(let error): self.init(edit: error)
    case .history(let path, let error): self.init(.historyUnusable, path, detail: error.message)
    case .undo(let error): self.init(undo: error)
    }
  }
}
