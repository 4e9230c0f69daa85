public import Sys

/// Why the known peers cannot be read or changed.
public enum KnownPeersError: Error, Sendable, Hashable {
  /// The line of that number, from 1, is not of the form.
  case badLine(Int)
  /// The line of that number has an id or a petname that stands in an earlier one too.
  case repeated(Int)
  /// There are, or would be, more than 4096.
  case tooMany
  /// Others than its user may read or write the file: its permission bits.
  case mode(UInt32)
  /// The same of its folder.
  case folderMode(UInt32)
  /// The file, or its folder, belongs to another user.
  case foreign
  /// Something that is no regular file stands there.
  case notAFile
  /// The key is known, under that name.
  case alreadyKnown(Petname)
  /// Another key has the name.
  case nameTaken(Petname)
  /// No peer has the name.
  case notKnown(Petname)
  /// Another program holds the file's lock for longer than is waited.
  case locked
  /// The system said no.
  case system(SystemError)
}
