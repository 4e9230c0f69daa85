import SessionCore

extension Line {
  /// The line with the peer it is of in front, where there is one: `studio: delivered`.
  func of(peer: String?) -> Line {
    guard let peer else { return self }
    let front = printable(peer, columns: 63) + ": "
    return switch self {
    case .answer(let text): .answer(front + text)
    case .talk(let text): .talk(front + text)
    case .detail(let text): .detail(front + text)
    case .question(let text): .question(front + text)
    case .warning(let text): .warning(text.after(front))
    case .error(let text): .error(text.after(front))
    }
  }
}

extension FailureText {
  fileprivate func after(_ front: String) -> FailureText {
    FailureText(status: status, message: front + message, hint: hint)
  }
}

extension Event {
  /// The peer that something was sent to; nil for events of another kind.
  var recipient: String? {
    switch self {
    case .file(let end) where end.direction == .sending: end.peer
    case .fileBegin(let begin) where begin.direction == .sending: begin.peer
    case .delivered(let delivery): delivery.peer
    default: nil
    }
  }
}
