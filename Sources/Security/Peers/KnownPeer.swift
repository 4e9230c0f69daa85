public import SessionCore

/// A peer whose key this machine's user has accepted.
public struct KnownPeer: Sendable, Hashable {
  /// How it became known.
  public enum Origin: String, Sendable, Hashable {
    /// By a pairing code.
    case code
    /// By `trust`.
    case manual
  }

  /// Its key's digest.
  public var id: PeerID
  /// What it is called here.
  public var petname: Petname
  /// When it became known: UTC, as `2026-11-30T11:44:54Z`.
  public var added: String
  /// How it became known.
  public var origin: Origin
  /// What it may send.
  public var may: Rights

  /// A value of these fields.
  public init(id: PeerID, petname: Petname, added: String, origin: Origin, may: Rights) {
    self.id = id
    self.petname = petname
    self.added = added
    self.origin = origin
    self.may = may
  }

  /// Reads one line of the file; nil for any other form: exactly the five fields, one space between.
  init?(line: String) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5, let id = PeerID(fields[0]), "\(id)" == fields[0], let petname = Petname(fields[1]),
      let added = Self.value(of: "added", fields[2]), Self.isTime(added),
      let origin = Self.value(of: "via", fields[3]).flatMap(Origin.init),
      let may = Self.value(of: "may", fields[4]).flatMap({ Rights($0) }), "may=\(may)" == fields[4]
    else { return nil }
    self.init(id: id, petname: petname, added: added, origin: origin, may: may)
  }

  /// The line of the file, without its end.
  var line: String { "\(id) \(petname) added=\(added) via=\(origin.rawValue) may=\(may)" }

  private static func value(of key: String, _ field: String) -> String? {
    field.hasPrefix(key + "=") ? String(field.dropFirst(key.count + 1)) : nil
  }

  /// Whether it has the form `dddd-dd-ddTdd:dd:ddZ`; what it says is for people alone.
  private static func isTime(_ text: String) -> Bool {
    let form = "dddd-dd-ddTdd:dd:ddZ".utf8
    return text.utf8.count == form.count
      && zip(text.utf8, form).allSatisfy { byte, expected in
        expected == UInt8(ascii: "d") ? UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte : byte == expected
      }
  }
}
