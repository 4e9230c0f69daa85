import SessionCore
import SocketplayNode
import Sys
import Testing

@testable import SocketplayCLI

@Suite("Values of flags")
struct ValuesTests {
  private func same(_ path: String) -> String { "/abs/" + path }

  @Test("host takes all that it is given")
  func host() throws {
    var expected = HostOptions()
    expected.session = "a.b_c-1"
    expected.name = "ge's \"Mac\"; 空格 🎵"
    expected.port = 65535
    expected.bind = "::1"
    expected.interfaces = ["lo"]
    expected.store = "/abs/s.plist"
    expected.once = true
    expected.peers = 3
    expected.advertise = false
    expected.allowPlain = SocketAddress("fe80::", port: 0).flatMap { PlainNetwork($0, bits: 10) }
    #expect(expected.allowPlain != nil)
    expected.pair = true
    expected.codeFile = "/abs/code"
    let words = [
      "host", "--session=a.b_c-1", "--name", "ge's \"Mac\"; 空格 🎵", "--port=65535", "--bind=::1", "--interface=lo",
      "--apply=s.plist", "--once", "--peers=3", "--no-advertise", "--allow-plain=fe80::/10",
      "--pair", "--code-file=code",
    ]
    guard case .run(let parsed) = try Parser.parse(words) else { throw UsageError("no verb") }
    #expect(try parsed.hostOptions(absolute: same) == expected)
    #expect(try SocketplayCLITests.parsed("host").hostOptions(absolute: same) == HostOptions())
  }

  @Test("join takes all that it is given")
  func join() throws {
    var expected = JoinOptions()
    expected.name = "studio"
    expected.address = Endpoint(host: "10.0.0.7", port: 43121)
    expected.store = "/abs/s.plist"
    expected.timeout = 2.5
    expected.reconnect = false
    expected.entrance.plain = true
    expected.entrance.name = "studio"
    let parsed = try parsed(
      "join", "studio", "--address=10.0.0.7:43121", "--apply=s.plist", "--timeout=2.5", "--no-reconnect", "--plain")
    #expect(try parsed.joinOptions(absolute: same) == expected)
  }

