import Dispatch
import Stores
import Sys

/// Tells when a store may have changed, until it is let go of.
enum StoreWatch: Sendable {
  case file(FileWatch)
  case program(ProgramWatch)

  /// `changed` is called on `queue`; nil where nobody can tell.
  init?(_ store: any PreferenceStore, queue: DispatchQueue, changed: @escaping @Sendable () -> Void) {
    switch store.changes {
    case .folder(let folder, let name):
      guard let watch = try? FileWatch("\(folder)/\(name)", queue: queue, changed: changed) else { return nil }
      self = .file(watch)
    case .program(let path, let arguments):
      guard let watch = try? ProgramWatch(path, arguments, queue: queue, printed: changed) else { return nil }
      self = .program(watch)
    case .unknown: return nil
    }
  }
}

/// A program that runs on, and prints something now and then, until it is let go of.
///
/// Where this process is killed, the program ends with the next thing it has to say: nobody reads its pipe.
final class ProgramWatch: Sendable {
  // SAFETY: libdispatch's objects may be used from any thread; its Swift form does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// `printed` is called on `queue`.
  init(
    _ path: String, _ arguments: [String], queue: DispatchQueue, printed: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let program = try RunningProgram(path, arguments)
    let source = DispatchSource.makeReadSource(fileDescriptor: program.output.rawValue, queue: queue)
    self.source = source
    source.setEventHandler {
      // At its end nothing more is told.
      if program.drain() { printed() } else { source.cancel() }
    }
    source.setCancelHandler { program.end() }
    source.resume()
  }

  deinit { source.cancel() }
}

/// The program, which a source's handlers share.
private final class RunningProgram: Sendable {
  private let child: ChildProcess
  let output: FileDescriptor

  init(_ path: String, _ arguments: [String]) throws(SystemError) {
    let pipe = try Pipe()
    try pipe.reading.setNonblocking(true)
    child = try ChildProcess(
      path, arguments: arguments, input: .nothing, output: .descriptor(pipe.writing.unowned), error: .nothing)
    output = pipe.reading
  }

  /// Takes what was printed, whatever it says; false at the end.
  func drain() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while true {
        guard let count = (try? output.read(into: buffer)) else { return true }
        if count == 0 { return false }
        if count < buffer.count { return true }
      }
    }
  }

  /// Ends it.
  func end() {
    child.signal(Signal.terminate)
    DispatchQueue.global().async { [child] in _ = try? child.waitBlocking() }
  }
}
