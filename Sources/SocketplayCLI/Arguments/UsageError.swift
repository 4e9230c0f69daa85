/// What was typed wrongly, in words, and what to type instead; the exit status is 2.
struct UsageError: Error, Equatable {
  /// The error's text: lower case, no full stop, operands quoted.
  var message: String
  /// What to do about it; nil where the message says it all.
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
