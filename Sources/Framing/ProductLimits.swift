/// The limits with which socketplay itself speaks, for those who want to speak with it.
public enum ProductLimits {
  /// The longest body of a frame, 16 MiB: the originals put a whole preferences file into one, and no file of preferences
  /// comes near; a longer header is a fault or an attack.
  public static let frameLength = 16 << 20
  /// The bytes of a file in one package, 204,800: the stride of the original apps, whose buffers are made for it.
  public static let chunkLength = 204_800
  /// What is accepted of one package's archive.
  public static let package = PackageLimits(maximumSize: frameLength, maximumObjects: 4096, maximumText: 1 << 20)
}

/// What is accepted of one package's archive; each limit is required.
public struct PackageLimits: Sendable, Hashable {
  /// The longest archive in bytes; a frame's limit has cut longer ones before.
  public var maximumSize: Int
  /// The most objects an archive may declare: an original's has 40, an independent archiver's a few more.
  public var maximumObjects: Int
  /// The longest `word`, `name` or class name in bytes as it is in the archive: these are copied, the payload is not.
  public var maximumText: Int

  /// Limits of the given values.
  public init(maximumSize: Int, maximumObjects: Int, maximumText: Int) {
    self.maximumSize = maximumSize
    self.maximumObjects = maximumObjects
    self.maximumText = maximumText
  }
}
