public import Dialects

/// What was said to an original server and has not gone out: in order, and each again once after a cut.
public struct SayQueue: Sendable {
  /// What goes out for one message.
  public enum Body: Sendable, Equatable {
    case writes([SpacedWrite])
    /// A head, and behind it so many bytes of a file of this machine.
    case file(head: [UInt8], path: String, size: Int64)
  }

  /// A message.
  public struct Item: Sendable, Equatable {
    /// Its number, from 1.
    public var number: Int
    /// What goes out.
    public var body: Body
  }

  /// How many messages may wait, so that a server that is away does not make the queue grow without end.
  public static let maximumCount = 1_000
  /// How many bytes of them may wait.
  public static let maximumBytes = 64 << 20

  private var items: [Item] = []
  private var bytes = 0
  private var lastNumber = 0
  private var isUnderWay = false
  /// Whether the first one has been cut off before.
  private var wasCut = false

  /// Nothing said yet.
  public init() {}

  /// Whether nothing waits or is under way.
  public var isEmpty: Bool { items.isEmpty }

  /// Whether another message is taken.
  public var hasRoom: Bool { items.count < Self.maximumCount && bytes < Self.maximumBytes }

  /// Takes a message and gives its number.
  public mutating func add(_ body: Body) -> Int {
    lastNumber += 1
    items.append(Item(number: lastNumber, body: body))
    bytes += Self.size(body)
    return lastNumber
  }

  /// The next one, which is under way from now on; nil where none waits.
  public mutating func begin() -> Item? {
    precondition(!isUnderWay, "one message at a time")
    isUnderWay = !items.isEmpty
    return items.first
  }

  /// The one under way has gone out; its number.
  public mutating func sent() -> Int {
    precondition(isUnderWay, "a message is under way")
    return removeFirst()
  }

  /// The one under way cannot go out, whatever the connection; its number.
  public mutating func failed() -> Int {
    sent()
  }

  /// The connection was cut: the one under way goes again, unless it was cut off before; then its number is given.
  public mutating func cut() -> Int? {
    guard isUnderWay else { return nil }
    if wasCut { return removeFirst() }
    isUnderWay = false
    wasCut = true
    return nil
  }

  /// Nothing goes out any more; the numbers of what did not.
  public mutating func abandon() -> [Int] {
    let numbers = items.map(\.number)
    items = []
    bytes = 0
    isUnderWay = false
    return numbers
  }

  private mutating func removeFirst() -> Int {
    let item = items.removeFirst()
    bytes -= Self.size(item.body)
    isUnderWay = false
    wasCut = false
    return item.number
  }

  private static func size(_ body: Body) -> Int {
    switch body {
    case .writes(let writes): writes.reduce(0) { $0 + $1.bytes.count }
    case .file(let head, let path, _): head.count + path.utf8.count
    }
  }
}
