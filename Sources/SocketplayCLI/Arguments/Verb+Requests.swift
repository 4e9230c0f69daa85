extension Verb {
  static let request = Verb(
    name: "request", summary: "send requests to a server and print its answers",
    operands: Operands(usage: "HOST:PORT TEXT...", count: 2...Int.max, completes: .nothing),
    flags: [.tls, .authority, .pin, .patience],
    about: [
      """
      Speaks the request and answer protocol: 4 bytes of length, then the text. Several TEXTs go over one connection, each
      after the answer to the one before. A TEXT of - is what standard input holds.
      """,
      """
      The answer to a single TEXT is printed byte for byte, except that on a terminal what would steer it is written out; those
      to several are numbered.
      """,
      """
      Nothing is encrypted without --tls. With it the server's certificate must be for HOST and signed by an authority of
      this system, or of --ca FILE; --pin ID takes the one key instead. Else nothing is sent (exit status 20).
      """,
    ],
    example: [
      "socketplay request 10.0.0.7:1234 login", "socketplay request 10.0.0.7:1234 login list logout",
      "socketplay request 10.0.0.7:1234 - < question > answer",
      "socketplay request quotes.example:4433 login --tls --ca authority.pem",
    ])

  static let answer = Verb(
    name: "answer", summary: "answer requests by running a command",
    operands: Operands(usage: "-- COMMAND...", count: 1...Int.max, completes: .files),
    flags: [.port, .bind, .patience],
    about: [
      """
      The other end of request: runs COMMAND for each request, with the request on its standard input; what it prints is
      the answer. Connections are served at the same time, the requests of one in their order.
      """,
      """
      A COMMAND that fails, prints nothing or takes longer than 30 seconds (--timeout S) closes that connection. Whoever
      can reach the port can ask, and nothing is encrypted: --bind 127.0.0.1 keeps it to this machine.
      """,
    ],
    example: [
      "socketplay answer --port 1234 -- tr a-z A-Z", "# elsewhere: socketplay request 10.0.0.7:1234 hello",
    ])

  static let ping = Verb(
    name: "ping", summary: "tell whether a port can be reached",
    operands: Operands(usage: "HOST:PORT", count: 1...1, completes: .nothing),
    flags: [.tls, .authority, .pin, .patience],
    about: [
      """
      Connects once. What keeps it from that is told apart by the exit status: 3 a name that nobody knows, 4 no way there
      or a refusal, 11 silence; with --tls, 8 no TLS and 20 a certificate that is not trusted.
      """
    ],
    example: ["socketplay ping 10.0.0.7:1234", "# 10.0.0.7:1234 answered in 0.4 ms"])
}
