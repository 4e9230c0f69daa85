/// What a room holds and allows.
public struct RoomSettings: Sendable {
  /// What the host's user is called.
  public var hostNick = "host"
  /// Members at a time: each costs a descriptor and a few KiB.
  public var maximumMembers = 8_192
  /// Members that have left and are still told about, with their points; the longest gone are forgotten first.
  public var maximumAbsent = 256
  /// Texts that who comes late gets to see.
  public var history = 0
  /// The longest text in bytes of UTF-8, far above what anybody types.
  public var maximumText = 1 << 16
  /// Seconds between two news of who comes and goes, so that a crowd that arrives does not cost its square.
  public var rosterPause = 0.1
  /// What is remembered for those who come back after a cut.
  public var log = MessageLog.Limits()
  /// What the canvas holds.
  public var canvas = CanvasLog.Limits()
  /// The words of the guessing game.
  public var words = GuessingGame.usualWords

  /// The usual settings.
  public init() {}
}
