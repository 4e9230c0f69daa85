public import Documents
public import SessionCore
public import Sys

/// Why a store was not read or not changed; but for `partly`, the store is as it was.
public enum StoreError: Error, Sendable, Hashable {
  /// The system refused: the file, its folder, or what was to be done with it.
  case system(SystemError, StoreDeed)
  /// Another program holds the store's lock for longer than is waited.
  case locked
  /// The store's file is no property list.
  case malformed(PropertyListDocumentError)
  /// The store's file is a property list, but not a dictionary.
  case notADictionary
  /// A value or key that the store's form cannot hold.
  case unwritable(PropertyListDocumentWriteError)
  /// A key or value that the store has no form for.
  case noForm
  /// The program `dconf` is not installed.
  case noDconf
  /// There is no D-Bus session bus, which dconf writes through; in the program's own words (untrusted).
  case noSessionBus(detail: String)
  /// What the program printed that the store is reached by cannot be read.
  case unreadableOutput(String)
  /// The program that the store is reached by has failed, in its own words (untrusted).
  case program(String, detail: String)
  /// A change that is made in several steps broke off, and could not be taken back: these keys are other than they were.
  case partly(changed: [String], detail: String)
  /// With the new values the store would be too large to be read again.
  case outgrown(limit: Int)
  /// An edit leads nowhere.
  case edit(PreferenceEditError)
  /// The system refused the history's file, at this path.
  case history(String, SystemError)
  /// A change is too large for the history, even without what it changed.
  case historyEntry
  /// There is nothing that could be taken back.
  case undo(History.UndoError)
}

/// What was to be done with a store when the system refused it.
public enum StoreDeed: Sendable, Hashable {
  case read
  case write
}
