public import Documents
public import SessionCore
import Sys

extension Node {
  /// Writes preferences to a file of their own, for the user alone, and gives its path.
  public func makeScratch(_ document: PropertyListDocument) throws(Failure) -> String {
    let folder = Environment.variable("TMPDIR") ?? "/tmp"
    let ending = document.format == .json ? "json" : "plist"
    let path = "\(folder)/socketplay-\(Random.hexadecimal(bytes: 8)).\(ending)"
    try write(document, to: path)
    return path
  }

  /// Removes such a file.
  public func removeScratch(_ path: String) {
    let (parent, name) = Path.split(path)
    guard let folder = try? Directory(path: parent) else { return }
    try? folder.unlink(name)
  }

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
