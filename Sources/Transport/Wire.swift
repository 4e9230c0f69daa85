import Security
import Sys

/// What a connection reads and writes: its socket, plain or under TLS.
///
/// The calls mean the same either way: nil where nothing can be had now, 0 bytes read at the end.
struct Wire: ~Copyable {
  let socket: SocketHandle
  private var tls: TLSStream?
  /// What reads the socket meanwhile, which tells nothing then; nil most of the time.
  ///
  /// Under TLS this reads through it; plain frames are taken where they lie there.
  private(set) var ahead: ReadAhead?

  /// A record was made of bytes that were to be written, and waits: the next write begins with the same bytes.
  private(set) var holdsRecord = false
  /// Reading goes on only once the socket can be written.
  private(set) var readWaitsForWriting = false
  /// Writing goes on only once something has come.
  private(set) var writeWaitsForReading = false

  /// Whether the latest read has taken all there was; what comes later, the end included, is told anew.
  private(set) var isDrained = false

  /// A wire; one that is to be sparing holds no memory for many records at a time.
  init(_ socket: SocketHandle, tls: consuming TLSStream?, isSparing: Bool) {
    self.socket = socket
    self.tls = tls
    if isSparing { self.tls?.spareMemory() } else { self.tls?.gatherRecords() }
  }

  var isSecure: Bool { tls != nil }

  /// Whether bytes have come that the socket does not tell of any more.
  var hasPending: Bool { mutating get { tls?.hasPending == true || ahead.map { $0.news() != .none } == true } }

  /// Takes what has come, up to the buffer's size.
  mutating func receive(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int? {
    isDrained = false
    if tls != nil { return try receiveRecords(into: buffer) }
    do throws(SystemError) {
      let count = try socket.descriptor.receive(into: buffer)
      // Less than there was room for (epoll(7)); 0 bytes are the end, which was not told yet.
      isDrained = count.map { $0 > 0 && $0 < buffer.count } ?? true
      return count
    } catch {
      throw .system(error)
    }
  }

  /// From here on a thread reads the socket ahead; false where it cannot.
  ///
  /// - Parameters:
  ///   - begun: what has come of a frame, which `ahead` then holds.
  ///   - place, tell: as `ReadAhead` says.
  mutating func startReadingAhead(
    _ begun: UnsafeRawBufferPointer, place: ReadAheadPlace, tell: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let ahead = ReadAhead(socket, begun: begun, place: place, tell: tell) else { return false }
    self.ahead = ahead
    tls?.readThrough { (buffer) throws(SystemError) in try ahead.receive(into: buffer) }
    return true
  }

  /// Reads the socket again, where the thread has ended; where it has not, nobody does any more, and what it read is lost.
  mutating func stopReadingAhead() {
    ahead?.abandon()
    ahead = nil
    tls?.readThrough(nil)
  }

  /// Writes some of the bytes.
  mutating func send(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Int? {
    if tls != nil { return try sendRecords(bytes) }
    do throws(SystemError) {
      return try socket.descriptor.send(bytes)
    } catch {
      throw .system(error)
    }
  }

  /// Sends what earlier writes left gathered; false where the socket takes no more for now.
  mutating func flush() throws(StreamError) -> Bool {
    do throws(TLSError) {
      if case .wantWrite? = try tls?.flush() { return false }
      return true
    } catch {
      throw StreamError(error)
    }
  }

  /// Tells the other end that nothing more follows; false where the socket takes no more, and it is to be called again.
  mutating func finishWriting() -> Bool {
    if tls != nil, !holdsRecord {
      // One that is broken has no goodbye to say.
      if let progress = try? tls?.finishWriting(), case .wantWrite = progress { return false }
    }
    if let isFlushed = try? flush(), !isFlushed { return false }
    try? socket.descriptor.shutdownWriting()
    return true
  }

  /// Says the goodbye of TLS where that can be done at once: the other end then knows that nothing was cut off.
  mutating func sayGoodbye() {
    if !holdsRecord { _ = try? tls?.finishWriting() }
  }
}

/// Under TLS: record by record, of which each call takes as many as there are.
extension Wire {
  private mutating func receiveRecords(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int? {
    readWaitsForWriting = false
    var done = 0
    while done < buffer.count {
      let progress: TLSProgress<Int>?
      do throws(TLSError) {
        progress = try tls?.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
      } catch {
        // It fails again, when what came before is taken.
        if done > 0 { return done }
        throw StreamError(error)
      }
      switch progress {
      case .done(let count)?: done += count
      case .closed?, nil: return done
      case .wantRead?:
        isDrained = true
        return done > 0 ? done : nil
      case .wantWrite?:
        readWaitsForWriting = true
        return done > 0 ? done : nil
      }
    }
    writeWaitsForReading = false
    return done
  }

  private mutating func sendRecords(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Int? {
    writeWaitsForReading = false
    // What is gathered goes on first: the socket's pace, not the room there is, holds the writer back.
    guard try flush() else { return nil }
    let count = try makeRecords(bytes)
    _ = try flush()
    return count
  }

  private mutating func makeRecords(_ bytes: UnsafeRawBufferPointer) throws(StreamError) -> Int? {
    var done = 0
    while done < bytes.count {
      let progress: TLSProgress<Int>?
      do throws(TLSError) {
        progress = try tls?.write(UnsafeRawBufferPointer(rebasing: bytes[done...]))
      } catch {
        throw StreamError(error)
      }
      switch progress {
      case .done(let count)?:
        holdsRecord = false
        done += count
      case .wantRead?, .wantWrite?, .closed?, nil:
        holdsRecord = true
        if case .wantRead? = progress { writeWaitsForReading = true }
        return done > 0 ? done : nil
      }
    }
    return done
  }
}
