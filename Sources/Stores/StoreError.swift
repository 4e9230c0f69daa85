public import Documents
public import SessionCore
public import Sys

/// Why a store was not read or not changed; whatever it is, the store is as it was.
public enum StoreError: Error, Sendable, Hashable {
  /// The system refused: the file, its folder, or what was to be done with it.
  case system(SystemError)
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
  /// The program that the store is reached by has failed, in its own words (untrusted).
  case program(String, detail: String)
  /// With the new values the store would be too large to be read again.
  case outgrown(limit: Int)
  /// An edit leads nowhere.
  case edit(PreferenceEditError)
  /// The history's file is damaged.
  case history
  /// There is nothing that could be taken back.
  case undo(History.UndoError)
}
