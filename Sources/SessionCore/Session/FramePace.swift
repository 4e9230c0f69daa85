/// Whether somebody whom nothing proves goes on with the frame that it has begun: a machine without a clock or a socket.
///
/// A frame has 30 s from its first byte, and each 8 KiB of it that come give back one second of what is used up. So a frame
/// of any size may come at 8 KiB/s, and one that comes to a halt ends 30 s later at the latest, however much of it is here.
/// Between frames no clock runs: an original says nothing unasked.
public struct FramePace: Sendable {
  /// Seconds that a frame has without a byte more.
  public static let time = 30.0
  /// Bytes of a frame that earn a second.
  public static let bytesPerSecond = 8192.0

  private enum State {
    case betweenFrames
    case underWay(until: Moment)
    /// This end reads nothing for now, which is no fault of the other's.
    case held(isUnderWay: Bool)
  }

  private var state = State.betweenFrames

  /// Nothing has come.
  public init() {}

  /// Bytes came at `now`: so many, with the end of a frame among them or not, and the beginning of another behind or not.
  public mutating func received(_ count: Int, endsFrame: Bool, isUnderWay: Bool, at now: Moment) {
    switch state {
    case .held:
      state = .held(isUnderWay: isUnderWay)
    case .underWay(let until) where isUnderWay && !endsFrame:
      state = .underWay(until: min(until + Double(count) / Self.bytesPerSecond, now + Self.time))
    case .betweenFrames, .underWay:
      state = isUnderWay ? .underWay(until: now + Self.time) : .betweenFrames
    }
  }

  /// This end reads nothing from now on.
  public mutating func hold() {
    switch state {
    case .betweenFrames: state = .held(isUnderWay: false)
    case .underWay: state = .held(isUnderWay: true)
    case .held: break
    }
  }

  /// This end reads again.
  public mutating func goOn(at now: Moment) {
    guard case .held(let isUnderWay) = state else { return }
    state = isUnderWay ? .underWay(until: now + Self.time) : .betweenFrames
  }

  /// When the frame under way is too late; nil where none is, or this end does not read.
  public var deadline: Moment? {
    if case .underWay(let until) = state { until } else { nil }
  }

  /// Whether the frame under way is too late at `now`.
  public func isLate(at now: Moment) -> Bool { deadline.map { now >= $0 } ?? false }
}
