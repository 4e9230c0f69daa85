/// How a joiner gets in.
public struct EntranceOptions: Sendable, Equatable {
  /// Speak without encryption, to whoever answers.
  public var plain = false
  /// The known peer that is expected at an address, or the petname that pairing gives it; nil for none.
  public var name: String?
  /// Ask for a code at once.
  public var pair = false
  /// The file that the host's code is read from; nil to ask for it.
  public var codeFile: String?

  /// A value of these fields.
  public init() {}
}
