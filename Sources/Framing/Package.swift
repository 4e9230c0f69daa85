/// The model of the original apps: six fields, one archive a frame.
///
/// Its names and numbers are those of `Package` in the apps' own source, as docs/PROTOCOL.md tells.
public struct Package: Sendable, Equatable {
  /// What a package carries.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The number on the wire; 1 to 4 and 64 have a meaning, any other is kept and ignored.
    public var rawValue: Int64
    /// A kind of any number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// A whole property list, or a start signal.
    public static let preferences = Kind(rawValue: 1)
    /// A text message.
    public static let text = Kind(rawValue: 2)
    /// A piece of a file.
    public static let file = Kind(rawValue: 3)
    /// A piece of a file of a folder.
    public static let folderFile = Kind(rawValue: 4)
    /// What two socketplay ends add; originals ignore it.
    public static let control = Kind(rawValue: 64)
  }

  /// The second selector, which the earliest form of the apps looks at alone.
  public struct Intent: RawRepresentable, Sendable, Hashable {
    /// The number on the wire.
    public var rawValue: Int64
    /// An intent of any number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// What an original ignores.
    public static let none = Intent(rawValue: -1)
    /// Data.
    public static let data = Intent(rawValue: 0)
    /// The start signal.
    public static let start = Intent(rawValue: 1)
  }

  /// What it carries (`kind`).
  public var kind: Kind
  /// The second selector (`type`).
  public var intent: Intent
  /// The text, the folder, the transfer or the verb, by kind (`word`).
  public var word: String?
  /// A file's base name, or a receipt's id (`name`).
  public var name: String?
  /// Whether this is the last piece of a file (`toTheEnd`).
  public var isLast: Bool
  /// The payload (`data`); nil and empty differ on the wire.
  public var data: [UInt8]?

  /// A package of the given fields.
  public init(
    kind: Kind, intent: Intent, word: String? = nil, name: String? = nil, isLast: Bool = false, data: [UInt8]? = nil
  ) {
    self.kind = kind
    self.intent = intent
    self.word = word
    self.name = name
    self.isLast = isLast
    self.data = data
  }
}
