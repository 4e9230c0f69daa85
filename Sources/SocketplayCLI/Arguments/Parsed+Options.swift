import SessionCore
import SocketplayNode

extension Parsed {
  /// What `host` was asked for.
  func hostOptions(absolute: (String) -> String) throws(UsageError) -> HostOptions {
    var options = HostOptions()
    if let session = self[.session] { options.session = try Values.session(session) }
    if let name = self[.name] { options.name = try Values.serviceName(name, what: "--name") }
    if let port = self[.port] { options.port = UInt16(try Values.number(port, of: .port, in: 0...65535)) }
    if let bind = self[.bind] { options.bind = try Values.address(bind, of: .bind) }
    options.interfaces = all(.interface)
    if options.interfaces.contains("") { throw UsageError("--interface takes an interface's name") }
    if let store = self[.apply] { options.store = try self.store(store, absolute) }
    options.isReadOnly = has(.readOnly)
    options.once = has(.once)
    if let peers = self[.peers] { options.peers = try Values.number(peers, of: .peers, in: 1...1000) }
    options.advertise = !has(.noAdvertise)
    options.reception = try reception()
    if has(.allowPlain) { options.allowPlain = .anywhere }
    if let network = self[.allowPlain] { options.allowPlain = try Values.network(network, of: .allowPlain) }
    (options.pair, options.codeFile) = (has(.pair), try codeFile(absolute))
    return options
  }

  /// The file of a pairing code; nil where none is given.
  func codeFile(_ absolute: (String) -> String) throws(UsageError) -> String? {
    guard let file = self[.codeFile] else { return nil }
    return try path(file, of: .codeFile, absolute)
  }

  /// What `join` was asked for.
  func joinOptions(absolute: (String) -> String) throws(UsageError) -> JoinOptions {
    var options = JoinOptions()
    if let session = self[.session] { options.session = try Values.session(session) }
    if let name = operands.first { options.name = try Values.serviceName(name, what: "NAME") }
    if let address = self[.address] { options.address = try Values.endpoint(address, of: .address) }
    if let store = self[.apply] { options.store = try self.store(store, absolute) }
    options.isReadOnly = has(.readOnly)
    if let timeout = self[.timeout] { options.timeout = try Values.seconds(timeout, of: .timeout) }
    options.reconnect = !has(.noReconnect)
    options.reception = try reception()
    options.entrance = try entranceOptions(absolute: absolute)
    options.entrance.name = options.name
    return options
  }

  /// How `host` and `join` take files.
  private func reception() throws(UsageError) -> ReceptionOptions {
    var options = ReceptionOptions()
    for text in all(.accept) { options.rules.patterns += try Values.patterns(text, of: .accept) }
    if let size = self[.acceptMax] { options.rules.maximumSize = try Values.size(size, of: .acceptMax) }
    options.asksFirst = has(.ask)
    options.plays = has(.play)
    if let target = self[.receiveTo] {
      guard target == "-" else {
        throw UsageError("--receive-to takes '-', not \(quoted(target))", hint: "--dir stores files in a folder")
      }
      options.output = 1
    }
    return options
  }

  /// What `songs` sorts by.
  func songOrder() throws(UsageError) -> SongOrder {
    guard let word = self[.sort] else { return .name }
    guard let order = SongOrder(rawValue: word) else {
      let words = SongOrder.allCases.map(\.rawValue)
      throw UsageError(
        "--sort takes one of \(words.joined(separator: ", ")), not \(quoted(word))",
        hint: Nearest.to(word, among: words).map { "did you mean \($0)?" })
    }
    return order
  }

  /// How a joiner gets in.
  func entranceOptions(absolute: (String) -> String) throws(UsageError) -> EntranceOptions {
    var options = EntranceOptions()
    options.plain = has(.plain)
    options.pair = has(.pair)
    options.codeFile = try codeFile(absolute)
    if options.plain, options.pair || options.codeFile != nil {
      throw UsageError("--plain and \(options.pair ? "--pair" : "--code-file") exclude each other")
    }
    if let name = self[.to] { options.name = try Values.serviceName(name, what: "--to") }
    return options
  }

  /// How a `send-*`, `say` or `start` reaches its peer.
  func route() throws(UsageError) -> Route {
    let given = [Flag.useSession, .to, .address].filter { has($0) }
    if given.count > 1 {
      throw UsageError("\(given[0].spelling) and \(given[1].spelling) exclude each other")
    }
    if let name = self[.to] { return .name(try Values.serviceName(name, what: "--to")) }
    if let address = self[.address] { return .address(try Values.endpoint(address, of: .address)) }
    return .session(try sessionName())
  }

  /// The running session that is meant; nil for the only one.
  func sessionName() throws(UsageError) -> String? {
    guard let name = self[.useSession] else { return nil }
    return try Values.session(name)
  }

  /// The peer that is meant; nil for the only one.
  func peerName() throws(UsageError) -> String? {
    guard let name = self[.peer] else { return nil }
    if name.isEmpty { throw UsageError("--peer takes a peer's name") }
    return name
  }

  /// How long it may take; nil for as long as it takes.
  func timeout() throws(UsageError) -> Double? {
    guard let text = self[.timeout] else { return nil }
    return try Values.seconds(text, of: .timeout)
  }

  /// What `say` says.
  func text() throws(UsageError) -> String {
    guard let text = operands.first, !text.isEmpty else { throw UsageError("the text is empty") }
    return text
  }

  /// What `send-file` sends: the form of it, before anything is looked at on disk.
  func filesToSend() throws(UsageError) -> FilesToSend {
    var files = try pathsToSend()
    files.priority = try priority()
    files.digest = has(.sha256) ? .sha256 : .xxh3
    if let rate = self[.limit] { files.limit = try Values.rate(rate, of: .limit) }
    return files
  }

  private func priority() throws(UsageError) -> Offer.Priority {
    guard let word = self[.priority] else { return .normal }
    guard let priority = Offer.Priority(rawValue: word) else {
      throw UsageError("--priority is low, normal or high, not \(quoted(word))")
    }
    return priority
  }

  private func pathsToSend() throws(UsageError) -> FilesToSend {
    let name: String? = if let text = self[.sendAs] { try Values.fileName(text, of: .sendAs) } else { nil }
    if operands.contains("") { throw UsageError("a PATH is empty") }
    if operands.contains("-") {
      guard operands.count == 1 else {
        throw UsageError("'-' is standard input and goes alone", hint: "use ./- for a file of that name")
      }
      guard let name else {
        throw UsageError("'-' is standard input and needs a name", hint: "socketplay send-file - --as NAME")
      }
      return FilesToSend(paths: [], name: name, fromDescriptor: true, all: has(.all))
    }
    if name != nil, operands.count != 1 {
      throw UsageError("--as names one file, and there are \(operands.count)", hint: "send them one by one")
    }
    return FilesToSend(paths: operands, name: name, all: has(.all))
  }

  private func path(_ text: String, of flag: Flag, _ absolute: (String) -> String) throws(UsageError) -> String {
    if text.isEmpty { throw UsageError("\(flag.spelling) takes a path") }
    return absolute(text)
  }

  private func store(_ text: String, _ absolute: (String) -> String) throws(UsageError) -> String {
    if text.isEmpty { throw UsageError("--apply takes a plist file, defaults:DOMAIN or dconf:/path/") }
    return Values.store(text, absolute)
  }
}
