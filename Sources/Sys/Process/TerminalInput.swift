import Dispatch
import Synchronization

/// Bytes that are typed on standard input, as they come, until it is let go of.
public final class TerminalInput: Sendable {
  /// The most bytes that are handed over at once.
  private static let maximumPiece = 4096

  // SAFETY: libdispatch's objects may be used from any thread; its Swift form does not say so.
  private nonisolated(unsafe) let source: any DispatchSourceRead

  /// `handler` is given what is typed, and nil once when nothing more can come; it must not block.
  public init(_ handler: @escaping @Sendable ([UInt8]?) -> Void) {
    let queue = DispatchQueue(label: "terminal")
    let source = DispatchSource.makeReadSource(fileDescriptor: UnownedDescriptor.standardInput.rawValue, queue: queue)
    self.source = source
    let isOver = Mutex(false)
    source.setEventHandler { [weak self] in
      guard !isOver.withLock({ $0 }) else { return }
      do throws(SystemError) {
        guard let piece = try Self.read() else { return }
        if !piece.isEmpty { return handler(piece) }
      } catch {
        // A terminal that has gone (EIO): nothing more comes from it.
      }
      isOver.withLock { $0 = true }
      self?.source.cancel()
      handler(nil)
    }
    source.activate()
  }

  /// What is there; nil where nothing is after all, nothing at the end.
  private static func read() throws(SystemError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: maximumPiece)
    var span = piece.mutableSpan
    let count = try span.withUnsafeMutableBytes { (bytes) throws(SystemError) in
      try UnownedDescriptor.standardInput.read(into: bytes)
    }
    return count.map { Array(piece.prefix($0)) }
  }

  deinit { source.cancel() }
}
