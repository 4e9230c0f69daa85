import SessionCore
import Sys

/// A file that is being received: without a name, or under its part's name, until `ReceiveFolder` has stored it.
///
/// Let go of without that, it closes: a part stays, a nameless file vanishes.
final class IncomingFile: Sendable {
  /// Where it is going to stand.
  let folder: OpenFolder
  /// The components of the folder's path in the receive folder.
  let folderPath: [String]
  /// The name it is going to have, where that is free.
  let name: String
  /// The name of its part in the receive folder; nil where it has none.
  let part: String?
  /// What is noted of it, where it can be resumed.
  let journal: Journal?
  private let file: FileDescriptor

  init(
    _ file: consuming FileDescriptor, folder: OpenFolder, folderPath: [String], name: String, part: String?,
    journal: Journal? = nil
  ) {
    self.file = file
    self.folder = folder
    self.folderPath = folderPath
    self.name = name
    self.part = part
    self.journal = journal
  }

  /// Its descriptor, for as long as the file is held.
  var descriptor: UnownedDescriptor { file.unowned }

  /// Cuts off what is not proven.
  func cut(to size: Int64) throws(ReceiveError) {
    try receiving { () throws(SystemError) in try file.setSize(size) }
  }

  /// A check of how far its bytes are what the marks say.
  ///
  /// `kind` is what the two ends compare.
  func check(_ marks: [Mark], _ kind: Offer.Digest) throws(ReceiveError) -> PrefixCheck {
    let duplicate: FileDescriptor = try receiving { () throws(SystemError) in try file.duplicate() }
    return PrefixCheck(duplicate, marks: marks, in: .journal, digest: FileDigest(kind))
  }

  /// Copies all bytes of another file.
  ///
  /// Blocks.
  func copy(from other: IncomingFile) throws(ReceiveError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var offset: Int64 = 0
    while true {
      var span = buffer.mutableSpan
      let count = try span.withUnsafeMutableBytes { (bytes) throws(ReceiveError) in
        try receiving { () throws(SystemError) in try other.file.readAll(into: bytes, at: offset) }
      }
      if count == 0 { return }
      try buffer.span.withUnsafeBytes { (bytes) throws(ReceiveError) in
        try write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset)
      }
      offset += Int64(count)
    }
  }

  /// Writes bytes where they belong.
  ///
  /// Blocks where the disk is slow.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ReceiveError) {
    try receiving { () throws(SystemError) in try file.writeAll(bytes, at: offset) }
  }

  /// Writes bytes where they belong.
  ///
  /// Blocks where the disk is slow.
  func write(_ bytes: [UInt8], at offset: Int64) throws(ReceiveError) {
    try bytes.span.withUnsafeBytes { (buffer) throws(ReceiveError) in try write(buffer, at: offset) }
  }
}

/// Where a file was stored.
struct StoredFile: Sendable, Hashable {
  /// Its name, which may not be the one it came with.
  var name: String
  /// The folder it stands in, relative to the receive folder; nil for the receive folder itself.
  var folder: String?
  /// Its absolute path.
  var path: String
  /// The number in its name: 1 for the name it came with.
  var number: Int
  /// Its number on the file system, and when its bytes last changed.
  var inode: UInt64
  var modified: Int64
  /// Whether a file of the same bytes was there already, and this is its name.
  var alreadyThere: Bool
}
