/// libFuzzer's way in for programs that have a `main` of their own, as every Swift package's executable has.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafeRawPointer?, Int) -> CInt
) -> CInt

/// Runs libFuzzer with the program's arguments; `body` is called with every input.
public func fuzz(_ body: @convention(c) (UnsafeRawPointer?, Int) -> CInt) {
  var count = CommandLine.argc
  var arguments = CommandLine.unsafeArgv
  _ = runDriver(&count, &arguments, body)
}
