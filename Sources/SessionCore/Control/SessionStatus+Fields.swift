public import KeyedArchive

extension SessionStatus {
  /// The status as a dictionary, in the order of the command line contract, then what is more.
  public var fields: PropertyListDictionary {
    [
      "session": .string(session), "role": .string(role), "name": .string(name),
      "port": .number(port.map { Int64($0) }), "advertised": .text(advertised),
      "peers": .array(peers.map { .dictionary($0.fields) }),
      "transfers": .array(transfers.map { .dictionary($0.statusFields) }), "directory": .string(directory),
      "revision": .number(revision),
    ]
  }

  /// The status of a dictionary that `fields` made; nil where a field is missing or of another type.
  public init?(fields: PropertyListDictionary) {
    guard let status = try? SessionStatus(FieldReader(fields: fields)) else { return nil }
    self = status
  }

  private init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      session: try read.string("session"), role: try read.string("role"), name: try read.string("name"),
      port: try read.optional("port", FieldReader.int), advertised: try read.optional("advertised", FieldReader.string),
      directory: try read.string("directory"), peers: try read.list("peers", Peer.init),
      transfers: try read.list("transfers", FileProgress.init),
      revision: try read.optional("revision", FieldReader.int64))
  }
}

extension SessionStatus.Peer {
  var fields: PropertyListDictionary {
    var fields: PropertyListDictionary = [
      "name": .string(name), "address": .string(address), "security": .string(security), "since": .real(since),
      "sent": .number(sent), "received": .number(received), "rtt": rtt.map { .real($0) } ?? .null,
      "original": .bool(original), "revision": .number(revision),
    ]
    if isGuess { fields["guessed"] = .bool(true) }
    return fields
  }

  init(_ read: FieldReader) throws(FieldMissing) {
    self.init(
      name: try read.string("name"), address: try read.string("address"), security: try read.string("security"),
      original: try read.bool("original"), since: try read.double("since"), sent: try read.int64("sent"),
      received: try read.int64("received"), rtt: try read.optional("rtt", FieldReader.double),
      revision: try read.optional("revision", FieldReader.int64))
    isGuess = try read.optional("guessed", FieldReader.bool) ?? false
  }
}

extension FileProgress {
  /// The order in which `status` tells it.
  fileprivate var statusFields: PropertyListDictionary {
    [
      "direction": .string(direction.rawValue), "name": .string(name), "bytes": .number(bytes),
      "size": .number(size), "rate": .real(rate), "peer": .string(peer), "folder": .text(folder),
    ]
  }
}
