import Sys

extension Console {
  /// The process's own world.
  static func system() -> Console {
    let lines = TypedLines()
    return Console(
      environment: { Environment.variable($0) },
      home: Environment.homeDirectory,
      user: Environment.user,
      workingDirectory: (try? Path.absolute(".")).map { AbsolutePath.of($0, in: "/") } ?? "/",
      inputIsTerminal: UnownedDescriptor.standardInput.isTerminal,
      outputIsTerminal: UnownedDescriptor.standardOutput.isTerminal,
      talkIsTerminal: UnownedDescriptor.standardError.isTerminal,
      columns: { UnownedDescriptor.standardError.terminalSize?.columns ?? 80 },
      write: { bytes in
        do throws(SystemError) {
          try UnownedDescriptor.standardOutput.writeAll(bytes)
          return .done
        } catch {
          return error.isBrokenPipe ? .closed : .failed(error.message)
        }
      },
      talk: { try? UnownedDescriptor.standardError.writeAll($0) },
      readLine: { lines.next() },
      dropTyped: { UnownedDescriptor.standardInput.dropTyped() },
      now: { Time.monotonic() },
      clock: { Time.secondsSince1970() },
      kind: { path in
        do throws(SystemError) {
          switch try Path.status(path)?.kind {
          case nil: return .success(.missing)
          case .regular: return .success(.file)
          case .directory: return .success(.directory)
          default: return .success(.other)
          }
        } catch {
          return .failure(SystemFailure(message: error.message))
        }
      },
      canRead: { path in
        do throws(SystemError) {
          _ = try WholeFile.openForReading(path)
          return nil
        } catch {
          return SystemFailure(message: error.message)
        }
      },
      readFile: { try? WholeFile.read($0, maximumSize: $1) })
  }
}
