public import SessionCore
import Sys

extension Node {
  /// Sends requests over one connection, each after the answer to the one before, and tells each answer with its number.
  ///
  /// A connection that the server has closed between two requests is opened again, and a request that met the close on its
  /// way is sent again, once. One that is lost on a new connection, or in its answer, is not: nobody knows what became of it.
  public func request(
    _ bodies: [RequestBody], _ options: RequestOptions,
    answer tell: @escaping @Sendable (_ number: Int, _ answer: [UInt8]) -> Void
  ) async throws(Failure) {
    var next = 0
    while next < bodies.count {
      let reached = try await Reaching.reach(.address(options.server), timeout: options.timeout)
      let start = next
      let result: Result<Int, Failure> = await blocking("socketplay.request") { stop in
        do throws(Failure) {
          return .success(try Self.exchange(bodies, from: start, over: reached, options, stop, tell))
        } catch {
          return .failure(error)
        }
      }
      next = try result.get()
      if next == start { throw Failure(.lost, reached.name, detail: "it closes every connection at once") }
    }
  }

  /// The number of requests that are answered when the connection is over.
  private static func exchange(
    _ bodies: [RequestBody], from start: Int, over reached: Reached, _ options: RequestOptions, _ stop: StopFlag,
    _ tell: (Int, [UInt8]) -> Void
  ) throws(Failure) -> Int {
    guard let socket = reached.socket.take() else { preconditionFailure("a connection is taken once") }
    let stream = WaitingStream(socket, name: reached.name, patience: options.timeout, stop: stop)
    if let trust = options.trust { try stream.secure(host: options.server.host, trust: trust) }
    var connection = RequestConnection(stream)
    // An answer is told while the server is at the next one.
    var untold: (number: Int, answer: [UInt8])?
    func tellLast() {
      guard let (number, answer) = untold else { return }
      untold = nil
      tell(number, answer)
    }
    defer { tellLast() }
    for (index, body) in bodies.enumerated().dropFirst(start) {
      let bytes: [UInt8]
      switch body {
      case .bytes(let given): bytes = given
      case .input:
        // Somebody may wait for it, to type the next.
        tellLast()
        bytes = try standardInput(stop)
      }
      if bytes.isEmpty { throw Failure(.emptyText) }
      if try connection.isOver() { return index }
      let answer: [UInt8]
      do throws(Failure) {
        try connection.send(bytes)
        tellLast()
        answer = try connection.answer()
      } catch {
        // The server closed while this request was on its way, and has answered nothing of it. What was read from
        // standard input cannot be read again.
        guard error.reason == .lost, index > start, connection.owesWholeAnswer, case .bytes = body else { throw error }
        return index
      }
      untold = (index + 1, answer)
    }
    return bodies.count
  }

  /// All of standard input.
  private static func standardInput(_ stop: StopFlag) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    let input = UnownedDescriptor.standardInput
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { piece.deallocate() }
    while true {
      if stop.isSet { throw Failure(.interrupted) }
      let count: Int?
      do throws(SystemError) {
        count = try input.waitReadable(milliseconds: RequestLimits.look) ? input.read(into: piece) : nil
      } catch {
        throw Failure(.unreadable, "-", detail: error.message)
      }
      guard let count else { continue }
      if count == 0 { return bytes }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count]))
      if bytes.count > RequestLimits.body { throw Failure(.tooLarge, "-") }
    }
  }
}
