import KeyedArchive

/// What a journal says of its part, beside how far it has got.
struct JournalHeader: Sendable, Hashable {
  var key: TransferKey
  /// What the other end was called when it began.
  var peer: String
  /// The source's size.
  var size: Int64
  /// When the source last changed, in nanoseconds since 1970; nil where the other end did not say.
  var modified: Int64?
  /// The part's name in the receive folder.
  var part: String
  /// Whether the bytes proved to be other than their digest says: the part is kept to be looked at, never resumed.
  var isSetAside = false

  /// Whether a part of that header is the same transfer's of the same source, and may go on.
  func isContinued(by other: JournalHeader) -> Bool {
    var mine = self
    mine.peer = other.peer
    return mine == other && !isSetAside
  }
}

extension JournalHeader {
  /// The largest header: two paths, two names and a little more.
  static let maximumSize = 16_384
  static let limits = PropertyListLimits(
    maximumSize: maximumSize, maximumObjects: 64, maximumDepth: 2, maximumNodes: 64)

  /// The header as a binary property list.
  var bytes: [UInt8] {
    var fields: PropertyListDictionary = [
      "owner": .string(key.owner), "folder": .string(key.folder), "path": .string(key.path), "peer": .string(peer),
      "size": .integer(Int128(size)), "part": .string(part), "setAside": .bool(isSetAside),
    ]
    if let modified { fields["mtime"] = .integer(Int128(modified)) }
    // Strings, integers and a flag are what a property list carries, so writing it cannot fail.
    return (try? PropertyList.dictionary(fields).binary()) ?? []
  }

  /// Reads what `bytes` made; nil for anything else.
  init?(bytes: [UInt8]) {
    let value = bytes.withUnsafeBytes { try? PropertyList(binary: $0, limits: Self.limits) }
    guard let fields = value?.dictionaryValue, let owner = fields["owner"]?.stringValue,
      let folder = fields["folder"]?.stringValue, let path = fields["path"]?.stringValue,
      let peer = fields["peer"]?.stringValue, let size = fields["size"]?.intValue, size >= 0,
      let part = fields["part"]?.stringValue, let isSetAside = fields["setAside"]?.boolValue
    else { return nil }
    self.init(
      key: TransferKey(owner: owner, folder: folder, path: path), peer: peer, size: Int64(size),
      modified: fields["mtime"]?.intValue.map { Int64($0) }, part: part, isSetAside: isSetAside)
  }
}
