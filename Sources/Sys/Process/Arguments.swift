/// The words that the program was started with.
public enum Arguments {
  /// All of them but the program's name (`argv`); nil for one that is not UTF-8, which no text can stand for.
  public static var all: [String?] {
    (0..<Int(CommandLine.argc)).dropFirst().map { index in
      CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
    }
  }
}
