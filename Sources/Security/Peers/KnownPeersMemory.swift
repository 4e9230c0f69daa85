import Synchronization
import Sys

/// What a file of known peers held when it was last read, for as long as it is that file still.
///
/// A host looks somebody up for every caller that proves a key, and most of those are strangers.
final class KnownPeersMemory: Sendable {
  private struct Entry {
    /// What the file was just before it was read.
    var status: FileStatus
    var peers: KnownPeers
  }

  /// Seconds after a change within which another one may leave no trace: as coarse are the times of the coarsest file system.
  private static let grain = 3.0

  private let entry = Mutex(Entry?.none)

  /// The peers that were read from the file that had this status; nil where it is another one now.
  func peers(of status: FileStatus) -> KnownPeers? {
    entry.withLock { entry in entry?.status == status ? entry?.peers : nil }
  }

  /// Keeps what was read, at `now` seconds since 1970, from the file that had this status before; not that of one which was
  /// changed so lately that the next change may look the same, nor of one from a clock that has been set back since.
  func keep(_ peers: KnownPeers, of status: FileStatus, at now: Double) {
    let isSettled = now - Double(status.changed) / 1e9 > Self.grain
    entry.withLock { $0 = isSettled ? Entry(status: status, peers: peers) : nil }
  }
}
