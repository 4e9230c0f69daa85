import SessionCore
import Sys

/// A byte stream over a nonblocking socket for code that waits on a thread of its own.
final class WaitingStream {
  /// What it is called in failures.
  let name: String
  private let socket: FileDescriptor
  private let stop: StopFlag
  /// Seconds in which not a byte goes or comes, until it is given up.
  private let patience: Double

  init(_ socket: consuming FileDescriptor, name: String, patience: Double, stop: StopFlag) {
    self.socket = socket
    self.name = name
    self.patience = patience
    self.stop = stop
  }

  /// What has come: 0 at the end, nil where nothing has.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int? {
    do throws(SystemError) {
      return try socket.receive(into: buffer)
    } catch {
      throw lost(error)
    }
  }

  /// Sends some of the bytes; nil where none can go yet.
  func send(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int? {
    do throws(SystemError) {
      return try socket.send(bytes)
    } catch {
      throw lost(error)
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() {
    try? socket.shutdownWriting()
  }

  /// Waits until bytes can be read or, where that is wanted, written.
  ///
  /// Fails once nothing has happened for `seconds` (nil: as long as this stream is patient), and when it is to stop.
  func wait(writing: Bool = false, seconds: Double? = nil) throws(Failure) {
    try wait(reading: true, writing: writing, seconds: seconds)
  }

  /// Waits until bytes can be written, whatever comes.
  func waitToWrite() throws(Failure) {
    try wait(reading: false, writing: true, seconds: nil)
  }

  private func wait(reading: Bool, writing: Bool, seconds: Double?) throws(Failure) {
    let limit = seconds ?? patience
    let start = Time.monotonic()
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      let left = limit - (Time.monotonic() - start)
      guard left > 0 else { throw Failure(.timedOut, name) }
      var entries = [Polled(socket.unowned, reading: reading, writing: writing)]
      do throws(SystemError) {
        let milliseconds = min(Double(RequestLimits.look), left * 1000 + 1)
        if try Polled.wait(&entries, milliseconds: Int32(milliseconds)) { return }
      } catch {
        throw lost(error)
      }
    }
  }

  private func lost(_ error: SystemError) -> Failure {
    Failure(error.isTimeout ? .timedOut : .lost, name, detail: error.message)
  }
}
