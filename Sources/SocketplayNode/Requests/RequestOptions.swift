public import SessionCore

/// What `request` was asked for.
public struct RequestOptions: Sendable, Equatable {
  /// The server.
  public var server: Endpoint
  /// Seconds to connect, and then seconds in which not a byte goes or comes.
  public var timeout: Double = 30
  /// By what the server is known under TLS; nil for none.
  public var trust: ServerTrust?

  /// A request of `server`.
  public init(server: Endpoint) {
    self.server = server
  }
}

/// What is requested.
public enum RequestBody: Sendable, Equatable {
  /// These bytes.
  case bytes([UInt8])
  /// What standard input holds.
  case input
}

/// What `answer` was asked for.
public struct AnswerOptions: Sendable, Equatable {
  /// 0 for a free one.
  public var port: UInt16 = 0
  /// A numeric address to listen on; nil for all of them, both families.
  public var bind: String?
  /// The program that answers, and its arguments.
  public var command: [String]
  /// Seconds the command may take, and a client in the middle of a request may be silent.
  public var timeout: Double = 30

  /// Answers by `command`, which is not empty.
  public init(command: [String]) {
    precondition(!command.isEmpty, "a command has at least its name")
    self.command = command
  }
}

/// The limits of requests and answers.
enum RequestLimits {
  /// The longest body taken or sent, 64 MiB: each is held whole, since it is one value of somebody's program.
  static let body = 64 << 20
  /// The connections that `answer` serves at once; each costs a thread and at most a request and an answer.
  static let connections = 128
  /// Seconds a connection may be idle between two requests.
  static let idle = 600.0
  /// Bytes in a second below which a request or an answer is too slow, however often one of them comes or goes.
  static let slowest = 64.0 * 1024
  /// Milliseconds after which a wait looks whether it is to stop.
  static let look: Int32 = 200
}
