/// A line for a person, and where it belongs.
enum Line: Equatable {
  /// stdout.
  case answer(String)
  /// stderr, unless `--quiet`.
  case talk(String)
  /// stderr, always: somebody is asked about it.
  case question(String)
  /// stderr, with `--verbose`.
  case detail(String)
  /// stderr, unless `--quiet`.
  case warning(FailureText)
  /// stderr, always; its hint unless `--quiet`.
  case error(FailureText)
}

/// What an event looks like depends on who asked.
enum Setting: Sendable {
  /// `host` and `join`: connections come and go, and what arrives is the answer.
  case session
  /// `room host` and `room join`: as a session, whose verbs have other names.
  case room
  /// `send-*`, `say` and `start`: what became of the sending is the answer.
  case errand
}
