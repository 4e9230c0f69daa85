import SessionCore
import SocketplayNode

/// What `room` was asked for.
enum RoomRequest {
  case host(RoomHostOptions)
  case join(RoomJoinOptions)
}

extension Parsed {
  /// Which end of a room, with its options.
  func roomRequest(absolute: (String) -> String) throws(UsageError) -> RoomRequest {
    switch operands.first {
    case "host":
      if operands.count > 1 {
        throw UsageError("unexpected operand \(quoted(operands[1]))", hint: "socketplay room host --name NAME")
      }
      try refuse(Verb.roomJoinFlags, of: "room host")
      return .host(try roomHostOptions(absolute))
    case "join":
      try refuse(Verb.roomHostFlags, of: "room join")
      return .join(try roomJoinOptions(absolute))
    default:
      throw UsageError(
        "room takes host or join, not \(quoted(operands.first ?? ""))", hint: "socketplay help room")
    }
  }

  private func refuse(_ flags: [Flag], of form: String) throws(UsageError) {
    for flag in flags where has(flag) {
      throw UsageError("\(flag.spelling) is no flag of \(form)", hint: "socketplay help room")
    }
  }

  private func roomHostOptions(_ absolute: (String) -> String) throws(UsageError) -> RoomHostOptions {
    var options = RoomHostOptions()
    if let name = self[.name] { options.name = try Values.serviceName(name, what: "--name") }
    if let nick = self[.nick] { options.nick = try Values.nick(nick) }
    if let port = self[.port] { options.port = UInt16(try Values.number(port, of: .port, in: 0...65535)) }
    if let bind = self[.bind] { options.bind = try Values.address(bind, of: .bind) }
    options.interfaces = all(.interface)
    if options.interfaces.contains("") { throw UsageError("--interface takes an interface's name") }
    options.advertise = !has(.noAdvertise)
    if has(.allowPlain) { options.allowPlain = .anywhere }
    if let network = self[.allowPlain] { options.allowPlain = try Values.network(network, of: .allowPlain) }
    (options.pair, options.codeFile) = (has(.pair), try codeFile(absolute))
    for text in all(.listen) { options.listen.append(try Values.listener(text)) }
    if let history = self[.history] { options.history = try Values.number(history, of: .history, in: 0...1000) }
    if let words = self[.words] {
      if words.isEmpty { throw UsageError("--words takes a path") }
      options.words = absolute(words)
    }
    return options
  }

  private func roomJoinOptions(_ absolute: (String) -> String) throws(UsageError) -> RoomJoinOptions {
    guard let nick = self[.nick] else {
      throw UsageError("a nick is required", hint: "socketplay room join --nick NICK")
    }
    var options = RoomJoinOptions(nick: try Values.nick(nick))
    if operands.count > 1 { options.name = try Values.serviceName(operands[1], what: "NAME") }
    if let address = self[.address] { options.address = try Values.endpoint(address, of: .address) }
    if let timeout = self[.timeout] { options.timeout = try Values.seconds(timeout, of: .timeout) }
    options.reconnect = !has(.noReconnect)
    options.entrance = try entranceOptions(absolute: absolute)
    options.entrance.name = options.name
    return options
  }
}

extension Values {
  /// `chat:1234`.
  static func listener(_ text: String) throws(UsageError) -> OriginalListener {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let dialect = OriginalDialect(rawValue: parts[0]) else {
      throw UsageError(
        "--listen takes chat:PORT, im:PORT or draw:PORT, not \(quoted(text))", hint: "--listen chat:1234")
    }
    return OriginalListener(dialect: dialect, port: UInt16(try number(parts[1], of: .listen, in: 0...65535)))
  }

  /// What somebody may be called in a room.
  static func nick(_ text: String) throws(UsageError) -> String {
    do throws(Nick.Refusal) {
      try Nick.check(text)
      return text
    } catch {
      throw UsageError("\(quoted(text)) is no nick", hint: reason(error))
    }
  }

  private static func reason(_ refusal: Nick.Refusal) -> String {
    switch refusal {
    case .empty: "a nick is required"
    case .tooLong: "a nick has at most \(Nick.maximumBytes) bytes"
    case .character: "a nick has no control characters, and no blanks at its ends"
    case .colon: "a nick has no ':'"
    case .command: "'msg', 'user' and what begins with '/' are commands"
    }
  }
}
