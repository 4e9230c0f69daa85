import Framing
import FuzzDriver

@main enum FuzzPackage {
  static func main() { fuzz(fuzzOneInput) }
}

/// Reads the input as a frame's body; what can be read must survive being sent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
  let body = UnsafeRawBufferPointer(start: start, count: count)
  let limits = PackageLimits(maximumSize: 1 << 20, maximumObjects: 4096, maximumText: 1 << 16)
  guard let received = try? Package.decode(body: body, limits: limits) else { return 0 }
  let package = Package(received, body: body)
  let frame = package.frame(className: received.className)
  frame.withUnsafeBytes { bytes in
    let sent = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(FrameDecoder.headerLength))
    var generous = limits
    generous.maximumSize = 1 << 24
    generous.maximumText = 1 << 20
    guard let back = try? Package.decode(body: sent, limits: generous), Package(back, body: sent) == package else {
      fatalError("what was sent is not what was received")
    }
  }
  return 0
}
