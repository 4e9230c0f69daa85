import Dispatch
import Framing
import KeyedArchive
import SessionCore
import Sys
import Transport

/// One end of a control connection: dictionaries in frames over a local socket, both ways.
///
/// It is an actor on a queue of its own; messages and the end are told there, in order.
actor ControlChannel {
  /// A message of this size is none of ours: the largest are whole preferences, of 64 MiB, and what goes with them.
  static let maximumMessage = PreferencesPart.maximumTotal + 1 << 20
  /// Messages that may wait for a reader that has stopped.
  static let maximumOutbox = maximumMessage + 16 << 20
  static let limits = PropertyListLimits(
    maximumSize: maximumMessage, maximumObjects: 1 << 22, maximumDepth: 160, maximumNodes: 1 << 22)

  nonisolated let executor = QueueExecutor(label: "socketplay.control")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var connection: Connection?
  private var onMessage: (@Sendable (PropertyListDictionary) -> Void)?
  private var onEnd: (@Sendable () -> Void)?
  private var isClosing = false

  /// Takes over a socket; `onEnd` is called once, when the other end is gone or the channel was closed.
  nonisolated func start(
    _ socket: SocketBox, onMessage: @escaping @Sendable (PropertyListDictionary) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    onQueue { channel in
      channel.onMessage = onMessage
      channel.onEnd = onEnd
      channel.open(socket)
    }
  }

  /// Sends a message, soon.
  nonisolated func send(_ fields: PropertyListDictionary) {
    onQueue { $0.enqueue(fields) }
  }

  /// Waits until what was sent before has been given to the socket, as far as that takes it.
  func caughtUp() {}

  /// Closes once everything is written.
  nonisolated func close() {
    onQueue { channel in
      channel.isClosing = true
      channel.flush()
    }
  }

  private nonisolated func onQueue(_ body: @escaping @Sendable (isolated ControlChannel) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  private func open(_ socket: SocketBox) {
    guard let descriptor = socket.take() else { return end() }
    let connection = Connection(
      Channel(descriptor), queue: executor.queue,
      limits: Connection.Limits(
        maximumFrame: Self.maximumMessage, maximumOutbox: Self.maximumOutbox, maximumChunk: 0),
      onReadable: { self.assumeIsolated { $0.readable() } }, onWritable: { self.assumeIsolated { $0.flush() } })
    self.connection = connection
    connection.activate()
    flush()
  }

  private func readable() {
    guard let connection else { return }
    let outcome = connection.receive { body in
      if let fields = try? PropertyList(binary: body, limits: Self.limits).dictionaryValue { onMessage?(fields) }
      return self.connection != nil
    }
    if outcome != .open { end() }
  }

  private func enqueue(_ fields: PropertyListDictionary) {
    guard let connection, let body = try? PropertyList.dictionary(fields).binary() else { return }
    // Not put together first: whole preferences are large.
    let header = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Array($0) }
    guard connection.enqueue(header), connection.enqueue(body) else { return end() }
    flush()
  }

  private func flush() {
    guard let connection else { return }
    switch connection.flush({ _ in nil }) {
    case .drained: if isClosing { end() }
    case .blocked: break
    case .lost: end()
    }
  }

  /// Breaks the ring of channel, connection and handlers.
  private func end() {
    connection?.close()
    connection = nil
    let told = onEnd
    onEnd = nil
    onMessage = nil
    told?()
  }
}
