import Sys
import TestSupport

/// A tmpfs of a few bytes in a mount namespace of its own, reached through the process that holds it.
final class SmallFileSystem {
  /// Whether this machine lets a test make one.
  static let isPossible: Bool = {
    guard Environment.user == 0, let unshare = Program.find("unshare") else { return false }
    let child = try? ChildProcess(
      unshare, arguments: ["-m", "true"], input: .nothing, output: .nothing, error: .nothing)
    return (try? child?.waitBlocking()) == .exited(0)
  }()

  /// Where it stands, for this process.
  let path: String
  private let directory: TemporaryDirectory
  private let holder: ChildProcess
  private let hold: Handover<FileDescriptor>

  init(size: String) throws {
    struct NotMounted: Error {}
    directory = try TemporaryDirectory()
    let input = try Pipe()
    let output = try Pipe()
    let reading = input.reading
    let writing = output.writing
    let script = "mount -t tmpfs -o size=\(size) tmpfs '\(directory.path)' && echo ready && exec cat"
    holder = try ChildProcess(
      Program.find("unshare") ?? "", arguments: ["-m", "sh", "-c", script], input: .descriptor(reading.unowned),
      output: .descriptor(writing.unowned), error: .inherited)
    hold = Handover(input.writing)
    path = "/proc/\(holder.process)/root\(directory.path)"
    _ = consume reading
    _ = consume writing
    var reader = LineReader(output.reading.unowned, maximumLength: 100)
    let line = try reader.next()
    if line != .bytes(Array("ready".utf8)) { throw NotMounted() }
  }

  deinit {
    _ = hold.take()
    _ = try? holder.waitBlocking()
  }
}
