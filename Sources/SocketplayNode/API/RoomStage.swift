public import SessionCore
import Sys

/// What a member's user does and sees beside lines: drawing by hand, and the canvas as it is.
///
/// Safe to use from any thread, for as long as the room is taken part in; afterwards nothing happens any more.
public struct RoomStage: Sendable {
  let guest: RoomGuest

  /// Says a line that was drawn by hand, after those that were drawn before; waits while much waits to be heard.
  public func draw(_ stroke: Stroke) async { await guest.drew(stroke) }

  /// Shows others a line that is still being drawn: the newest part of it, where it is long.
  public func preview(_ stroke: Stroke) {
    guest.onQueue { $0.preview(stroke) }
  }

  /// The canvas, with lines that are still being drawn on top, as large as it fits; nil where there is no memory for it.
  public func pixels(within width: Int, _ height: Int, under lines: [Stroke]) async -> RoomPixels? {
    await Self.pixels(guest.drawing, within: width, height, under: lines)
  }

  /// As `pixels`, as a PNG file.
  public func png(within width: Int, _ height: Int, under lines: [Stroke]) async -> RoomPNG? {
    await Self.png(guest.drawing, within: width, height, under: lines)
  }
}

/// A canvas as rows of red, green and blue, a byte each.
public struct RoomPixels: Sendable, Equatable {
  /// Width times height times three bytes.
  public var bytes: [UInt8]
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int

  /// A picture.
  public init(bytes: [UInt8], width: Int, height: Int) {
    self.bytes = bytes
    self.width = width
    self.height = height
  }
}

/// A canvas as a file.
public struct RoomPNG: Sendable, Equatable {
  /// The file.
  public var file: [UInt8]
  /// In pixels.
  public var width: Int
  /// In pixels.
  public var height: Int
}
