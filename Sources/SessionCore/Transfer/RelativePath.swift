/// A path that a peer named, checked: its components as they may stand in the receive folder, at least one.
public struct RelativePath: Sendable, Hashable {
  /// How deep an offered tree may be: each level is a folder opened on the way.
  public static let maximumDepth = 32

  /// The components, the name last.
  public let components: [String]

  /// The path of an offer, of a socketplay end, which is told what is refused.
  public init(offered path: String) throws(NameRules.Refusal) {
    components = try NameRules.path(path, maximumDepth: Self.maximumDepth, longNames: .refused)
  }

  /// The place of a file of an original, which cannot be told: a name that is too long is shortened.
  public init(original key: OriginalFiles.Key) throws(NameRules.Refusal) {
    guard let folder = key.folder else {
      components = [try NameRules.top(key.name, longNames: .shortened)]
      return
    }
    components = [
      try NameRules.top(folder, longNames: .shortened), try NameRules.component(key.name, longNames: .shortened),
    ]
  }
}
