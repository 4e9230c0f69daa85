import SessionCore

extension EventText {
  static func began(_ begin: FileBegin) -> Line {
    let name = quoted(path(begin.folder, begin.name))
    let size = begin.size.map { " of \(Units.bytes($0))" } ?? ""
    if begin.restarted { return .talk("\(name): it has changed since it was begun, starting again at 0\(size)") }
    if begin.resumedAt > 0, begin.resumedAt == begin.size { return .detail("\(name) is there already") }
    if begin.resumedAt > 0 { return .talk("\(name): resuming at \(Units.bytes(begin.resumedAt))\(size)") }
    let verb = begin.direction == .sending ? "sending" : "receiving"
    return .detail("\(verb) \(name)" + (begin.size.map { ", \(Units.bytes($0))" } ?? ""))
  }

  /// `stored "song.mp3" (4.2 MB in 0.31 s, 13.5 MB/s, verified)`.
  static func file(_ end: FileEnd) -> Line {
    let name = quoted(path(end.folder, end.name))
    if let failure = end.failure {
      var text = FailureText(failure)
      if failure.subject.isEmpty { text.message = "\(name): \(text.message)" }
      return .error(text)
    }
    if end.stored == false {
      return .error(FailureText(status: .refusedThere, message: "\(name) was not stored", hint: nil))
    }
    let renamed = end.storedAs.map { " as \(quoted($0))" } ?? ""
    let sum = end.verified == "sha-256" ? end.digest.map { ", sha256 \(printable($0))" } ?? "" : ""
    if end.alreadyThere { return .answer("stored \(name)\(renamed) (already there, \(Units.bytes(end.bytes))\(sum))") }
    let moved = end.bytes - end.resumedAt
    let share = end.resumedAt > 0 ? ", \(Units.bytes(moved)) of it" : ""
    var facts = ["\(Units.bytes(end.bytes))\(share) in \(Units.seconds(end.seconds))"]
    if end.seconds > 0, moved > 0 { facts.append(Units.rate(Double(moved) / end.seconds)) }
    if end.direction == .sending, end.stored == nil {
      return .answer("sent \(name) (\(facts.joined(separator: ", ")); this peer cannot confirm)")
    }
    facts.append(end.verified == "none" ? "unverified" : "verified")
    return .answer("stored \(name)\(renamed) (\(facts.joined(separator: ", "))\(sum))")
  }

  static func path(_ folder: String?, _ name: String) -> String {
    guard let folder, !folder.isEmpty else { return name }
    return "\(folder)/\(name)"
  }
}
