#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another implementation, asked in a process of its own: it may be slow, absent, or crash on what it is given.
///
/// It reads items from its standard input and writes items to its standard output, each 8 bytes of length, little-endian, then
/// the item.
public struct Oracle: Sendable {
  private let command: [String]

  /// An oracle that is started as `command`, which is looked up in PATH.
  public init(_ command: [String]) {
    self.command = command
  }

  /// The items that the oracle answers to `items`.
  public func answers(to items: [[UInt8]] = [], _ arguments: String...) throws -> [[UInt8]] {
    let (status, output) = try run(command + arguments, input: items.flatMap(Self.framed))
    guard status == 0 else { throw Failure(command: command + arguments, status: status) }
    return Self.items(output)
  }

  /// Python's plistlib; nil where there is no Python.
  public static let plistlib: Oracle? = python("python3", "plistlib_oracle.py")

  /// PyPI's bpylist2, in a virtual environment below `.build`; nil where there is no Python, no pip, or no index to ask.
  public static let bpylist2: Oracle? = {
    let script = Fixtures.packageRoot + "/Tests/Oracles/bpylist2-python"
    guard let (status, output) = try? run([script, Fixtures.packageRoot + "/.build/bpylist2"], input: []), status == 0
    else { return nil }
    return python(String(decoding: output.dropLast(), as: UTF8.self), "bpylist2_oracle.py")
  }()

  /// Foundation, as the helper program `FoundationOracle` that is built beside the tests; nil where it was not built.
  public static let foundation: Oracle? = {
    guard let tests = try? linkTarget("/proc/self/exe"), let slash = tests.lastIndex(of: "/") else { return nil }
    let helper = tests[...slash] + "FoundationOracle"
    return access(String(helper), X_OK) == 0 ? Oracle([String(helper)]) : nil
  }()

  /// An oracle that could not answer.
  public struct Failure: Error {
    /// What was run.
    public var command: [String]
    /// Its wait status, or the error of starting it.
    public var status: Int32
  }

  private static func python(_ interpreter: String, _ script: String) -> Oracle? {
    guard let (status, _) = try? run([interpreter, "-c", "import plistlib"], input: []), status == 0 else { return nil }
    return Oracle([interpreter, Fixtures.packageRoot + "/Tests/Oracles/" + script])
  }

  private static func framed(_ item: [UInt8]) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: item.count >> (8 * $0)) } + item
  }

  private static func items(_ bytes: [UInt8]) -> [[UInt8]] {
    var items: [[UInt8]] = []
    var rest = bytes[...]
    while rest.count >= 8 {
      let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
      items.append(Array(rest.dropFirst(8).prefix(length)))
      rest = rest.dropFirst(8 + length)
    }
    return items
  }
}

private func linkTarget(_ path: String) throws -> String {
  var target = [UInt8](repeating: 0, count: 4096)
  let count = target.withUnsafeMutableBytes { buffer in
    buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
  }
  guard count > 0 else { throw Oracle.Failure(command: ["readlink", path], status: errno) }
  return String(decoding: target[..<count], as: UTF8.self)
}

/// Runs a command, its input and output in files that have no name, so that neither side can wait for the other.
private func run(_ command: [String], input: [UInt8]) throws -> (status: Int32, output: [UInt8]) {
  guard let standardInput = tmpfile(), let standardOutput = tmpfile() else {
    throw Oracle.Failure(command: ["tmpfile"], status: errno)
  }
  defer {
    fclose(standardInput)
    fclose(standardOutput)
  }
  fwrite(input, 1, input.count, standardInput)
  fflush(standardInput)
  rewind(standardInput)
  lseek(fileno(standardInput), 0, SEEK_SET)

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, fileno(standardInput), 0)
  posix_spawn_file_actions_adddup2(&actions, fileno(standardOutput), 1)
  var arguments = command.map { strdup($0) } + [nil]
  var environment = ["PATH", "HOME", "LD_LIBRARY_PATH", "PIP_INDEX_URL", "https_proxy", "SSL_CERT_FILE"].compactMap {
    name in getenv(name).map { strdup(name + "=" + String(cString: $0)) }
  }
  environment.append(nil)
  defer { for string in arguments + environment { free(string) } }
  var pid: pid_t = 0
  let started = posix_spawnp(&pid, command[0], &actions, nil, &arguments, &environment)
  guard started == 0 else { throw Oracle.Failure(command: command, status: started) }
  var status: Int32 = 0
  while waitpid(pid, &status, 0) == -1 {
    guard errno == EINTR else { throw Oracle.Failure(command: command, status: errno) }
  }

  lseek(fileno(standardOutput), 0, SEEK_SET)
  var output: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(fileno(standardOutput), &piece, piece.count)
    guard count > 0 else { return (status, output) }
    output.append(contentsOf: piece[..<count])
  }
}
