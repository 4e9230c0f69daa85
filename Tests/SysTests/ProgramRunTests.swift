import Sys
import Testing

@Suite("Programs that are run to their end")
struct ProgramRunTests {
  @Test("What goes in and what comes out is whole, however much it is")
  func both() throws {
    let input = [UInt8](repeating: 7, count: 1 << 20)
    let result = try Program.run("/bin/cat", [], input: input, maximumOutput: 2 << 20, timeout: 20)
    #expect(result.end == .exited(0))
    #expect(result.output == input)
    #expect(result.error.isEmpty)
  }

  @Test("Its status and what it said of it are told; input that it does not read hinders nothing")
  func failing() throws {
    Signal.ignoreBrokenPipes()
    let result = try Program.run(
      "/bin/sh", ["-c", "echo no >&2; exit 3"], input: [UInt8](repeating: 7, count: 1 << 20), maximumOutput: 100,
      timeout: 20)
    #expect(result.end == .exited(3))
    #expect(result.error == Array("no\n".utf8))
  }

  @Test("One that prints too much, or takes too long, is killed with what it has started")
  func limits() {
    #expect { try Program.run("/bin/cat", ["/dev/zero"], maximumOutput: 1 << 20, timeout: 20) } throws: {
      ($0 as? SystemError)?.isTooLarge ?? false
    }
    #expect { try Program.run("/bin/sh", ["-c", "sleep 60 & sleep 60"], maximumOutput: 10, timeout: 0.2) } throws: {
      ($0 as? SystemError)?.isTimeout ?? false
    }
    #expect { try Program.run("/no/such/program", [], maximumOutput: 10, timeout: 1) } throws: {
      ($0 as? SystemError)?.isNotFound ?? false
    }
  }
}
