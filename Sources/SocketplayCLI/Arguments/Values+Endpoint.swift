import SocketplayNode
import Sys

extension Values {
  /// HOST:PORT: a name, an IPv4 address, `[v6]:port`, and with an interface also `fe80::1%eth0:port`.
  static func endpoint(_ text: String, of flag: Flag) throws(UsageError) -> Endpoint {
    try endpoint(text, what: "\(flag.spelling) takes", example: flag.spelling + " ")
  }

  /// The HOST:PORT that a verb's first operand is.
  static func server(of parsed: Parsed) throws(UsageError) -> Endpoint {
    try endpoint(
      parsed.operands.first ?? "", what: "\(parsed.verb.name) takes", example: "socketplay \(parsed.verb.name) ")
  }

  private static func endpoint(_ text: String, what: String, example: String) throws(UsageError) -> Endpoint {
    let wrong = UsageError(
      "\(what) HOST:PORT, not \(quoted(text))",
      hint: example + (isIPv6(text) ? "'[\(printable(text))]:PORT'" : "10.0.0.7:43121"))
    guard let colon = text.lastIndex(of: ":") else { throw wrong }
    let digits = String(text[text.index(after: colon)...])
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isDigit }) else { throw wrong }
    guard let port = UInt16(digits), port > 0 else {
      throw UsageError("the port of \(quoted(text)) is not from 1 to 65535")
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
      guard isIPv6(host) else { throw wrong }
    } else if host.contains(":") {
      // Without brackets only an interface's name ends the address beyond doubt.
      guard host.contains("%"), isIPv6(host) else { throw wrong }
    } else {
      guard isHostName(host) else { throw wrong }
    }
    return Endpoint(host: host, port: port)
  }

  /// Whether it is an IPv6 address, with an interface or without; the interface need not be there.
  private static func isIPv6(_ text: String) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].isEmpty || parts[1].contains(where: { ":/%[] ".contains($0) }) { return false }
    return SocketAddress(String(parts[0]), port: 0)?.family == .ipv6
  }

  private static func isHostName(_ text: String) -> Bool {
    (1...253).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && scalar.value != 0x7F && !"/[]%@\\".unicodeScalars.contains(scalar)
      }
  }
}
