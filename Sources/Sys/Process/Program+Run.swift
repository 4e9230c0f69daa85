/// What a program that has run to its end printed.
public struct ProgramOutput: Sendable {
  /// How it ended.
  public var end: ChildEnd
  /// What it wrote to standard output.
  public var output: [UInt8]
  /// What it wrote to standard error.
  public var error: [UInt8]
}

extension Program {
  /// Runs the program at a path on `input` until it has ended.
  ///
  /// One that prints more than `maximumOutput` bytes to either (EFBIG), or takes more than `timeout` seconds (ETIMEDOUT), is killed
  /// with what it has started. Blocks the thread.
  public static func run(
    _ path: String, _ arguments: [String], input: [UInt8] = [], maximumOutput: Int, timeout: Double
  ) throws(SystemError) -> ProgramOutput {
    var run = try ProgramRun(path, arguments, input: input, maximumOutput: maximumOutput)
    do throws(SystemError) {
      try run.talk(until: Time.monotonic() + timeout)
    } catch {
      run.child.signal(Signal.kill)
      _ = try? run.child.waitBlocking()
      throw error.about(path)
    }
    return ProgramOutput(end: try run.child.waitBlocking(), output: run.output, error: run.error)
  }
}

/// A running program and the three pipes to it.
private struct ProgramRun: ~Copyable {
  let child: ChildProcess
  private(set) var output: [UInt8] = []
  private(set) var error: [UInt8] = []

  /// Nil once all was written, or nobody reads.
  private var toChild: FileDescriptor?
  private let fromOutput: FileDescriptor
  private let fromError: FileDescriptor
  private let input: [UInt8]
  private var written = 0
  private let maximumOutput: Int

  init(_ path: String, _ arguments: [String], input: [UInt8], maximumOutput: Int) throws(SystemError) {
    let stdin = try Pipe()
    let stdout = try Pipe()
    let stderr = try Pipe()
    try stdin.writing.setNonblocking(true)
    try stdout.reading.setNonblocking(true)
    try stderr.reading.setNonblocking(true)
    child = try ChildProcess(
      path, arguments: arguments, input: .descriptor(stdin.reading.unowned),
      output: .descriptor(stdout.writing.unowned), error: .descriptor(stderr.writing.unowned), ownGroup: true)
    // The child's ends close here with their pipes.
    toChild = Optional(stdin.writing)
    fromOutput = stdout.reading
    fromError = stderr.reading
    self.input = input
    self.maximumOutput = maximumOutput
  }

  /// Writes and reads, both at once, until the program has closed what it writes to.
  mutating func talk(until deadline: Double) throws(SystemError) {
    var (outputIsOpen, errorIsOpen) = (true, true)
    while outputIsOpen || errorIsOpen {
      if written == input.count { toChild = nil }
      let left = deadline - Time.monotonic()
      guard left > 0 else { throw SystemError(call: "waitpid", subject: "", code: SystemError.timeout) }
      var entries = [
        Polled(fromOutput.unowned, reading: outputIsOpen, writing: false),
        Polled(fromError.unowned, reading: errorIsOpen, writing: false),
      ]
      if let handle = inputHandle { entries.append(Polled(handle, reading: false, writing: true)) }
      _ = try Polled.wait(&entries, milliseconds: Int32(min(60_000, left * 1000 + 1)))
      if entries.count == 3, entries[2].isWritable { try write() }
      if entries[0].isReadable { outputIsOpen = try Self.read(fromOutput.unowned, into: &output, maximumOutput) }
      if entries[1].isReadable { errorIsOpen = try Self.read(fromError.unowned, into: &error, maximumOutput) }
    }
  }

  private var inputHandle: UnownedDescriptor? {
    switch toChild {
    case .some(let input): input.unowned
    case .none: nil
    }
  }

  private mutating func write() throws(SystemError) {
    guard let handle = inputHandle else { return }
    do throws(SystemError) {
      let from = written
      let count = try input.span.withUnsafeBytes { (bytes) throws(SystemError) in
        try handle.write(UnsafeRawBufferPointer(rebasing: bytes[from...]))
      }
      written += count ?? 0
    } catch {
      // It need not read what it is given.
      guard error.isBrokenPipe else { throw error }
      toChild = nil
      written = input.count
    }
  }

  /// Reads what is there; false at the end.
  private static func read(
    _ descriptor: UnownedDescriptor, into bytes: inout [UInt8], _ maximum: Int
  ) throws(SystemError) -> Bool {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var span = piece.mutableSpan
    let count = try span.withUnsafeMutableBytes { (buffer) throws(SystemError) in try descriptor.read(into: buffer) }
    guard let count else { return true }
    guard bytes.count + count <= maximum else {
      throw SystemError(call: "read", subject: "", code: SystemError.tooLarge)
    }
    bytes += piece[..<count]
    return count > 0
  }
}
