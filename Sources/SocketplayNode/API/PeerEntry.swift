/// A known peer, as it is listed.
public struct PeerEntry: Sendable, Equatable {
  /// What it is called here.
  public var name: String
  /// Its id: `sha256:` and 64 digits.
  public var id: String
  /// When it became known: UTC, `2026-11-30T11:44:54Z`.
  public var added: String
  /// How: `code` or `manual`.
  public var via: String
  /// What it may send: `prefs,files`, `prefs`, `files` or `none`.
  public var may: String

  /// A value of these fields.
  public init(name: String, id: String, added: String, via: String, may: String) {
    self.name = name
    self.id = id
    self.added = added
    self.via = via
    self.may = may
  }
}
