import Dispatch

/// Lines somebody types, read one at a time: the next only once the one before it is dealt with.
///
/// A thread of its own waits for them, since nobody can wake one that reads a terminal.
final class LineFeed: Sendable {
  /// The lines, for one reader, who calls `next` after each.
  let lines: AsyncStream<TypedLine>
  private let turn = DispatchSemaphore(value: 0)

  /// `read` waits for a line; nil at the end of input.
  init(_ read: @escaping Node.LineSource) {
    let (lines, tell) = AsyncStream.makeStream(of: TypedLine.self, bufferingPolicy: .bufferingOldest(1))
    self.lines = lines
    let turn = turn
    DispatchQueue(label: "socketplay.lines").async {
      while let line = read() {
        if case .terminated = tell.yield(line) { return }
        turn.wait()
      }
      tell.finish()
    }
  }

  /// The line is dealt with.
  func next() { turn.signal() }
}

extension Node {
  /// Waits for a line somebody types; nil at the end of input.
  public typealias LineSource = @Sendable () -> TypedLine?
}
