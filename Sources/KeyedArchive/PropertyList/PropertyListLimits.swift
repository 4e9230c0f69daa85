/// What a reader accepts of bytes that somebody else wrote; each limit is required, none has a default.
public struct PropertyListLimits: Sendable, Hashable {
  /// The longest input in bytes: bounds everything that is proportional to the input.
  public var maximumSize: Int
  /// The most objects an input may declare: bounds what is kept for each object.
  public var maximumObjects: Int
  /// The deepest nesting of a value, which is 1 for a scalar: bounds the stack of everybody who walks the value later.
  public var maximumDepth: Int
  /// The most nodes that may be visited: bounds time and memory where objects are referred to more than once.
  ///
  /// Every reference followed counts 1, and one more for each 16 bytes of a string or data object that was met before:
  /// a few hundred bytes of arrays that share their elements stand for billions of nodes.
  public var maximumNodes: Int

  /// Limits of the given values.
  public init(maximumSize: Int, maximumObjects: Int, maximumDepth: Int, maximumNodes: Int) {
    self.maximumSize = maximumSize
    self.maximumObjects = maximumObjects
    self.maximumDepth = maximumDepth
    self.maximumNodes = maximumNodes
  }
}
