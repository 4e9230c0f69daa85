import Dispatch
import Glibc
import Sys
import TestSupport
import Testing

@Suite("Processes")
struct ProcessTests {
  @Test("a program is found in PATH, its output read and its end told")
  func output() async throws {
    let shell = try #require(Program.find("sh"))
    let pipe = try Pipe()
    let writing = pipe.writing
    let child = try ChildProcess(
      shell, arguments: ["-c", "echo \"$1\"; exit 7", "sh", "空 格"], input: .nothing,
      output: .descriptor(writing.unowned), error: .inherited)
    _ = consume writing
    var reader = LineReader(pipe.reading.unowned, maximumLength: 100)
    let line = try reader.next()
    #expect(line == .bytes(Array("空 格".utf8)))
    let end = try reader.next()
    #expect(end == nil)
    #expect(try await child.wait() == .exited(7))
    #expect(try child.waitBlocking() == .exited(7))
    child.signal(Signal.kill)
  }

  @Test("a child that is ended by a signal says so, also where this process ignores that signal")
  func signalled() async throws {
    _ = Glibc.signal(SIGHUP, SIG_IGN)
    defer { _ = Glibc.signal(SIGHUP, SIG_DFL) }
    let child = try ChildProcess(
      try #require(Program.find("sleep")), arguments: ["60"], input: .nothing, output: .nothing, error: .nothing)
    child.signal(Signal.hangUp)
    #expect(try await child.wait() == .signalled(Signal.hangUp))
  }

  @Test("what is not a program is not found or not started")
  func absent() throws {
    #expect(Program.find("") == nil)
    #expect(Program.find("socketplay-absent") == nil)
    #expect(Program.find("/etc/passwd") == nil)
    #expect(Program.find("/etc") == nil)
    let error = #expect(throws: SystemError.self) {
      _ = try ChildProcess("/absent", arguments: [], input: .nothing, output: .nothing, error: .nothing)
    }
    #expect(error?.isNotFound == true)
  }

  @Test("a signal is told of and does nothing else")
  func signal() async throws {
    let (stream, signals) = AsyncStream.makeStream(of: Int32.self, bufferingPolicy: .bufferingOldest(10))
    var told = stream.makeAsyncIterator()
    let watcher = SignalWatcher(
      [SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "test"), ready: { signals.yield(0) },
      handler: { signals.yield($0) })
    defer { watcher.cancel() }
    #expect(await told.next() == 0)
    kill(getpid(), SIGUSR1)
    #expect(await told.next() == SIGUSR1)
    kill(getpid(), SIGUSR2)
    #expect(await told.next() == SIGUSR2)
  }

  @Test(
    "lines come whole however they are cut, the last without its end, of a long one that it was",
    arguments: [
      ("a\nb\r\n\nc", ["a", "b", "", "c"]), ("", []), ("\n", [""]), ("0123456789ab\nx\n", [nil, "x"]),
      ("0123456789\n", ["0123456789"]), ("0123456789", ["0123456789"]), ("0123456789a", [nil]),
      ("0123456789a\n\n", [nil, ""]),
      ("\u{fffd}\r\n\r\r\n", ["\u{fffd}", "\r"]),
    ])
  func lines(text: String, lines: [String?]) throws {
    let pipe = try Pipe()
    let writing = pipe.writing
    try writing.writeAll(Array(text.utf8))
    _ = consume writing
    var reader = LineReader(pipe.reading.unowned, maximumLength: 10)
    var read: [LineReader.Line] = []
    while let line = try reader.next() { read.append(line) }
    #expect(read == lines.map { $0.map { .bytes(Array($0.utf8)) } ?? .tooLong })
  }

  @Test("randomness differs, and comes in any length")
  func random() {
    #expect(Random.bytes(0) == [])
    #expect(Random.bytes(1_000).count == 1_000)
    #expect(Random.bytes(16) != Random.bytes(16))
    #expect(Random.hexadecimal(bytes: 8).utf8.count == 16)
  }

  @Test("the surroundings are told")
  func environment() {
    #expect(Environment.variable("SOCKETPLAY_ABSENT") == nil)
    #expect(Environment.variable("PATH") != nil)
    #expect(Environment.process == getpid())
    #expect(Environment.hostName.isEmpty == false && !Environment.hostName.contains("."))
    #expect(Environment.homeDirectory?.first == "/")
    #expect(Time.monotonicNanoseconds() <= Time.monotonicNanoseconds())
    #expect(Time.secondsSince1970() > 1_700_000_000)
  }

  @Test("a pipe is no terminal and has no size")
  func terminal() throws {
    let pipe = try Pipe()
    #expect(pipe.reading.isTerminal == false)
    #expect(pipe.reading.terminalSize == nil)
  }
}
