import SocketplayNode

/// Finds where things are kept, from flags and the environment, as the command line contract has it.
struct PlacesFinder {
  let console: Console

  /// The places; `directory` is the value of `--dir`.
  func places(directory: String?) throws(UsageError) -> Places {
    Places(
      receive: try receive(directory),
      state: try own("SOCKETPLAY_STATE", else: "XDG_STATE_HOME", or: ".local/state"),
      runtime: runtime(),
      configuration: try own("SOCKETPLAY_HOME", else: "XDG_CONFIG_HOME", or: ".config"))
  }

  private func receive(_ flag: String?) throws(UsageError) -> String {
    if let flag {
      if flag.isEmpty { throw UsageError("--dir takes a folder") }
      return console.absolute(flag)
    }
    if let directory = variable("SOCKETPLAY_DIR") { return console.absolute(directory) }
    let home = try home("--dir or SOCKETPLAY_DIR")
    return (downloads(home) ?? home + "/Downloads") + "/socketPlay"
  }

  /// The user's download folder, where it was ever set.
  private func downloads(_ home: String) -> String? {
    let file = (base("XDG_CONFIG_HOME") ?? home + "/.config") + "/user-dirs.dirs"
    // The file that xdg-user-dirs writes has about 1 kB.
    if let bytes = console.readFile(file, 64 * 1024), let path = UserDirectories.downloads(in: bytes, home: home) {
      return path
    }
    return base("XDG_DOWNLOAD_DIR")
  }

  private func own(_ variable: String, else base: String, or folder: String) throws(UsageError) -> String {
    if let path = self.variable(variable) { return console.absolute(path) }
    if let path = self.base(base) { return path + "/socketplay" }
    return try home(variable) + "/\(folder)/socketplay"
  }

  private func runtime() -> String {
    if let path = variable("SOCKETPLAY_RUNTIME") { return console.absolute(path) }
    if let path = base("XDG_RUNTIME_DIR") { return path + "/socketplay" }
    return "/tmp/socketplay-\(console.user)"
  }

  private func home(_ instead: String) throws(UsageError) -> String {
    guard let home = console.home, home.hasPrefix("/") else {
      throw UsageError("there is no home directory", hint: "set HOME, or \(instead)")
    }
    return AbsolutePath.of(home, in: "/")
  }

  private func variable(_ name: String) -> String? {
    guard let value = console.environment(name), !value.isEmpty else { return nil }
    return value
  }

  /// A variable of the XDG base directories, which counts only where it is absolute.
  private func base(_ name: String) -> String? {
    guard let value = variable(name), value.hasPrefix("/") else { return nil }
    return AbsolutePath.of(value, in: "/")
  }
}
