import Framing
import TestSupport
import Testing

/// What the packages of a stream are, or why one is none; a frame that is no package leaves the stream whole.
enum Arrival: Equatable, CustomTestStringConvertible {
  case package(Package, className: String)
  case error(PackageError)

  /// The payload by its length: a table of bytes says nothing.
  var testDescription: String {
    switch self {
    case .package(let package, let name):
      "\(name) \(package.kind.rawValue)/\(package.intent.rawValue) \(package.word ?? "-") \(package.name ?? "-") "
        + "\(package.isLast) \(package.data.map { "\($0.count) bytes" } ?? "-")"
    case .error(let error): "\(error)"
    }
  }
}

enum PackageStream {
  static func arrival(_ body: UnsafeRawBufferPointer, limits: PackageLimits = ProductLimits.package) -> Arrival {
    do {
      let received = try Package.decode(body: body, limits: limits)
      return .package(Package(received, body: body), className: received.className)
    } catch {
      return .error(error)
    }
  }

  static func arrival(_ body: [UInt8], limits: PackageLimits = ProductLimits.package) -> Arrival {
    body.withUnsafeBytes { arrival($0, limits: limits) }
  }

  /// A verifier of streams of packages, under the limits of the product.
  static let verifier = StreamVerifier<Arrival> {
    var decoder = FrameDecoder(maximumLength: ProductLimits.frameLength)
    return { bytes in
      guard case .frame(let body) = try decoder.decode(bytes) else { return nil }
      return (arrival(UnsafeRawBufferPointer(rebasing: bytes[body])), body.upperBound)
    }
  }

  /// All of a whole stream.
  static func arrivals(_ stream: [UInt8]) throws -> [Arrival] {
    try verifier.messages(of: stream, cutAt: []).messages
  }
}

func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
