import SessionCore
import Sys

/// What a send has still to do: all of it at first, and what the other end has not confirmed once a connection was lost.
struct SendRest: Sendable {
  /// How it is sent.
  let files: FilesToSend
  /// What it is read through where others get it too; nil where it goes to one, or goes on after a loss.
  var taker: BlockTaker?
  /// The entries that were not reached; nil before the first connection, whose kind says how trees are walked.
  var walk: FileWalk?
  /// Those that were offered and never confirmed.
  var again: [FileWalk.Entry] = []
  var failures: [Failure] = []
  var succeeded = 0

  /// All of it.
  init(_ files: FilesToSend, taker: BlockTaker? = nil) {
    self.files = files
    self.taker = taker
  }

  /// The next entry to offer again, as it is now; nil where there is none.
  mutating func nextAgain() throws(Failure) -> FileWalk.Entry? {
    guard var entry = again.first else { return nil }
    again.removeFirst()
    let status: FileStatus?
    do throws(SystemError) {
      status = try Path.status(entry.source, followLink: !entry.path.utf8.contains(UInt8(ascii: "/")))
    } catch {
      throw Failure(local: error, path: entry.source)
    }
    guard let status else { throw Failure(.noSuchFile, entry.source) }
    entry.size = status.size
    entry.modified = status.modified
    return entry
  }
}

/// How a send ended on one connection.
enum SendOutcome: Sendable {
  case done
  /// The connection was lost before all was confirmed.
  case lost(SendRest, Failure)
}
