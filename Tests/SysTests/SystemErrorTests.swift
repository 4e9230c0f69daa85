import Sys
import TestSupport
import Testing

@Suite("System errors")
struct SystemErrorTests {
  @Test("an error names its call, its subject and what the C library says")
  func describes() throws {
    let directory = try TemporaryDirectory()
    let error = #expect(throws: SystemError.self) { try WholeFile.read(directory.file("absent"), maximumSize: 10) }
    #expect(error?.isNotFound == true)
    #expect(error?.description == "open \"\(directory.file("absent"))\": No such file or directory")
    #expect(error?.about("x").description == "open \"x\": No such file or directory")
  }

  @Test("a descriptor that is not open stops the program")
  func stops() async {
    await #expect(processExitsWith: .failure) {
      _ = try UnownedDescriptor(1_000).write([1].withUnsafeBytes { $0 })
    }
  }

  @Test("a path with a NUL in it is refused, not cut")
  func refusesNUL() throws {
    let directory = try TemporaryDirectory()
    try WholeFile.replace(directory.file("a"), with: [1], mode: 0o600)
    #expect(throws: SystemError.self) { try WholeFile.read(directory.file("a\0b"), maximumSize: 10) }
    #expect(throws: SystemError.self) { try Path.status(directory.file("a\0b")) }
    #expect(throws: SystemError.self) { try Path.resolve(directory.file("a\0b")) }
  }
}
