import SessionCore
import Synchronization
import Sys

/// A file of this machine that is on its way into a room.
final class RoomLocalFile: Sendable {
  let file: RoomFile
  private let descriptor: FileDescriptor
  let path: String
  private let failed = Atomic(false)

  /// Opens a file: one of at least a byte, and no more than a room takes.
  init(_ path: String, kind: RoomFile.Kind, number: UInt64) throws(Failure) {
    self.path = path
    let status: FileStatus
    do throws(SystemError) {
      descriptor = try WholeFile.openForReading(path)
      status = try descriptor.status()
    } catch {
      throw Failure(local: error, path: path)
    }
    guard status.kind == .regular else { throw Failure(.notAFile, path) }
    guard status.size > 0 else { throw Failure(.emptyFile, path) }
    guard FilePart.takes(kind, size: status.size) else { throw Failure(.tooLarge, path) }
    file = RoomFile(number: number, kind: kind, bytes: status.size)
  }

  /// Whether it could not be read on: it has become shorter.
  var hasFailed: Bool { failed.load(ordering: .relaxed) }

  /// So many bytes from there; throws where the file has become shorter.
  func read(_ count: Int, at offset: Int64) throws(SystemError) -> [UInt8] {
    do throws(SystemError) {
      return try descriptor.unowned.readExactly(count, at: offset, subject: path)
    } catch {
      failed.store(true, ordering: .relaxed)
      throw error
    }
  }
}
