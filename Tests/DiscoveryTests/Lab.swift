import Glibc
import Testing

/// One real avahi-daemon on a loopback interface of its own, made by `scripts/lab` for the tests of this suite.
///
/// libdbus reads the bus's address once in a process: it stays the same for all tests, while bus and daemon come and go.
struct Lab: SuiteTrait, TestScoping {
  static let folder = "/tmp/socketplay-lab-\(getpid())"
  static let bus = "unix:path=\(folder)/loop.bus"

  private static let root = String(#filePath.dropLast("Tests/DiscoveryTests/Lab.swift".count))

  /// Why there can be no lab here; nil where there can.
  static let obstacle: String? = {
    guard geteuid() == 0 else { return "needs root for network namespaces" }
    return Subprocess("\(root)scripts/lab", ["check"]).finish() == 0 ? nil : "see what `scripts/lab check` says"
  }()

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    setenv("DBUS_SYSTEM_BUS_ADDRESS", Self.bus, 1)
    try Self.lab("loop")
    defer {
      try? Self.lab("unloop")
      _ = Subprocess("rm", ["-r", Self.folder]).finish()
    }
    try await function()
  }

  /// Runs `scripts/lab` with these words.
  static func lab(_ words: String...) throws {
    try #require(Subprocess("\(root)scripts/lab", words).finish() == 0)
  }

  /// Runs `body` while a program runs on the lab's bus.
  static func running(_ program: String, _ words: [String], body: () async throws -> Void) async throws {
    let process = Subprocess(program, words)
    defer { process.stop() }
    try await body()
  }
}

/// A program on the lab's bus.
///
/// What it says on stderr goes to the tests' own.
private struct Subprocess {
  private let pid: pid_t

  init(_ program: String, _ words: [String]) {
    var pid: pid_t = 0
    let arguments = ["env", "LAB_DIR=\(Lab.folder)", "DBUS_SYSTEM_BUS_ADDRESS=\(Lab.bus)", program] + words
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    // The threads that run tests block signals; a program that blocks SIGTERM could not be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let code = posix_spawnp(&pid, "env", &actions, &attributes, &pointers, environ)
    if code != 0 { Issue.record("\(program) cannot be run: \(code)") }
    self.pid = pid
  }

  /// Waits for its end; its exit status, -1 where a signal ended it.
  @discardableResult
  func finish() -> Int32 {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 { if errno != EINTR { return -1 } }
    return status & 0x7f == 0 ? status >> 8 & 0xff : -1
  }

  func stop() {
    kill(pid, SIGTERM)
    finish()
  }
}
