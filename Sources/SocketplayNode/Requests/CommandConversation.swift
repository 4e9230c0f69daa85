import SessionCore
import Sys
import Transport

/// A running command and the two pipes to it.
struct CommandConversation: ~Copyable {
  /// The command; whoever runs the conversation waits for it.
  let child: ChildProcess
  /// Nil once all was written, or nobody reads.
  private var input: FileDescriptor?
  private let output: FileDescriptor

  /// Starts the program in a process group of its own.
  init(_ program: String, _ arguments: [String]) throws(SystemError) {
    let toChild = try Pipe()
    let fromChild = try Pipe()
    try toChild.writing.setNonblocking(true)
    try fromChild.reading.setNonblocking(true)
    child = try ChildProcess(
      program, arguments: arguments, input: .descriptor(toChild.reading.unowned),
      output: .descriptor(fromChild.writing.unowned), error: .inherited, ownGroup: true)
    // The child's ends close here with their pipes.
    input = Optional(toChild.writing)
    output = fromChild.reading
  }

  /// Writes the request and reads what the command prints until it has closed its output, both at once: it may print
  /// before it has read all, or read nothing at all.
  mutating func run(
    _ request: [UInt8], program: String, deadline: Double, stop: StopFlag
  ) throws(Failure) -> [UInt8] {
    var written = 0
    var answer = StreamBuffer()
    while true {
      if written == request.count { input = nil }
      if stop.isSet { throw Failure(.interrupted) }
      let left = deadline - Time.monotonic()
      guard left > 0 else { throw Failure(.timedOut, program) }
      do throws(SystemError) {
        let (canRead, canWrite) = try ready(Int32(min(Double(RequestLimits.look), left * 1000 + 1)))
        if canWrite { written = try write(request, from: written) }
        if canRead, try read(into: &answer) == 0 { return answer.withBytes { Array($0) } }
      } catch {
        throw Failure(.commandFailed, program, detail: error.message)
      }
      if answer.count > RequestLimits.body {
        throw Failure(.commandFailed, program, detail: "it printed more than an answer holds")
      }
    }
  }

  private func ready(_ milliseconds: Int32) throws(SystemError) -> (canRead: Bool, canWrite: Bool) {
    var entries = [Polled(output.unowned, reading: true, writing: false)]
    if let input = inputHandle { entries.append(Polled(input, reading: false, writing: true)) }
    _ = try Polled.wait(&entries, milliseconds: milliseconds)
    return (entries[0].isReadable, entries.count == 2 && entries[1].isWritable)
  }

  private var inputHandle: UnownedDescriptor? {
    switch input {
    case .some(let input): input.unowned
    case .none: nil
    }
  }

  private func read(into buffer: inout StreamBuffer) throws(SystemError) -> Int? {
    let output = output.unowned
    return try buffer.fill { (room) throws(SystemError) in try output.read(into: room) }
  }

  /// How many bytes of the request are written now: all of them where the command reads no more.
  private func write(_ request: [UInt8], from start: Int) throws(SystemError) -> Int {
    guard let input = inputHandle else { return request.count }
    do throws(SystemError) {
      let count = try request.span.withUnsafeBytes { (bytes) throws(SystemError) in
        try input.write(UnsafeRawBufferPointer(rebasing: bytes[start...]))
      }
      return start + (count ?? 0)
    } catch  where error.isBrokenPipe {
      return request.count
    } catch {
      throw error
    }
  }
}
