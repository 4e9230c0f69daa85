/// Of which of a peer's files the user is told that they were not taken: a machine without a clock.
///
/// The first is told by its name at once; those behind it, of which a peer may offer as many as it likes, are counted and told
/// once no more have come for a second, or after ten seconds of them.
public struct RefusedFiles: Sendable {
  /// What is told of those behind the first.
  public enum Rest: Sendable, Equatable {
    /// There was one; its name.
    case one(String)
    case several(Int)
  }

  /// Seconds without another after which they are told.
  static let quiet = 1.0
  /// Seconds for which they are counted at most.
  static let longest = 10.0

  private struct Count {
    var files = 0
    /// The one that came first among them.
    var path = ""
    let since: Moment
    var last: Moment
  }

  private var count: Count?

  /// None was refused.
  public init() {}

  /// A file was refused at `now`; whether it is told by its name now.
  public mutating func refused(_ path: String, at now: Moment) -> Bool {
    guard var count else {
      count = Count(since: now, last: now)
      return true
    }
    if count.files == 0 { count.path = path }
    count.files += 1
    count.last = now
    self.count = count
    return false
  }

  /// When `tick` is due; nil where nothing is counted.
  public var deadline: Moment? {
    count.map { min($0.last + Self.quiet, $0.since + Self.longest) }
  }

  /// Time has passed: what is told of those that were counted, if it is due.
  public mutating func tick(at now: Moment) -> Rest? {
    guard let deadline, now >= deadline else { return nil }
    return finish()
  }

  /// No more will come: what is told of those that were counted.
  public mutating func finish() -> Rest? {
    defer { count = nil }
    guard let count, count.files > 0 else { return nil }
    return count.files == 1 ? .one(count.path) : .several(count.files)
  }
}
