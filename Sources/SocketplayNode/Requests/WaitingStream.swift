import Security
import SessionCore
import Sys

/// A byte stream over a nonblocking socket for code that waits on a thread of its own.
final class WaitingStream {
  /// What it is called in failures.
  let name: String
  private let socket: FileDescriptor
  /// TLS above the socket, where that is wanted.
  private var secured: ServerStream?
  /// Whether TLS waits for room to write before it can read.
  private var wantsRoom = false
  /// Whether `receiveWaiting` waits in the kernel.
  private var waitsInCalls = false
  private let stop: StopFlag
  /// Seconds in which not a byte goes or comes, until it is given up.
  let patience: Double

  init(_ socket: consuming FileDescriptor, name: String, patience: Double, stop: StopFlag) {
    self.socket = socket
    self.name = name
    self.patience = patience
    self.stop = stop
  }

  /// Puts TLS above the socket; done, the server is trusted.
  func secure(host: String, trust: ServerTrust) throws(Failure) {
    do throws(ServerError) {
      secured = try ServerStream(over: socket.unowned, host: host, trust: trust)
    } catch {
      throw failure(error)
    }
    while true {
      do throws(ServerError) {
        switch try secured?.handshake() {
        case .wantRead: wantsRoom = false
        case .wantWrite: wantsRoom = true
        case .done, .closed, nil:
          wantsRoom = false
          return
        }
      } catch {
        throw failure(error)
      }
      try wait()
    }
  }

  /// What has come: 0 at the end, nil where nothing has.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int? {
    if let secured { return try count { () throws(ServerError) in try secured.read(into: buffer) } }
    do throws(SystemError) {
      return try socket.receive(into: buffer)
    } catch {
      throw lost(error)
    }
  }

  /// Lets `receiveWaiting` wait in the call that reads: a conversation then costs two calls a turn, as few as there are.
  ///
  /// Not under TLS, which reads by itself.
  func waitInCalls() {
    guard secured == nil else { return }
    do throws(SystemError) {
      try socket.setReceiveTimeout(milliseconds: RequestLimits.look)
      try socket.setNonblocking(false)
      waitsInCalls = true
    } catch {
      // It waits with `wait`, then.
    }
  }

  /// As `receive`; after `waitInCalls`, nil comes only once nothing has come for a while.
  func receiveWaiting(into buffer: UnsafeMutableRawBufferPointer) throws(Failure) -> Int? {
    guard waitsInCalls else { return try receive(into: buffer) }
    do throws(SystemError) {
      return try socket.receiveWaiting(into: buffer)
    } catch {
      throw lost(error)
    }
  }

  /// Sends some of the bytes; nil where none can go yet.
  func send(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Int? {
    if let secured { return try count { () throws(ServerError) in try secured.write(bytes) } }
    do throws(SystemError) {
      return try socket.send(bytes)
    } catch {
      throw lost(error)
    }
  }

  private func count(_ body: () throws(ServerError) -> TLSProgress<Int>) throws(Failure) -> Int? {
    do throws(ServerError) {
      switch try body() {
      case .done(let count): return count
      case .closed: return 0
      case .wantRead: wantsRoom = false
      case .wantWrite: wantsRoom = true
      }
      return nil
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: ServerError) -> Failure {
    switch error {
    case .authorities(let path, let words): Failure(.unreadable, path, detail: words)
    case .notTrusted(let words): Failure(.serverNotTrusted, name, detail: words)
    case .otherKey(let id): Failure(.serverNotTrusted, name, detail: "its key is \(id)")
    case .broken(let words): Failure(.serverNotSecure, name, detail: words)
    case .system(let error): lost(error)
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
  func waitToWrite(seconds: Double? = nil) throws(Failure) {
    try wait(reading: false, writing: true, seconds: seconds)
  }

  private func wait(reading: Bool, writing: Bool, seconds: Double?) throws(Failure) {
    let limit = seconds ?? patience
    let start = Time.monotonic()
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      let left = limit - (Time.monotonic() - start)
      guard left > 0 else { throw Failure(.timedOut, name) }
      var entries = [Polled(socket.unowned, reading: reading, writing: writing || wantsRoom)]
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
