/// How large a chunk may be so that one takes 50 ms or less: a text then waits no longer than that behind bulk data.
///
/// It goes by the rate at which the other end takes bytes, as the kernel measures it: what the socket swallows says
/// nothing of the link behind it.
public struct ChunkSizer: Sendable {
  /// The stride of the original apps, and the largest chunk: 204,800 bytes.
  public static let largest = 204_800
  /// The smallest chunk: below it the archive around the bytes would weigh more than they do.
  public static let smallest = 4_096
  /// The time one chunk may take, in seconds.
  public static let target = 0.05
  /// How long a measured rate holds, in seconds, before it is asked for again.
  public static let validity = 0.05

  private var rate: Double?
  private var measuredAt: Moment?

  /// Nothing measured yet.
  public init() {}

  /// Whether the rate should be measured again.
  public func isDue(at now: Moment) -> Bool {
    guard let measuredAt else { return true }
    return now - measuredAt >= Self.validity
  }

  /// The other end lately took `rate` bytes a second; nil where nobody knows.
  public mutating func measured(_ rate: Double?, at now: Moment) {
    self.rate = rate
    measuredAt = now
  }

  /// How many bytes may wait unsent in the socket: what the link takes in 25 ms, so that a packet that comes behind them
  /// is not late, and at least a quarter of a stride; at most 2 MiB, with which a link of 1 Gbit/s stays busy for 16 ms
  /// where this program is not given the processor.
  public var unsentLimit: Int {
    let bytes = (rate ?? 0) * Self.target / 2
    return min(max(Int(min(bytes, 1e9)), Self.largest / 4), 2 << 20)
  }

  /// The largest chunk now, in bytes.
  public var limit: Int {
    // Before the first bytes were taken the kernel knows no rate: a quarter of a stride is soon through any link.
    guard let rate, rate > 0 else { return Self.largest / 4 }
    let size = rate * Self.target
    return size >= Double(Self.largest) ? Self.largest : max(Self.smallest, Int(size))
  }
}
