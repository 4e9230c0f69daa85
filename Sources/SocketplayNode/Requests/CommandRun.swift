import Dispatch
import SessionCore
import Sys

/// A program that answers requests: what is asked is on its standard input, what it prints is the answer.
struct CommandRun: Sendable {
  /// Its path.
  let program: String
  private let arguments: [String]
  /// Seconds it may take.
  private let timeout: Double

  /// Finds the program of a command in `$PATH`.
  init(_ command: [String], timeout: Double) throws(Failure) {
    guard let name = command.first, let program = Program.find(name) else {
      throw Failure(.noSuchFile, command.first ?? "", detail: "no such program")
    }
    self.program = program
    self.arguments = Array(command.dropFirst())
    self.timeout = timeout
  }

  /// Runs it on a request and gives what it printed; blocks the thread until it has ended.
  ///
  /// It fails where the program does, prints nothing or more than an answer may hold, or takes too long: then it is
  /// killed, with what it has started.
  func answer(_ request: [UInt8], stop: StopFlag) throws(Failure) -> [UInt8] {
    let deadline = Time.monotonic() + timeout
    var conversation = try system { () throws(SystemError) in try CommandConversation(program, arguments) }
    let answer: [UInt8]
    do throws(Failure) {
      answer = try conversation.run(request, program: program, deadline: deadline, stop: stop)
    } catch {
      conversation.child.signal(Signal.kill)
      _ = try? conversation.child.waitBlocking()
      throw error
    }
    // One that has closed its output may go on: it has until the deadline to end, or until all is to stop.
    let child = conversation.child
    let killer = DispatchSource.makeTimerSource(queue: .global())
    killer.setEventHandler {
      if stop.isSet || Time.monotonic() >= deadline { child.signal(Signal.kill) }
    }
    killer.schedule(deadline: .now(), repeating: .milliseconds(Int(RequestLimits.look)))
    killer.activate()
    defer { killer.cancel() }
    switch try system({ () throws(SystemError) in try child.waitBlocking() }) {
    case .exited(0) where answer.isEmpty: throw Failure(.commandFailed, program, detail: "it printed nothing")
    case .exited(0): return answer
    case .exited(let status): throw Failure(.commandFailed, program, detail: "exit status \(status)")
    case .signalled where stop.isSet: throw Failure(.interrupted)
    case .signalled(let signal): throw Failure(.commandFailed, program, detail: "signal \(signal)")
    }
  }

  private func system<R: ~Copyable>(_ body: () throws(SystemError) -> R) throws(Failure) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw Failure(.commandFailed, program, detail: error.message)
    }
  }
}
