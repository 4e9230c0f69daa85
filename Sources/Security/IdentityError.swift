public import Sys

/// Why there is no identity to use; nothing is ever made anew in place of one that is there.
public enum IdentityError: Error, Sendable, Hashable {
  /// The file or folder belongs to somebody else.
  case notOwned(path: String)
  /// Others could read or change the file; its permission bits.
  case open(path: String, mode: UInt32)
  /// Others could read or change the folder; its permission bits.
  case openFolder(path: String, mode: UInt32)
  /// A symbolic link stands there, or something that is no file.
  case notAFile(path: String)
  /// The file is not a key and its certificate.
  case damaged(path: String)
  /// A call failed.
  case system(SystemError)
}
