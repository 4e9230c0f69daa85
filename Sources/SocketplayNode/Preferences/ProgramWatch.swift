import Dispatch
import Sys

/// A program that runs on, and prints something now and then, until it is let go of.
///
/// Where this process is killed, the program ends with the next thing it has to say: nobody reads its pipe.
final class ProgramWatch: Sendable {
  // SAFETY: libdispatch's objects may be used from any thread; its Swift form does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// `printed` is called on `queue`, and once the program has ended by itself `ended` is.
  init(
    _ path: String, _ arguments: [String], queue: DispatchQueue, printed: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let program = try RunningProgram(path, arguments)
    let source = DispatchSource.makeReadSource(fileDescriptor: program.output.rawValue, queue: queue)
    self.source = source
    source.setEventHandler {
      if program.drain() { return printed() }
      source.cancel()
      ended()
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
