import Framing
import SessionCore

/// The roster as frames: each page is made when it is asked for and has changed, so that a crowd that comes costs as much as
/// it is large, and not its square.
struct RosterFrames {
  private struct Page {
    var revision: UInt64
    var isLast: Bool
    var frame: [UInt8]
  }

  private var pages: [Page] = []

  /// The frames of the whole roster as it is now, in order.
  mutating func all(of room: borrowing Room) -> [[UInt8]] {
    let count = room.rosterPages
    if pages.count > count { pages.removeLast(pages.count - count) }
    for number in 0..<count {
      let (revision, isLast) = (room.rosterRevision(ofPage: number), number == count - 1)
      if number < pages.count, pages[number].revision == revision, pages[number].isLast == isLast { continue }
      let packet = RoomPacket.roster(room.rosterPage(number), part: number, isLast: isLast)
      let page = Page(revision: revision, isLast: isLast, frame: packet.package.frame())
      if number < pages.count { pages[number] = page } else { pages.append(page) }
    }
    return pages.map(\.frame)
  }
}
