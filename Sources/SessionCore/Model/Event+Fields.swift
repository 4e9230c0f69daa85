public import KeyedArchive

extension Event {
  /// The event's name in `--json` and over the control socket.
  public var name: String {
    switch self {
    case .listening: "listening"
    case .advertised: "advertised"
    case .withdrawn: "withdrawn"
    case .found: "found"
    case .lost: "lost"
    case .connected: "connected"
    case .paired: "paired"
    case .text: "text"
    case .start: "start"
    case .preferences: "prefs"
    case .watching: "watching"
    case .fileBegin: "file-begin"
    case .fileProgress: "file-progress"
    case .fileCheck: "file-check"
    case .file: "file"
    case .delivered: "delivered"
    case .disconnected: "disconnected"
    case .reconnecting: "reconnecting"
    case .room(let news): news.name
    case .error: "error"
    case .warning: "warning"
    }
  }

  /// The event as a dictionary: `event` first, then its fields in the order of the command line contract, then others.
  ///
  /// A field that has no value is null. A failure stands as `reason`, `subject` and `detail`: words are the command
  /// line's.
  public var fields: PropertyListDictionary {
    var fields: PropertyListDictionary = ["event": .string(name)]
    switch self {
    case .listening(let name, let port, let addresses):
      fields["name"] = .string(name)
      fields["port"] = .number(port)
      fields["addresses"] = .texts(addresses)
    case .advertised(let name), .withdrawn(let name):
      fields["name"] = .string(name)
    case .found(let service), .lost(let service):
      fields.append(service.fields)
    case .connected(let peer, let address, let security, let original, let isGuess):
      fields["peer"] = .string(peer)
      fields["address"] = .string(address)
      fields["security"] = .string(security)
      fields["original"] = .bool(original)
      if isGuess { fields["guessed"] = .bool(true) }
    case .paired(let peer, let id):
      fields["peer"] = .string(peer)
      fields["id"] = .string(id)
    case .text(let peer, let text), .start(let peer, let text):
      fields["peer"] = .string(peer)
      fields["text"] = .string(text)
    case .preferences(let received):
      fields.append(received.fields)
    case .watching(let peer, let revision):
      fields["peer"] = .string(peer)
      fields["revision"] = .number(revision)
    case .fileBegin(let begin):
      fields.append(begin.fields)
    case .fileProgress(let progress), .fileCheck(let progress):
      fields.append(progress.fields)
    case .file(let end):
      fields.append(end.fields)
    case .delivered(let delivery):
      fields.append(delivery.fields)
    case .disconnected(let peer, let reason, let partial):
      fields["peer"] = .string(peer)
      fields["reason"] = .string(reason)
      fields["partial"] = .texts(partial)
    case .reconnecting(let attempt, let delay):
      fields["attempt"] = .number(attempt)
      fields["in"] = .real(delay)
    case .room(let news):
      fields.append(news.fields)
    case .error(let failure), .warning(let failure):
      fields.append(failure.fields)
    }
    return fields
  }
}

extension PropertyListDictionary {
  /// Adds the entries of `other` behind these.
  mutating func append(_ other: PropertyListDictionary) {
    for entry in other { self[entry.key] = entry.value }
  }
}

extension Service {
  var fields: PropertyListDictionary {
    [
      "name": .string(name), "host": .string(host), "addresses": .texts(addresses), "port": .number(port),
      "plain": .bool(plain), "reachable": .flag(reachable),
    ]
  }
}

extension KeyChange {
  /// The change as an event tells it: null where there was or is no value, and the types of both.
  public var eventFields: PropertyListDictionary {
    [
      "key": .string(key), "from": from ?? .null, "to": to ?? .null, "fromType": Self.type(from),
      "toType": Self.type(to),
    ]
  }

  private static func type(_ value: PropertyList?) -> PropertyList {
    value.map { .string(ValueType($0).rawValue) } ?? .null
  }
}

extension PreferencesReceived {
  var fields: PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "peer": .string(peer), "bytes": .number(bytes), "keys": .number(keys), "path": .string(path),
      "applied": applied.map { .array($0.map { .dictionary($0.eventFields) }) } ?? .null,
    ]
    if !isUndoable { fields["undoable"] = .bool(false) }
    if let revision { fields["revision"] = .integer(Int128(revision)) }
    return fields
  }
}

extension FileBegin {
  var fields: PropertyListDictionary {
    [
      "peer": .string(peer), "name": .string(name), "folder": .text(folder), "size": .number(size),
      "resumedAt": .number(resumedAt), "direction": .string(direction.rawValue), "restarted": .bool(restarted),
    ]
  }
}

extension FileProgress {
  var fields: PropertyListDictionary {
    [
      "name": .string(name), "bytes": .number(bytes), "size": .number(size), "rate": .real(rate),
      "direction": .string(direction.rawValue), "peer": .string(peer), "folder": .text(folder),
    ]
  }
}

extension FileEnd {
  /// `stored` is the sender's; a failure stands as a dictionary under `failure`.
  var fields: PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "peer": .string(peer), "name": .string(name), "folder": .text(folder), "path": .string(path),
      "bytes": .number(bytes), "seconds": .real(seconds), "verified": .string(verified),
    ]
    if direction == .sending || stored != nil { fields["stored"] = .flag(stored) }
    fields["direction"] = .string(direction.rawValue)
    fields["alreadyThere"] = .bool(alreadyThere)
    fields["resumedAt"] = .number(resumedAt)
    fields["digest"] = .text(digest)
    if let storedAs { fields["storedAs"] = .string(storedAs) }
    if let failure { fields["failure"] = .dictionary(failure.fields) }
    return fields
  }
}

extension Delivery {
  var fields: PropertyListDictionary {
    [
      "what": .string(what.rawValue), "peer": .string(peer), "result": .string(result.rawValue),
      "applied": .array(applied.map { .dictionary($0.eventFields) }), "count": .integer(Int128(count)),
    ]
  }
}

extension Failure {
  /// The failure as a dictionary: reason, subject and detail.
  public var fields: PropertyListDictionary {
    ["reason": .string(reason.rawValue), "subject": .string(subject), "detail": .string(detail)]
  }

  /// The failure of a dictionary that `fields` made; a reason this version does not know is `failed`.
  public init?(fields: PropertyListDictionary) {
    guard let failure = try? Failure(FieldReader(fields: fields)) else { return nil }
    self = failure
  }
}
