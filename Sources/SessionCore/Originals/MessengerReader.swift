import Dialects

/// Reads what either end of the messenger (`im`) says.
public struct MessengerReader: Sendable {
  private var decoder: MessageDecoder
  private var held: [UInt8] = []
  private var kind: MessageHeader.Kind?
  private var text: [UInt8] = []

  /// A reader at the start of a stream.
  public init(limits: OriginalLimits) {
    decoder = MessageDecoder(
      limits: MessageLimits(
        header: 4_096, text: Int64(OriginalLimits.text), picture: Int64(OriginalLimits.picture), stream: limits.stream))
  }

  /// Takes what came and gives what is told by it; a file's bytes come as they do.
  public mutating func receive(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> [OriginalItem] {
    held.append(contentsOf: bytes)
    var items: [OriginalItem] = []
    var start = 0
    var decoder = decoder
    defer { self.decoder = decoder }
    while true {
      let progress: MessageProgress
      do throws(MessageError) {
        progress = try held.span.withUnsafeBytes { (bytes) throws(MessageError) in
          try decoder.decode(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
      } catch {
        throw Failure(error)
      }
      switch progress {
      case .incomplete:
        held.removeFirst(start)
        return items
      case .begin(let header, let used):
        start += used
        kind = header.kind
        if let file = header.kind.file { items.append(.fileBegin(file, size: header.size)) }
      case .body(let count, let isLast):
        try take(held[start..<start + count], isLast: isLast, into: &items)
        start += count
      }
    }
  }

  /// The stream is at its end.
  public mutating func finish() throws(Failure) {
    do throws(MessageError) {
      try decoder.finish(remaining: held.count)
    } catch {
      throw Failure(error)
    }
  }

  private mutating func take(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, into items: inout [OriginalItem]
  ) throws(Failure) {
    switch kind {
    case .picture, .stream:
      if !bytes.isEmpty { items.append(.filePiece(Array(bytes))) }
      if isLast { items.append(.fileEnd) }
    case .text:
      text.append(contentsOf: bytes)
      guard isLast else { return }
      guard let whole = String(validating: text, as: UTF8.self) else {
        throw Failure(.protocolBroken, detail: "a text that is none")
      }
      text = []
      items.append(Heartbeat.isOne(whole) ? .heartbeat : .text(whole))
    // An original passes over what it does not know.
    case .other, nil: break
    }
  }
}

extension MessageHeader.Kind {
  fileprivate var file: RoomFile.Kind? {
    switch self {
    case .picture: .picture
    case .stream: .stream
    case .text, .other: nil
    }
  }
}
