import SessionCore
import SocketplayNode
import Synchronization
import Sys

/// Lines that are typed on standard input, for whoever asks.
final class TypedLines: Sendable {
  private let reader = Mutex(LineReader(.standardInput, maximumLength: RoomLine.maximumLength))

  /// The next line; nil at the end of input, or where it cannot be read.
  func next() -> TypedLine? {
    switch reader.withLock({ reader in (try? reader.next()) ?? nil }) {
    case .bytes(let bytes): TypedLine(bytes)
    case .tooLong: .tooLong
    case nil: nil
    }
  }
}
