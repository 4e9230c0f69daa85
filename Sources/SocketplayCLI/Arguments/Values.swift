import SessionCore
import SocketplayNode
import Sys

/// Reads the values of flags; what is wrong is a `UsageError` that names the flag.
enum Values {
  /// A whole number within a range.
  static func number(_ text: String, of flag: Flag, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit }), let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(flag.spelling) takes a number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))")
    }
    return number
  }

  /// Seconds: above 0, a fraction allowed.
  static func seconds(_ text: String, of flag: Flag) throws(UsageError) -> Double {
    // A hundred million seconds are three years: more is a slip, and clocks overflow on much more.
    let isPlain = text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard isPlain, let seconds = Double(text), seconds > 0, seconds <= longest else {
      throw UsageError("\(flag.spelling) takes seconds, not \(quoted(text))", hint: "\(flag.spelling) 30")
    }
    return seconds
  }

  /// The longest time a flag takes, and what "until interrupted" is.
  static let longest = 100_000_000.0

  /// Bytes, with `k M G` for powers of 1000 and `Ki Mi Gi` for those of 1024.
  static func size(_ text: String, of flag: Flag) throws(UsageError) -> Int64 {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let scales: [String: Int64] = [
      "": 1, "k": 1000, "M": 1_000_000, "G": 1_000_000_000, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30,
    ]
    guard let number = Int64(digits), let scale = scales[String(text.dropFirst(digits.count))],
      case let (size, overflow) = number.multipliedReportingOverflow(by: scale), !overflow
    else {
      throw UsageError(
        "\(flag.spelling) takes a size, not \(quoted(text))", hint: "\(flag.spelling) 500M (k M G, or Ki Mi Gi)")
    }
    return size
  }

  /// Patterns for file names, with commas between.
  static func patterns(_ text: String, of flag: Flag) throws(UsageError) -> [Glob] {
    let patterns = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for pattern in patterns where pattern.isEmpty || pattern.contains("/") {
      throw UsageError(
        "\(flag.spelling) takes patterns for names, not \(quoted(text))", hint: "\(flag.spelling) '*.mp3,*.m4a'")
    }
    return patterns.map { Glob($0) }
  }

  /// Bytes a second, at least one.
  static func rate(_ text: String, of flag: Flag) throws(UsageError) -> Int64 {
    let rate = try size(text, of: flag)
    if rate == 0 { throw UsageError("\(flag.spelling) takes a rate above 0", hint: "\(flag.spelling) 500k") }
    return rate
  }

  /// A store of preferences: `defaults:DOMAIN` and `dconf:/path/` as they are, a path made absolute.
  static func store(_ text: String, _ absolute: (String) -> String) -> String {
    text.hasPrefix("defaults:") || text.hasPrefix("dconf:") ? text : absolute(text)
  }

  /// A session's name on this machine.
  static func session(_ text: String) throws(UsageError) -> String {
    guard isSessionName(text) else {
      throw UsageError(
        "\(quoted(text)) is no session name", hint: "letters, digits, '.', '_' and '-', at most 64 of them")
    }
    return text
  }

  static func isSessionName(_ text: String) -> Bool {
    // The name becomes that of a socket, whose whole path has about 100 bytes.
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte.isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-")].contains(byte)
      }
  }

  /// A service name: 1 to 63 bytes of anything.
  static func serviceName(_ text: String, what: String) throws(UsageError) -> String {
    guard (1...63).contains(text.utf8.count) else {
      throw UsageError("\(what) has 1 to 63 bytes, and \(quoted(text)) has \(text.utf8.count)")
    }
    return text
  }

  /// A numeric address of this machine.
  static func address(_ text: String, of flag: Flag) throws(UsageError) -> String {
    guard SocketAddress(text, port: 0) != nil else {
      throw UsageError(
        "\(flag.spelling) takes a numeric address, not \(quoted(text))", hint: "\(flag.spelling) 10.0.0.7")
    }
    return text
  }

  /// Addresses in CIDR form: `10.0.0.0/8`, `fe80::/10`.
  static func network(_ text: String, of flag: Flag) throws(UsageError) -> PlainNetwork {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if (1...2).contains(parts.count), let address = SocketAddress(parts[0], port: 0) {
      let bits = address.family == .ipv4 ? 32 : 128
      let prefix = parts.count == 2 ? parts[1] : String(bits)
      if !prefix.isEmpty, prefix.utf8.allSatisfy({ $0.isDigit }), let length = Int(prefix),
        let network = PlainNetwork(address, bits: length)
      {
        return network
      }
    }
    throw UsageError("\(flag.spelling) takes a network, not \(quoted(text))", hint: "\(flag.spelling)=10.0.0.0/8")
  }

  /// The base name a file is sent under: one component.
  static func fileName(_ text: String, of flag: Flag) throws(UsageError) -> String {
    guard !text.isEmpty, text != ".", text != "..", !text.contains("/"), text.utf8.count <= 255 else {
      throw UsageError("\(flag.spelling) takes a file name without a folder, not \(quoted(text))")
    }
    return text
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