  @Test("a send goes through a session, to a name, or to an address, and to one of them only")
  func route() throws {
    #expect(try parsed("start").route() == .session(nil))
    #expect(try parsed("start", "--session", "host").route() == .session("host"))
    #expect(try parsed("start", "--to", "studio").route() == .name("studio"))
    #expect(try parsed("start", "--address", "a:1").route() == .address(Endpoint(host: "a", port: 1)))
    #expect(throws: UsageError("--to and --address exclude each other")) {
      try parsed("start", "--to", "studio", "--address", "a:1").route()
    }
  }

  @Test(
    "HOST:PORT is a name, an IPv4 address, or IPv6 in brackets or with its interface",
    arguments: [
      ("studio.local:43121", "studio.local"), ("10.0.0.7:1", "10.0.0.7"), ("[::1]:65535", "::1"),
      ("[fe80::1%eth0]:5", "fe80::1%eth0"), ("fe80::1%eth0:43121", "fe80::1%eth0"), ("例え:1", "例え"),
    ])
  func endpoints(text: String, host: String) throws {
    #expect(try Values.endpoint(text, of: .address).host == host)
  }

  @Test(
    "what is no HOST:PORT is refused",
    arguments: [
      "", ":", "a", "a:", ":1", "a:0", "a:65536", "a:-1", "a:+1", "a:1x", "::1:5", "fe80::1", "[::1]", "[::1]5",
      "[a]:5", "[10.0.0.7]:5", "[fe80::1%]:5", "a b:1", "a/b:1", "a:b:1", "99999999999999999999:99999999999999999999",
    ])
  func badEndpoints(text: String) {
    #expect(throws: UsageError.self) { try Values.endpoint(text, of: .address) }
  }

  @Test("an IPv6 address without a port is shown in brackets")
  func hint() {
    #expect(
      throws: UsageError(
        "--address takes HOST:PORT, not \"fe80::1%eth0\"", hint: "--address '[fe80::1%eth0]:PORT'")
    ) { try Values.endpoint("fe80::1%eth0", of: .address) }
  }

  @Test(
    "sizes take k M G and Ki Mi Gi",
    arguments: [
      ("0", 0), ("1500", 1500), ("2k", 2000), ("3M", 3_000_000), ("4G", 4_000_000_000), ("2Ki", 2048), ("1Mi", 1 << 20),
      ("1Gi", 1 << 30),
    ])
  func sizes(text: String, size: Int64) throws {
    #expect(try Values.size(text, of: .port) == size)
  }

  @Test(
    "what is no size is refused",
    arguments: [
      "", "k", "1K", "1kB", "-1", "1.5M", "1 M", "99999999999999999999", "9999999999999G", "１",
    ])
  func badSizes(text: String) {
    #expect(throws: UsageError.self) { try Values.size(text, of: .port) }
  }

  static let refused: [[String]] = [
    ["host", "--port=70000"], ["host", "--port=-1"], ["host", "--port="], ["host", "--port=0x10"],
    ["host", "--peers=0"], ["host", "--peers=1001"], ["host", "--bind=studio"], ["host", "--bind=10.0.0"],
    ["host", "--name="], ["host", "--name=" + String(repeating: "x", count: 64)], ["host", "--session=a/b"],
    ["host", "--session="], ["host", "--session=é"], ["host", "--session=" + String(repeating: "x", count: 65)],
    ["host", "--apply="], ["host", "--interface="], ["host", "--allow-plain=10.0.0.0/33"],
    ["host", "--allow-plain=studio"], ["host", "--allow-plain=10.0.0.0/"], ["host", "--allow-plain=1.2.3.4/5/6"],
  ]

  @Test("host refuses what is out of range", arguments: refused)
  func hostRefuses(words: [String]) throws {
    guard case .run(let parsed) = try Parser.parse(words) else { throw UsageError("no verb") }
    #expect(throws: UsageError.self) { try parsed.hostOptions(absolute: same) }
  }

  @Test(
    "seconds are above nothing, finite and sane",
    arguments: [
      "0", "-1", "x", "", "inf", "nan", "1e3", "0x1p3", "999999999999", ".",
    ])
  func seconds(text: String) {
    #expect(throws: UsageError.self) { try Values.seconds(text, of: .timeout) }
  }

  @Test("a name of 63 bytes is taken, and one of 64 is not, whatever its letters")
  func nameLength() throws {
    let long = String(repeating: "é", count: 31)
    #expect(try Values.serviceName(long + "x", what: "NAME") == long + "x")
    #expect(throws: UsageError.self) { try Values.serviceName(long + "é", what: "NAME") }
  }

  @Test("standard input goes alone and needs a name, a name needs one path")
  func files() throws {
    #expect(
      try parsed("send-file", "-", "--as", "x").filesToSend()
        == FilesToSend(paths: [], name: "x", fromDescriptor: true))
    #expect(try parsed("send-file", "a", "b", "--all").filesToSend() == FilesToSend(paths: ["a", "b"], all: true))
    #expect(
      try parsed("send-file", "a", "--priority", "low", "--limit", "2Mi").filesToSend()
        == FilesToSend(paths: ["a"], priority: .low, limit: 2 << 20))
    for wrong in [["--limit", "0"], ["--limit", "fast"], ["--limit=-1"], ["--priority", "urgent"]] {
      #expect(throws: UsageError.self) { try parsed(["send-file", "a"] + wrong).filesToSend() }
    }
    #expect(try parsed("send-file", "a", "--as=b").filesToSend() == FilesToSend(paths: ["a"], name: "b"))
    for words in [
      ["send-file", "-"], ["send-file", "-", "a", "--as=x"], ["send-file", "a", "b", "--as=x"], ["send-file", ""],
      ["send-file", "a", "--as="], ["send-file", "a", "--as=b/c"], ["send-file", "a", "--as=.."],
      ["send-file", "a", "--as=" + String(repeating: "é", count: 128)],
    ] {
      guard case .run(let parsed) = try Parser.parse(words) else { throw UsageError("no verb") }
      #expect(throws: UsageError.self, "\(words)") { try parsed.filesToSend() }
    }
  }
}
