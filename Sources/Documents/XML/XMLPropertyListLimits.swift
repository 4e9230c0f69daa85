/// How much of an XML property list is taken before it is refused.
///
/// All three are needed: the size bounds the work, the depth bounds whoever walks the value afterwards, and the nodes
/// bound its memory, which is many times the text's for a list of `<true/>`.
public struct XMLPropertyListLimits: Sendable, Hashable {
  /// The longest text in bytes.
  public var maximumSize: Int
  /// The deepest nesting of a value, which is 1 for one that is no container.
  public var maximumDepth: Int
  /// The most elements in all, keys and containers included.
  public var maximumNodes: Int

  /// Limits of the given values.
  public init(maximumSize: Int, maximumDepth: Int, maximumNodes: Int) {
    self.maximumSize = maximumSize
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
  }
}
