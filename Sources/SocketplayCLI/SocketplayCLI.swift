import Sys

/// The command line: words in, words and an exit status out.
public enum SocketplayCLI {
  /// Runs the program with the process's arguments, and leaves with the exit status.
  ///
  /// The first SIGINT or SIGTERM ends the work cleanly, the second leaves at once.
  public static func main() -> Never {
    StandardDescriptors.hold()
    CoreDump.forbid()
    LargeBlocks.returnWhenFreed()
    OpenFiles.raiseLimit()
    Signal.ignoreBrokenPipes()
    Signal.ignoreFileSizeLimit()
    let interruption = Interruption { leave($0) }
    let watcher = SignalWatcher([Signal.interrupt, Signal.terminate]) { interruption.signal($0) }
    let runner = Runner(console: .system(), interruption: interruption)
    Task {
      let status = await runner.run(words: Arguments.all, mangled: Self.variables.first(where: Environment.isMangled))
      watcher.cancel()
      leave(status)
    }
    MainThread.serve()
  }

  /// The variables that say where things are kept, or what is run.
  private static let variables = [
    "SOCKETPLAY_DIR", "SOCKETPLAY_HOME", "SOCKETPLAY_STATE", "SOCKETPLAY_RUNTIME", "HOME", "XDG_CONFIG_HOME",
    "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "XDG_DOWNLOAD_DIR", "VISUAL", "EDITOR",
  ]
}
