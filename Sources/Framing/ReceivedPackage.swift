/// A package as it was received: its payload is a place in the frame's body, not a copy.
public struct ReceivedPackage: Sendable, Hashable {
  /// What it carries (`kind`).
  public var kind: Package.Kind
  /// The second selector (`type`).
  public var intent: Package.Intent
  /// The text, the folder, the transfer or the verb, by kind (`word`).
  public var word: String?
  /// A file's base name, or a receipt's id (`name`).
  public var name: String?
  /// Whether this is the last piece of a file (`toTheEnd`).
  public var isLast: Bool
  /// Where the payload is within the body (`data`); nil and empty differ.
  public var data: Range<Int>?
  /// The class name that the sender gave, `socketG.Package` for example.
  public var className: String
}

extension Package {
  /// The package that was received in `body`, its payload copied.
  public init(_ received: ReceivedPackage, body: UnsafeRawBufferPointer) {
    self.init(
      kind: received.kind, intent: received.intent, word: received.word, name: received.name,
      isLast: received.isLast, data: received.data.map { Array(body[$0]) })
  }
}
