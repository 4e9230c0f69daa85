public import KeyedArchive

extension Event {
  /// The event of a dictionary that `fields` made.
  ///
  /// Nil for an event this version does not know, or where a field is missing or of another type; fields it does not
  /// know are ignored.
  public init?(fields: PropertyListDictionary) {
    guard let event = try? Event(FieldReader(fields: fields)) else { return nil }
    self = event
  }

  private init(_ read: FieldReader) throws(FieldMissing) {
    switch try read.string("event") {
    case "listening":
      self = .listening(
        name: try read.string("name"), port: try read.int("port"), addresses: try read.strings("addresses"))
    case "advertised": self = .advertised(name: try read.string("name"))
    case "withdrawn": self = .withdrawn(name: try read.string("name"))
    case "found": self = .found(try Service(read))
    case "lost": self = .lost(try Service(read))
    case "connected":
      self = .connected(
        peer: try read.string("peer"), address: try read.string("address"), security: try read.string("security"),
        original: try read.bool("original"), isGuess: try read.optional("guessed", FieldReader.bool) ?? false)
    case "paired": self = .paired(peer: try read.string("peer"), id: try read.string("id"))
    case "text": self = .text(peer: try read.string("peer"), text: try read.string("text"))
    case "start": self = .start(peer: try read.string("peer"), text: try read.string("text"))
    case "prefs": self = .preferences(try PreferencesReceived(read))
    case "watching":
      self = .watching(peer: try read.string("peer"), revision: try read.optional("revision", FieldReader.int64))
    case "file-begin": self = .fileBegin(try FileBegin(read))
    case "file-progress": self = .fileProgress(try FileProgress(read))
    case "file-check": self = .fileCheck(try FileProgress(read))
    case "file": self = .file(try FileEnd(read))
    case "delivered": self = .delivered(try Delivery(read))
    case "disconnected":
      self = .disconnected(
        peer: try read.string("peer"), reason: try read.string("reason"), partial: try read.strings("partial"))
    case "reconnecting": self = .reconnecting(attempt: try read.int("attempt"), delay: try read.double("in"))
    case "error": self = .error(try Failure(read))
    case "warning": self = .warning(try Failure(read))
    default: throw FieldMissing()
    }
  }
}

extension Service {
  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      name: try read.string("name"), host: try read.string("host"), addresses: try read.strings("addresses"),
      port: try read.int("port"), plain: try read.bool("plain"),
      reachable: try read.optional("reachable", FieldReader.bool))
  }
}

extension KeyChange {
  init(_ read: FieldReader) throws(FieldMissing) {
    let from = read.fields["from"]
    let to = read.fields["to"]
    self.init(key: try read.string("key"), from: from == .null ? nil : from, to: to == .null ? nil : to)
  }

  fileprivate static func list(_ read: FieldReader) -> (String) throws(FieldMissing) -> [KeyChange] {
    { (key: String) throws(FieldMissing) in try read.list(key, KeyChange.init) }
  }
}

extension PreferencesReceived {
  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      peer: try read.string("peer"), bytes: try read.int("bytes"), keys: try read.int("keys"),
      path: try read.string("path"), applied: try read.optional("applied", KeyChange.list),
      isUndoable: try read.optional("undoable", FieldReader.bool) ?? true,
      revision: try read.optional("revision", FieldReader.int64))
  }
}

extension FileBegin {
  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      direction: try read.word("direction", as: Direction.self), peer: try read.string("peer"),
      name: try read.string("name"), folder: try read.optional("folder", FieldReader.string),
      size: try read.optional("size", FieldReader.int64), resumedAt: try read.int64("resumedAt"),
      restarted: try read.optional("restarted", FieldReader.bool) ?? false)
  }
}

extension FileProgress {
  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      direction: try read.word("direction", as: Direction.self), peer: try read.string("peer"),
      name: try read.string("name"), folder: try read.optional("folder", FieldReader.string),
      bytes: try read.int64("bytes"), size: try read.optional("size", FieldReader.int64), rate: try read.double("rate"))
  }
}

extension FileEnd {
  init(_ read: FieldReader) throws(FieldMissing) {
    let failure = try read.optional("failure", FieldReader.dictionary)
    self.init(
      direction: try read.word("direction", as: Direction.self), peer: try read.string("peer"),
      name: try read.string("name"), folder: try read.optional("folder", FieldReader.string),
      path: try read.string("path"), bytes: try read.int64("bytes"), seconds: try read.double("seconds"),
      verified: try read.string("verified"), stored: try read.optional("stored", FieldReader.bool),
      storedAs: try read.optional("storedAs", FieldReader.string), alreadyThere: try read.bool("alreadyThere"),
      resumedAt: try read.optional("resumedAt", FieldReader.int64) ?? 0,
      digest: try read.optional("digest", FieldReader.string),
      failure: failure.flatMap { Failure(fields: $0) })
  }
}

extension Delivery {
  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      what: try read.word("what", as: What.self), peer: try read.string("peer"),
      result: try read.word("result", as: Result.self), applied: try read.list("applied", KeyChange.init),
      count: try read.int("count"))
  }
}

extension Failure {
  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      Reason(rawValue: try read.string("reason")) ?? .failed, try read.string("subject"),
      detail: try read.string("detail"))
  }
}
