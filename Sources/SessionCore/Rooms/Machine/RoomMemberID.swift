/// A connection to a room, whatever it speaks: the driver's number for it, never used twice.
public struct RoomMemberID: RawRepresentable, Sendable, Hashable {
  /// The number; 0 is the user of the host, who is always there.
  public var rawValue: UInt32

  /// The member of that number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The user of the room's host.
  public static let host = RoomMemberID(rawValue: 0)
}
