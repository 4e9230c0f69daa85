import SessionCore

/// What somebody typed: a line, or why it is none that could be said.
public enum TypedLine: Sendable, Equatable {
  case line(String)
  /// It has more bytes than `RoomLine.maximumLength`.
  case tooLong
  /// It is not UTF-8: another text in its place would be said as if it were meant.
  case notText

  /// A line of these bytes.
  public init(_ bytes: some Collection<UInt8>) {
    if bytes.count > RoomLine.maximumLength {
      self = .tooLong
    } else {
      self = String(validating: bytes, as: UTF8.self).map { .line($0) } ?? .notText
    }
  }

  /// The line's text; fails where it is none.
  var text: String {
    get throws(Failure) {
      switch self {
      case .line(let text): return text
      case .tooLong: throw Failure(.tooLarge, detail: "a line")
      case .notText: throw Failure(.notText)
      }
    }
  }
}

extension RoomLine {
  /// What a typed line asks for; fails where that is nothing.
  init(_ typed: TypedLine, nicks: [String]) throws(Failure) {
    let text = try typed.text
    do throws(Problem) {
      self = try RoomLine(text, nicks: nicks)
    } catch {
      throw Failure(line: error)
    }
  }
}
