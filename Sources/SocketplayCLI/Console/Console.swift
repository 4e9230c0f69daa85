import SocketplayNode

/// The world around the command line, handed in so that tests need neither a terminal nor a home.
struct Console: Sendable {
  /// What became of a write.
  enum Written: Sendable, Equatable {
    case done
    /// Nobody reads any more (EPIPE).
    case closed
    /// Something else, in the system's words.
    case failed(String)
  }

  /// What stands at a path.
  enum Kind: Sendable, Equatable { case missing, file, directory, other }

  var environment: @Sendable (String) -> String?
  /// The home directory; nil where nobody knows one.
  var home: String?
  var user: UInt32
  /// The working directory, absolute.
  var workingDirectory: String

  var inputIsTerminal: Bool
  var outputIsTerminal: Bool
  var talkIsTerminal: Bool
  /// The width of the terminal that talk goes to.
  var columns: @Sendable () -> Int
  /// Writes to stdout.
  var write: @Sendable ([UInt8]) -> Written
  /// Writes to stderr.
  var talk: @Sendable ([UInt8]) -> Void
  /// A line that is typed; nil at the end of input.
  var readLine: @Sendable () -> TypedLine?
  /// Drops what was typed already: it is no answer to what is asked next.
  var dropTyped: @Sendable () -> Void

  /// Seconds of a clock that never goes back.
  var now: @Sendable () -> Double
  /// Seconds since 1970.
  var clock: @Sendable () -> Double

  /// What stands at a path, links followed; a text where it cannot be told.
  var kind: @Sendable (String) -> Result<Kind, SystemFailure>
  /// Whether a file can be opened for reading; a text where not.
  var canRead: @Sendable (String) -> SystemFailure?
  /// A small file's bytes; nil where there is none, or it is larger.
  var readFile: @Sendable (String, _ maximumSize: Int) -> [UInt8]?

  /// The same, with answers on stderr too.
  var answeringOnTalk: Console {
    var console = self
    let talk = talk
    console.write = { bytes in
      talk(bytes)
      return .done
    }
    console.outputIsTerminal = talkIsTerminal
    return console
  }

  /// A line typed as an answer; what is no text is no answer, as an empty line; nil at the end of input.
  func readAnswer() -> String? {
    switch readLine() {
    case .line(let text): text
    case .tooLong, .notText: ""
    case nil: nil
    }
  }

  /// `path` made absolute.
  func absolute(_ path: String) -> String { AbsolutePath.of(path, in: workingDirectory) }
}

/// What the system said.
struct SystemFailure: Error, Sendable, Equatable {
  var message: String
}
