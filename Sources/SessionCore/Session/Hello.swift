/// What an end says of itself: the first packet it sends.
public struct Hello: Sendable, Equatable {
  /// Who waited for whom.
  public enum Role: String, Sendable, Equatable { case host, join }

  /// The feature of an end that wants a `list` before any offer, and says yes or no to it.
  public static let askFeature = "ask"

  /// What an end says that knows the verbs of docs/PROTOCOL.md, section 2.5.
  public static let preferencesFeature = "prefs"

  /// The version of the extension this program speaks.
  public static let currentVersion = 1

  /// The feature of an end that comes for one errand: it takes no place where its key is connected already.
  public static let errand = "errand"

  /// The extension's version, from 1.
  public var version: Int
  /// A random id of the machine's user, the same at every start: 1 to 64 bytes.
  public var instance: String
  /// A name for people: 1 to 255 bytes.
  ///
  /// Untrusted where it came from a peer.
  public var name: String
  /// What the end can do beyond this version's verbs: at most 64 words.
  public var features: [String]
  /// Which side of the connection it is.
  public var role: Role

  /// A greeting.
  public init(
    version: Int = Hello.currentVersion, instance: String, name: String, features: [String] = [], role: Role
  ) {
    self.version = version
    self.instance = instance
    self.name = name
    self.features = features
    self.role = role
  }
}
