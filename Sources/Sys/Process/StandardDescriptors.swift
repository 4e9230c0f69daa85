import Glibc

/// Standard input, output and error: 0, 1 and 2.
public enum StandardDescriptors {
  /// Makes sure that nothing else gets the number of one that was closed before the program started.
  ///
  /// Called once, before anything is opened. What was closed stays useless: reading, or writing, is an error (EBADF).
  public static func hold() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
      // The lowest free number is given, which is this one; opened the wrong way round on purpose.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
