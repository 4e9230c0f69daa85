import SessionCore
import Sys

/// Lines that come on a descriptor, for a loop that waits for other things too.
struct TypedInput: ~Copyable {
  let descriptor: UnownedDescriptor
  /// Whether more may come.
  private(set) var isOpen = true
  /// Whether the end of input is the user's wish to leave: not where there was none from the start, as under a service.
  private(set) var endsSession: Bool
  private var held: [UInt8] = []
  private var isSkipping = false

  init(_ descriptor: UnownedDescriptor) {
    self.descriptor = descriptor
    endsSession = descriptor.isTerminal
  }

  /// The lines that are complete with what can be read now; called where something can.
  mutating func read() -> [TypedLine] {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { piece.deallocate() }
    // What cannot be read is at its end.
    let result: Int?
    do throws(SystemError) { result = try descriptor.read(into: piece) } catch { result = 0 }
    guard let count = result else { return [] }
    if count > 0 { endsSession = true }
    held.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[..<count]))
    var lines: [TypedLine] = []
    while let end = held.firstIndex(of: UInt8(ascii: "\n")) { lines += take(end, skipping: 1) }
    if held.count > RoomLine.maximumLength {
      if !isSkipping { lines.append(.tooLong) }
      isSkipping = true
      held = []
    }
    if count == 0 {
      isOpen = false
      if !held.isEmpty { lines += take(held.count, skipping: 0) }
    }
    return lines
  }

  private mutating func take(_ count: Int, skipping: Int) -> [TypedLine] {
    var bytes = held[..<count]
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    let line = TypedLine(bytes)
    held.removeFirst(count + skipping)
    defer { isSkipping = false }
    return isSkipping ? [] : [line]
  }
}
