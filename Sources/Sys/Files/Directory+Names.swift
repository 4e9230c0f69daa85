import Glibc

extension Directory {
  /// Gives an open file, which may have none, another name (`linkat` through `/proc/self/fd`); EEXIST where the name is taken.
  public func link(_ file: borrowing some Descriptor & ~Copyable, as name: String) throws(SystemError) {
    try checkComponent("linkat", name)
    let source = "/proc/self/fd/\(file.rawValue)"
    try checked("linkat", name) { linkat(AT_FDCWD, source, descriptor.rawValue, name, AT_SYMLINK_FOLLOW) }
  }

  /// Renames without ever replacing (`renameat2` with `RENAME_NOREPLACE`); EEXIST where the new name is taken.
  ///
  /// Where the file system cannot, a second link and the removal of the first name do the same for files.
  public func renameWithoutReplacing(
    _ name: String, to newName: String, in target: borrowing Directory
  ) throws(SystemError) {
    try checkComponent("renameat2", name)
    try checkComponent("renameat2", newName)
    if let renameat2 = LinuxCalls.renameat2 {
      do {
        try checked("renameat2", newName) {
          renameat2(
            descriptor.rawValue, name, target.descriptor.rawValue, newName, LinuxConstants.renameNoReplace)
        }
        return
      } catch  where !error.isUnsupported {
        throw error
      } catch {}
    }
    try checked("linkat", newName) { linkat(descriptor.rawValue, name, target.descriptor.rawValue, newName, 0) }
    try unlink(name)
  }

  /// Renames, replacing a file of the new name in one step (`renameat`).
  public func rename(_ name: String, to newName: String) throws(SystemError) {
    try checkComponent("renameat", name)
    try checkComponent("renameat", newName)
    try checked("renameat", newName) { renameat(descriptor.rawValue, name, descriptor.rawValue, newName) }
  }

  /// Removes a name that is not a directory's (`unlinkat`).
  public func unlink(_ name: String) throws(SystemError) {
    try checkComponent("unlinkat", name)
    try checked("unlinkat", name) { unlinkat(descriptor.rawValue, name, 0) }
  }

  /// Removes an empty directory (`unlinkat` with `AT_REMOVEDIR`).
  public func removeDirectory(_ name: String) throws(SystemError) {
    try checkComponent("unlinkat", name)
    try checked("unlinkat", name) { unlinkat(descriptor.rawValue, name, AT_REMOVEDIR) }
  }

  /// What stands under a name (`fstatat`), a link as itself unless `followLink`; nil where nothing does.
  public func status(_ name: String, followLink: Bool = false) throws(SystemError) -> FileStatus? {
    try checkComponent("fstatat", name)
    var status = stat()
    do {
      try checked("fstatat", name) {
        fstatat(descriptor.rawValue, name, &status, followLink ? 0 : AT_SYMLINK_NOFOLLOW)
      }
    } catch  where error.isNotFound {
      return nil
    }
    return FileStatus(status)
  }
}
