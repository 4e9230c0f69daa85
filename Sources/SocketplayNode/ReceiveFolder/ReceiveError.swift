import SessionCore
import Sys

/// Why something that came was not stored.
enum ReceiveError: Error, Sendable, Hashable {
  /// No space for it, now or in the middle; what is free, where that is known.
  case noSpace(available: Int64?)
  /// The name is refused.
  case name(NameRules.Refusal)
  /// Something that is no folder, or a part that is not ours, stands under the name that is needed.
  case blocked(String)
  /// The file, or the folder it was to stand in, was removed while it came; its bytes can still be read.
  case removed
  /// The kernel says no.
  case system(SystemError)

  /// The kernel's error, told apart.
  init(_ error: SystemError) {
    self = error.isNoSpace ? .noSpace(available: nil) : .system(error)
  }
}

extension ReceiveError {
  /// What the rest of the program makes of it; `subject` is the file's name.
  func failure(_ subject: String) -> Failure {
    switch self {
    case .noSpace(let available): Failure(.noSpace, subject, detail: available.map { "\($0) bytes free" } ?? "")
    case .name: Failure(declining: subject, because: .name)
    case .blocked(let name): Failure(.unwritable, name, detail: "something else stands there")
    case .removed: Failure(.unwritable, subject, detail: "its folder was removed")
    case .system(let error): Failure(.unwritable, subject, detail: error.message)
    }
  }
}

/// Runs calls into the kernel and turns their error into one of ours.
func receiving<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(ReceiveError) -> Result {
  do { return try body() } catch { throw ReceiveError(error) }
}
