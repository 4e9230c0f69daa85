import Foundation
import KeyedArchive

/// Reads a binary property list as this program does, and as Foundation does: nanoseconds of the best round, one line each.
///
///     PlistBenchmark FILE ROUNDS FOUNDATION-ROUNDS
///
/// Prints `name reading visiting`: reading is to the value that can be used; visiting is reading, and then building every key
/// and value of it once.
@main enum PlistBenchmark {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let rounds = Int(arguments[2]), let few = Int(arguments[3]) else {
      fatalError("PlistBenchmark FILE ROUNDS FOUNDATION-ROUNDS")
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
    let bytes = Array(data)
    try report("socketplay", rounds, read: { try PropertyList(binary: bytes, limits: limits) }, visit: visit)
    try report(
      "copied", rounds, read: { try bytes.withUnsafeBytes { try PropertyList(binary: $0, limits: limits) } },
      visit: visit)
    try report(
      "foundation", few, read: { try PropertyListSerialization.propertyList(from: data, format: nil) }, visit: visit)
  }

  static let limits = PropertyListLimits(
    maximumSize: 64 << 20, maximumObjects: 1 << 22, maximumDepth: 128, maximumNodes: 1 << 22)

  static func report<Value>(
    _ name: String, _ rounds: Int, read: () throws -> Value, visit: (Value) -> Int
  ) rethrows {
    let clock = ContinuousClock()
    var (reading, visiting) = (Duration.seconds(3600), Duration.seconds(3600))
    var sum = 0
    for _ in 0..<rounds {
      let start = clock.now
      let value = try read()
      reading = min(reading, clock.now - start)
      sum &+= visit(value)
      visiting = min(visiting, clock.now - start)
    }
    withExtendedLifetime(sum) {}
    print(name, nanoseconds(reading), nanoseconds(visiting))
  }

  static func nanoseconds(_ time: Duration) -> Int64 {
    time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
  }

  /// A sum over all that the value holds, so that nothing of it can be left unread.
  static func visit(_ value: PropertyList) -> Int {
    switch value {
    case .null: 0
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Int(truncatingIfNeeded: value)
    case .real32(let value): Int(value)
    case .real(let value), .date(let value): Int(value)
    case .data(let bytes): bytes.count
    case .string(let text): text.utf8.count &+ Int(text.utf8.last ?? 0)
    case .uid(let value): Int(truncatingIfNeeded: value)
    case .array(let elements), .set(let elements): elements.reduce(0) { $0 &+ visit($1) }
    case .dictionary(let entries): entries.reduce(0) { $0 &+ visit($1.key) &+ visit($1.value) }
    }
  }

  static func visit(_ value: Any) -> Int {
    switch value {
    case let text as String: text.utf8.count &+ Int(text.utf8.last ?? 0)
    case let number as NSNumber: number.intValue
    case let entries as [String: Any]: entries.reduce(0) { $0 &+ visit($1.key) &+ visit($1.value) }
    case let elements as [Any]: elements.reduce(0) { $0 &+ visit($1) }
    case let bytes as Data: bytes.count
    default: 0
    }
  }
}
