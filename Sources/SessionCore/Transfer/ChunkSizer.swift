/// What the kernel has measured on a connection, as far as it decides what may be sent.
public struct LinkReading: Sendable, Equatable {
  /// Bytes a second at which the other end lately took them; nil or 0 where nobody knows.
  public var rate: Double?
  /// The shortest round trip so far, in seconds.
  public var roundTrip: Double
  /// Bytes handed to the kernel that the other end has not acknowledged.
  public var ahead: Int

  /// A reading.
  public init(rate: Double?, roundTrip: Double, ahead: Int) {
    self.rate = rate
    self.roundTrip = roundTrip
    self.ahead = ahead
  }
}

/// How large a chunk may be, and when the next one may go, so that a text is soon through behind bulk data.
///
/// It goes by the rate at which the other end takes bytes, as the kernel measures it: what the socket swallows says nothing
/// of the link behind it. A chunk takes 20 ms or less, and no more is under way than a slow link needs to stay busy: a
/// router's queue, which holds what is too much, would hold the text up as well.
public struct ChunkSizer: Sendable {
  /// The stride of the original apps, and the largest chunk: 204,800 bytes.
  public static let largest = 204_800
  /// The smallest chunk: below it the archive around the bytes would weigh more than they do.
  public static let smallest = 4_096
  /// The time one chunk may take, in seconds.
  public static let target = 0.02
  /// How long a measured rate holds, in seconds, before it is asked for again.
  public static let validity = 0.05
  /// How much of the link's time may be under way beyond two round trips, in seconds.
  public static let reserve = 0.05
  /// Bytes that may be under way in any case: what many small files put on their way before the first is acknowledged, and
  /// a line of 10 Mbit/s takes in 50 ms.
  public static let leastAhead = 64 << 10
  /// A round trip, in seconds, below which no line is slow: at 10 Mbit/s one packet alone takes longer.
  public static let near = 0.001
  private static let leastUnsent = 16 << 10
  /// More than the kernel's buffers hold: of a link that may have so much under way nothing needs to be held back.
  public static let mostAhead = 8 << 20

  private var reading: LinkReading?
  private var measuredAt: Moment?
  /// When a chunk that is held back may go; nil where none is.
  public private(set) var opensAt: Moment?

  /// Nothing measured yet.
  public init() {}

  /// Whether the link should be measured again: before each chunk of a slow one.
  public func isDue(at now: Moment) -> Bool {
    guard let measuredAt else { return true }
    return maximumAhead < Self.mostAhead || now - measuredAt >= Self.validity
  }

  /// The link is like that; nil where nobody knows.
  public mutating func measured(_ reading: LinkReading?, at now: Moment) {
    self.reading = reading
    measuredAt = now
  }

  /// Whether the next chunk may go at `now`, by the last reading; where not, `opensAt` says when to measure again.
  public mutating func mayGo(at now: Moment) -> Bool {
    opensAt = nil
    guard let reading, reading.ahead > maximumAhead else { return true }
    let excess = Double(reading.ahead - maximumAhead)
    // Rates of a connection's first moments are too low by far: it is looked again before long.
    opensAt = now + min(max(excess / max(reading.rate ?? 0, 1), 0.001), 0.01)
    return false
  }

  /// How many bytes may be under way before the next chunk.
  private var maximumAhead: Int {
    // Of somebody so near a low rate only says that there was little to send.
    guard let reading, reading.roundTrip >= Self.near else { return Self.mostAhead }
    let bytes = (reading.rate ?? 0) * (2 * reading.roundTrip + Self.reserve)
    return max(Int(min(bytes, Double(Self.mostAhead))), Self.leastAhead)
  }

  /// How many bytes may wait unsent in the socket: what the link takes in 25 ms, so that a packet that comes behind them
  /// is not late, and at least ten segments, as a connection begins with (RFC 6928); at most 2 MiB, with which a link of
  /// 1 Gbit/s stays busy for 16 ms where this program is not given the processor.
  public var unsentLimit: Int {
    let bytes = (reading?.rate ?? 0) * 0.025
    return min(max(Int(min(bytes, 1e9)), Self.leastUnsent), 2 << 20)
  }

  /// The largest chunk now, in bytes.
  public var limit: Int {
    // Before the first bytes were taken the kernel knows no rate: a quarter of a stride is soon through any link.
    guard let rate = reading?.rate, rate > 0 else { return Self.largest / 4 }
    let size = rate * Self.target
    return size >= Double(Self.largest) ? Self.largest : max(Self.smallest, Int(size))
  }
}
