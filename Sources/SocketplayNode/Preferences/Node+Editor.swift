public import SessionCore
import Sys

extension Node {
  /// Runs an editor on a file, on this terminal, and waits until it has ended.
  ///
  /// `command` is a shell's: it may have arguments.
  public func runEditor(_ command: String, on path: String) async throws(Failure) {
    let end: ChildEnd
    do throws(SystemError) {
      let child = try ChildProcess(
        "/bin/sh", arguments: ["-c", command + " \"$1\"", "sh", path], input: .inherited, output: .inherited,
        error: .inherited)
      end = try await child.wait()
    } catch {
      throw Failure(.commandFailed, command, detail: error.message)
    }
    if end != .exited(0) { throw Failure(.commandFailed, command) }
  }
}
