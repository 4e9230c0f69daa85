import Dispatch
import Framing
import Synchronization
import Sys

/// Reads a socket on a thread of its own, ahead of the connection that takes what came.
///
/// Where a file comes faster than it is checked and written, copying the next bytes out of the kernel and working on these then
/// have a processor each. The thread ends by itself where that is of no use: nothing comes for a while, or little at a time.
///
/// The bytes lie in a ring, at places that only grow: those up to `taken` are done with, those up to `read` are the taker's,
/// and what is free behind them is the thread's, until it says that it has read it.
final class ReadAhead: Sendable {
  /// Bytes that may be ahead: fifteen full chunks.
  static let capacity = 3 << 20
  /// A frame that is longer, header included, does not go through it: the thread that found it full goes on when half is free,
  /// so that each waking is for many reads, and a longer one would leave less.
  static let longestFrame = capacity / 2
  /// Bytes after which the thread is told of room while frames are taken.
  private static let step = 128 << 10

  /// How things stand for whoever takes.
  enum News: Sendable, Equatable {
    /// Bytes came that were not looked at.
    case bytes
    /// None did yet; it is told when some do.
    case none
    /// None did, and the thread has ended: the socket itself is to be read, unless that has failed, which it says only once.
    case ended(SystemError?)
  }

  struct State {
    /// Bytes that were ever read, taken, and there when somebody last looked.
    var read: Int
    var taken = 0
    var seen: Int
    /// The thread is to end; it has.
    var isToEnd = false
    var hasEnded = false
    var failure: SystemError?
    /// The thread waits for a signal of `room`, the taker for one of `bytes`, or to be told: each is owed once, by whoever
    /// takes the mark away.
    var threadWaits = false
    var takerWaits = false
    var tells = false

    var free: Int { ReadAhead.capacity - (read - taken) }
    var news: News { read != seen ? .bytes : hasEnded ? .ended(failure) : .none }
  }

  let socket: SocketHandle
  let memory: RingMemory
  let state: Mutex<State>
  let room = Turnstile()
  let bytes = Turnstile()
  let tell: @Sendable () -> Void
  private let place: ReadAheadPlace

  /// Begins to read; nil where the place is taken, or there is no memory for it.
  ///
  /// - Parameters:
  ///   - begun: what has come of a frame already, at most `capacity` bytes.
  ///   - tell: called, on any thread, when there is news after `News.none`.
  init?(
    _ socket: SocketHandle, begun: UnsafeRawBufferPointer, place: ReadAheadPlace, tell: @escaping @Sendable () -> Void
  ) {
    guard place.take() else { return nil }
    guard let memory = RingMemory(byteCount: Self.capacity) else {
      place.giveBack()
      return nil
    }
    memory.bytes(at: 0, count: begun.count).copyMemory(from: begun)
    self.socket = socket
    self.memory = memory
    self.tell = tell
    self.place = place
    state = Mutex(State(read: begun.count, seen: begun.count))
    // A thread of its own: it waits in the kernel.
    DispatchQueue(label: "socketplay.ahead", qos: .userInitiated).async { self.run() }
  }

  deinit { place.giveBack() }

  /// Has the thread end, soon; what it has read stays.
  func end() {
    let wakes = state.withLock { state in
      state.isToEnd = true
      defer { state.threadWaits = false }
      return state.threadWaits
    }
    if wakes { room.signal() }
  }

  /// As `end`, for a socket that nobody will read: the thread, which has it open, ends at once.
  func abandon() {
    end()
    // Where it has ended by itself, the socket is read on.
    if !state.withLock({ $0.hasEnded }) { try? socket.descriptor.shutdownReading() }
  }
}

/// Whoever takes: one at a time.
extension ReadAhead {
  /// Whether all that was read is taken.
  var isEmpty: Bool { state.withLock { $0.read == $0.taken } }

  /// What was read and not taken, once the thread has ended.
  var rest: UnsafeRawBufferPointer {
    let (taken, read) = state.withLock { ($0.taken, $0.read) }
    return UnsafeRawBufferPointer(memory.bytes(at: taken, count: read - taken))
  }

  /// Looks at what has come: how many bytes, since somebody last did.
  func look() -> Int {
    state.withLock { state in
      defer { state.seen = state.read }
      return state.read - state.seen
    }
  }

  /// Hands the body of each whole frame among the bytes that were looked at to `take`, in place, until none is left or `take`
  /// returns false.
  ///
  /// A frame that is longer than `longestFrame` ends the thread.
  func frames(maximumFrame: Int, _ take: (UnsafeRawBufferPointer) -> Bool) throws(FrameError) {
    var decoder = FrameDecoder(maximumLength: maximumFrame)
    let (first, seen) = state.withLock { ($0.taken, $0.seen) }
    var (taken, told) = (first, first)
    defer { giveBack(upTo: taken) }
    while true {
      let available = UnsafeRawBufferPointer(memory.bytes(at: taken, count: seen - taken))
      switch try decoder.decode(available) {
      case .frame(let body):
        let goesOn = take(UnsafeRawBufferPointer(rebasing: available[body]))
        taken += body.upperBound
        if !goesOn { return }
      case .incomplete(let missing):
        if available.count + missing > Self.longestFrame { end() }
        return
      }
      if taken - told >= Self.step {
        giveBack(upTo: taken)
        told = taken
      }
    }
  }

  /// Takes what has come, up to the buffer's size, as the socket would give it: nil where nothing has come yet, 0 at the end.
  ///
  /// Once the thread has ended and all it read is taken, the socket itself is read.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int? {
    let (taken, count, news) = state.withLock { state in
      let count = min(state.read - state.taken, buffer.count)
      state.seen = state.taken + count
      return (state.taken, count, state.news)
    }
    guard count == 0 else {
      buffer.copyMemory(from: UnsafeRawBufferPointer(memory.bytes(at: taken, count: count)))
      giveBack(upTo: taken + count)
      return count
    }
    switch news {
    case .bytes, .none: return nil
    case .ended(nil): return try socket.descriptor.receive(into: buffer)
    case .ended(let failure?): throw failure
    }
  }

  private func giveBack(upTo taken: Int) {
    let wakes = state.withLock { state in
      state.taken = taken
      guard state.threadWaits, state.free >= Self.capacity / 2 else { return false }
      state.threadWaits = false
      return true
    }
    if wakes { room.signal() }
  }

  /// Whether there is news since somebody looked; where there is none, it is told when there is.
  func news() -> News {
    state.withLock { state in
      state.tells = state.news == .none
      return state.news
    }
  }

  /// As `news`, but waits first, so many milliseconds at most.
  func waitForNews(milliseconds: Int32) -> News {
    guard milliseconds > 0 else { return news() }
    let isWaiting = state.withLock { state in
      state.takerWaits = state.news == .none
      return state.takerWaits
    }
    if isWaiting, !bytes.wait(milliseconds: Int(milliseconds)) {
      let isOwed = state.withLock { state in
        defer { state.takerWaits = false }
        return !state.takerWaits
      }
      // The signal that came too late must not let a later wait through.
      if isOwed { bytes.wait() }
    }
    return news()
  }
}
