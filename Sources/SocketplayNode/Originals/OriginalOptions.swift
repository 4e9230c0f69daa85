public import SessionCore

/// What `chat`, `im` or `draw` was asked for.
public struct OriginalOptions: Sendable, Equatable {
  /// What the server speaks.
  public var dialect: OriginalDialect
  /// Where it is.
  public var server: Endpoint
  /// What this end is called, at `chat`.
  public var nick = ""
  /// Seconds to reach it the first time.
  public var timeout: Double = 30

  /// A client of a server.
  public init(_ dialect: OriginalDialect, server: Endpoint) {
    self.dialect = dialect
    self.server = server
  }
}
