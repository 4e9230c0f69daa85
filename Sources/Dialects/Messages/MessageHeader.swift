/// What stands before each message of the typed messenger (002): its kind and the size of its body.
public struct MessageHeader: Sendable, Hashable {
  /// What the body is.
  public enum Kind: Sendable, Hashable {
    /// UTF-8.
    case text
    case picture
    /// Sound or film.
    case stream
    /// Something an original does not know, and passes over.
    case other(Int)

    /// The number on the wire, `messageType`.
    public var number: Int {
      switch self {
      case .text: 0
      case .picture: 1
      case .stream: 2
      case .other(let number): number
      }
    }

    /// The kind of a number on the wire.
    public init(number: Int) {
      self =
        switch number {
        case 0: .text
        case 1: .picture
        case 2: .stream
        default: .other(number)
        }
    }
  }

  /// What the body is.
  public var kind: Kind
  /// The body's size in bytes.
  public var size: Int64

  /// A header.
  public init(kind: Kind, size: Int64) {
    self.kind = kind
    self.size = size
  }

  /// The header as an original writes it, up to and with the CRLF that ends it.
  ///
  /// A body of no bytes is a caller's fault: an original that is told of one never reads again.
  public var bytes: [UInt8] {
    precondition(size > 0, "a message has a body")
    return Array("{\n  \"messageType\" : \(kind.number),\n  \"size\" : \"\(size)\"\n}\r\n".utf8)
  }
}

extension MessageHeader {
  /// The header in the bytes before a CRLF.
  ///
  /// `messageType` must be a number, as an original demands; `size` may be a number or a string of digits.
  init(parsing bytes: UnsafeRawBufferPointer) throws(MessageError) {
    let object: JSONValue
    do throws(JSONError) {
      // An original's has two members; some more do no harm.
      object = try JSONReader.read(bytes, limits: JSONLimits(depth: 4, values: 64))
    } catch {
      throw .malformedHeader
    }
    guard let number = object["messageType"]?.number.flatMap({ Int(exactly: $0) }), number >= 0 else {
      throw .malformedHeader
    }
    switch object["size"] {
    case .number(let size)?:
      guard let size = Int64(exactly: size), size >= 0 else { throw .malformedHeader }
      self.init(kind: Kind(number: number), size: size)
    case .string(let digits)?:
      guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { throw .malformedHeader }
      // More than 64 bits is more than any limit.
      self.init(kind: Kind(number: number), size: Int64(digits) ?? .max)
    default: throw .malformedHeader
    }
  }
}

/// Why a stream is no longer a stream of messages.
public enum MessageError: Error, Sendable, Hashable {
  /// No CRLF came within the limit.
  case headerTooLong
  /// What stands before the CRLF is no header.
  case malformedHeader
  /// A body is longer than its kind may be.
  case tooLong(MessageHeader.Kind, size: Int64)
  /// The stream ended within a header or a body.
  case truncated
  /// The decoder had failed before; what follows a broken header has no meaning.
  case failedBefore
}
