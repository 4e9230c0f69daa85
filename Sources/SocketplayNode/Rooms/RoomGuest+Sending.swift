import Framing
import SessionCore
import Sys
import Transport

/// What this end says, on its way to the room.
extension RoomGuest {
  func send(_ packet: MemberPacket) { queue.append(packet.package.frame()) }

  /// Puts something said into the queue.
  func put(_ content: RoomSeat.Outgoing) {
    switch content {
    case .packet(let packet): send(packet)
    case .file(let file, let number):
      guard let local = outgoing[file.number] else { return }
      queue.append(
        RoomFileReader(file, read: local.read) { part in
          MemberPacket.file(number: number, part).package.frame()
        })
    }
  }

  func flush() {
    guard let connection else { return }
    var hasUnreadable = false
    let before = connection.sent
    let outcome = connection.flush { buffer in
      let count = queue.fill(buffer) { _ in hasUnreadable = true }
      return count == 0 ? nil : BulkFrame(prefix: [], payloadCount: count, suffix: [])
    }
    if connection.sent > before { lastSent = .now }
    if hasUnreadable { giveUpUnreadable() }
    if case .lost(let error) = outcome { end(.lost(Failure(stream: error, peer: peer))) }
  }

  /// Tells what became of lines.
  func confirm(_ lines: [Int]) {
    for line in lines { events(.room(.said(number: line, state: .delivered))) }
    if !lines.isEmpty { settled() }
  }

  /// What has become shorter on its way is not said, now or over another connection.
  private func giveUpUnreadable() {
    for (number, local) in outgoing.sorted(by: { $0.key < $1.key }) where local.hasFailed {
      events(.error(Failure(.changed, local.path)))
      if let line = seat.gaveUp(file: number) { events(.room(.said(number: line, state: .failed))) }
    }
    settled()
  }

  /// Something said waits no longer: its file is closed, and those who wait for room look again.
  func settled() {
    if !outgoing.isEmpty {
      let files = seat.files
      outgoing = outgoing.filter { files.contains($0.key) }
    }
    wake()
  }

  /// Waits until the room has heard something more, or all is over.
  func hearing() async { await withCheckedContinuation { waiting.append($0) } }

  /// Lets those who wait look again.
  func wake() {
    for typing in waiting { typing.resume() }
    waiting.removeAll()
  }

  func nextFileNumber() -> UInt64 {
    defer { nextFile += 1 }
    return nextFile
  }
}
