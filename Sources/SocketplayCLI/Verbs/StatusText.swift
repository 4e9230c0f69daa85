import SessionCore

/// A session's status for a person.
enum StatusText {
  /// A block of facts, then a line for each peer and each transfer; `now` in seconds since 1970.
  static func lines(_ status: SessionStatus, at now: Double) -> [String] {
    var facts = [["session", "\(printable(status.session)) (\(printable(status.role)))"]]
    if !status.name.isEmpty { facts.append(["name", printable(status.name)]) }
    if let port = status.port { facts.append(["port", String(port)]) }
    if status.role == "host" { facts.append(["advertised", status.advertised.map { printable($0) } ?? "no"]) }
    facts.append(["folder", printable(path: status.directory)])
    if let revision = status.revision, revision > 0 { facts.append(["revision", "\(revision) of its preferences"]) }
    if status.peers.isEmpty { facts.append(["peers", "none"]) }
    var lines = Table.lines(facts)
    if !status.peers.isEmpty {
      let head = ["peer", "address", "security", "since", "sent", "received", "round trip"]
      lines += [""] + Table.lines([head] + status.peers.map { row($0, now) }, right: [3, 4, 5, 6])
    }
    if !status.transfers.isEmpty {
      let head = ["transfer", "", "done", "bytes", "rate"]
      lines += [""] + Table.lines([head] + status.transfers.map(row), right: [2, 3, 4])
    }
    return lines
  }

  private static func row(_ peer: SessionStatus.Peer, _ now: Double) -> [String] {
    [
      printable(peer.name, columns: 63)
        + (peer.isGuess ? " (\(EventText.guess))" : peer.original ? " (original app)" : ""),
      printable(peer.address, columns: 63),
      peer.security == "none" ? "PLAIN" : printable(peer.security), Units.clock(max(0, now - peer.since)) + " ago",
      Units.bytes(peer.sent), Units.bytes(peer.received), peer.rtt.map { Units.decimal($0 * 1000, 1) + " ms" } ?? "-",
    ]
  }

  private static func row(_ transfer: FileProgress) -> [String] {
    [
      transfer.direction.rawValue, printable(transfer.name, columns: 60),
      transfer.size.map { "\(ProgressMeter.percent(transfer.bytes, of: $0)) %" } ?? "-",
      Units.bytes(transfer.bytes) + (transfer.size.map { " of \(Units.bytes($0))" } ?? ""), Units.rate(transfer.rate),
    ]
  }
}
