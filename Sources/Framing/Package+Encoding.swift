extension Package {
  /// The class name that is sent unless another is asked for: the Mac app and the phone app both take it.
  public static let defaultClassName = "socketG.Package"

  /// The whole frame: header and archive, laid out as the original's archiver does it.
  public func frame(className: String = Package.defaultClassName) -> [UInt8] {
    let layout = PackageLayout(
      kind: kind, intent: intent, word: word, name: name, isLast: isLast, payloadCount: data?.count,
      className: className)
    guard let data else { return layout.prefix }
    return layout.prefix + data + layout.suffix
  }
}

/// The bytes around a payload, so that the payload itself is neither copied nor looked at.
///
/// `prefix`, then `payloadCount` bytes, then `suffix` are byte for byte what `Package.frame(className:)` gives.
public struct ChunkFrame: Sendable, Hashable {
  /// The class name that is sent unless another is asked for.
  public static let defaultClassName = Package.defaultClassName

  /// What goes before the payload, the frame's header included.
  public let prefix: [UInt8]
  /// What goes behind the payload.
  public let suffix: [UInt8]

  /// The frame of a package with a payload of `payloadCount` bytes; its cost does not depend on that number.
  public init(
    kind: Package.Kind, intent: Package.Intent, word: String?, name: String?, isLast: Bool, payloadCount: Int,
    className: String = ChunkFrame.defaultClassName
  ) {
    let layout = PackageLayout(
      kind: kind, intent: intent, word: word, name: name, isLast: isLast, payloadCount: payloadCount,
      className: className)
    prefix = layout.prefix
    suffix = layout.suffix
  }
}
