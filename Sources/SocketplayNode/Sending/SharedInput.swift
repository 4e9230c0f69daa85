import Dispatch
import SessionCore
import Synchronization
import Sys

/// Reads a descriptor once, in order, on a queue of its own, for one or several takers: standard input (a pipe, a terminal,
/// a file), or a file that goes to several peers.
///
/// It reads ahead of the slowest taker by a bounded window, so a slow one holds the others back by no more than that,
/// until it is done or gone.
final class SharedInput: Sendable {
  /// What may be read ahead for one taker: four chunks.
  static let aheadOfOne = 4 * ChunkSizer.largest
  /// What may be read ahead for several: forty chunks, some 8 MB.
  static let aheadOfSeveral = 40 * ChunkSizer.largest
  /// How long a descriptor that gives nothing is waited for before it is looked whether that is still wanted.
  private static let patience: Int32 = 200

  private struct Taker {
    var position: Int64 = 0
    /// Called once when something has come, where the taker found nothing.
    var whenReady: (@Sendable () -> Void)?
  }

  private struct State {
    /// What was read and not yet taken by all, in pieces as they were read.
    var pieces: [[UInt8]] = []
    /// Where the first piece begins, and the last one ends, in the input.
    var start: Int64 = 0
    var end: Int64 = 0
    var takers: [Int: Taker] = [:]
    var isAtEnd = false
    var failure: Failure?

    var slowest: Int64 { takers.values.map(\.position).min() ?? end }
  }

  private let descriptor: FileDescriptor
  private let ahead: Int
  private let state: Mutex<State>
  private let room = DispatchSemaphore(value: 0)
  private let queue = DispatchQueue(label: "socketplay.input")

  /// An input for so many takers; it closes the descriptor when the last of them has let go.
  init(_ descriptor: consuming FileDescriptor, takers count: Int) {
    self.descriptor = descriptor
    ahead = count > 1 ? Self.aheadOfSeveral : Self.aheadOfOne
    var state = State()
    for number in 0..<count { state.takers[number] = Taker() }
    self.state = Mutex(state)
  }

  /// Starts to read; the takers, all of whom have to be used or stopped.
  func start() -> [InputTap] {
    let numbers = state.withLock { $0.takers.keys.sorted() }
    queue.async { self.run() }
    return numbers.map { InputTap(self, $0) }
  }

  /// Copies what has come for a taker and lets go of what all have taken.
  fileprivate func take(
    _ number: Int, into buffer: UnsafeMutableRawBufferPointer, whenReady: @escaping @Sendable () -> Void
  ) throws(Failure) -> OutgoingFile.Piece {
    let result: Result<OutgoingFile.Piece, Failure> = state.withLock { state in
      guard let position = state.takers[number]?.position else { return .failure(Failure(.interrupted)) }
      let count = Int(min(Int64(buffer.count), state.end - position))
      guard count > 0 || state.isAtEnd else {
        if let failure = state.failure { return .failure(failure) }
        state.takers[number]?.whenReady = whenReady
        return .success(.notReady)
      }
      Self.copy(state.pieces, from: position - state.start, count, into: buffer)
      state.takers[number]?.position += Int64(count)
      Self.drop(&state)
      return .success(.bytes(count, isLast: state.isAtEnd && position + Int64(count) == state.end))
    }
    room.signal()
    return try result.get()
  }

  /// The taker wants nothing more.
  fileprivate func stop(_ number: Int) {
    state.withLock { state in
      state.takers[number] = nil
      Self.drop(&state)
    }
    room.signal()
  }

  private static func copy(
    _ pieces: [[UInt8]], from offset: Int64, _ count: Int, into buffer: UnsafeMutableRawBufferPointer
  ) {
    var (skip, done) = (Int(offset), 0)
    for piece in pieces where done < count {
      if skip >= piece.count {
        skip -= piece.count
        continue
      }
      let length = min(piece.count - skip, count - done)
      piece.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: buffer[done...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: bytes[skip..<(skip + length)]))
      }
      done += length
      skip = 0
    }
  }

  private static func drop(_ state: inout State) {
    let slowest = state.slowest
    var count = 0
    while count < state.pieces.count, state.start + Int64(state.pieces[count].count) <= slowest {
      state.start += Int64(state.pieces[count].count)
      count += 1
    }
    state.pieces.removeFirst(count)
  }

  private func run() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ChunkSizer.largest, alignment: 64)
    defer { buffer.deallocate() }
    while true {
      let (isWanted, isFull) = state.withLock { state in
        (!state.takers.isEmpty, state.end - state.slowest >= Int64(ahead))
      }
      guard isWanted else { return }
      if isFull {
        room.wait()
        continue
      }
      let (isOver, ready) = readOnce(into: buffer)
      for tell in ready { tell() }
      if isOver { return }
    }
  }

  /// Reads a piece; whether that was the end, and who waits for it.
  private func readOnce(into buffer: UnsafeMutableRawBufferPointer) -> (isOver: Bool, ready: [@Sendable () -> Void]) {
    let read: Result<Int, Failure>
    do throws(SystemError) {
      guard try descriptor.waitReadable(milliseconds: Self.patience), let count = try descriptor.read(into: buffer)
      else { return (false, []) }
      read = .success(count)
    } catch {
      read = .failure(Failure(.unreadable, "-", detail: error.message))
    }
    return state.withLock { state in
      switch read {
      case .success(0): state.isAtEnd = true
      case .success(let count):
        state.pieces.append(Array(buffer[..<count]))
        state.end += Int64(count)
      case .failure(let failure): state.failure = failure
      }
      let ready = state.takers.values.compactMap(\.whenReady)
      for number in state.takers.keys { state.takers[number]?.whenReady = nil }
      return (state.isAtEnd || state.failure != nil, ready)
    }
  }
}

/// One taker's place in an input.
struct InputTap: Sendable {
  private let input: SharedInput
  private let number: Int

  fileprivate init(_ input: SharedInput, _ number: Int) {
    self.input = input
    self.number = number
  }

  /// Hands over what has come; where nothing has, `whenReady` is called once something did.
  func take(
    into buffer: UnsafeMutableRawBufferPointer, whenReady: @escaping @Sendable () -> Void
  ) throws(Failure) -> OutgoingFile.Piece {
    try input.take(number, into: buffer, whenReady: whenReady)
  }

  /// Wants nothing more.
  ///
  /// Further calls do nothing.
  func stop() { input.stop(number) }
}
