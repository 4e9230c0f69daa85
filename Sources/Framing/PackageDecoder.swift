/// Decodes the packages of one sender, and knows one that differs from the one before in its payload alone.
///
/// The chunks of a large file are such packages: each costs a comparison of the few hundred bytes around its payload.
public struct PackageDecoder: Sendable {
  /// The last package with a payload, and the bytes around it.
  private var last: (package: ReceivedPackage, before: [UInt8], after: [UInt8])?
  /// A payload this short is as soon decoded as compared.
  private static let longPayload = 4096

  /// Nothing decoded yet.
  public init() {}

  /// Reads the package in a frame's body, as `Package.decode(body:limits:)` does.
  public mutating func decode(
    body: UnsafeRawBufferPointer, limits: PackageLimits
  ) throws(PackageError) -> ReceivedPackage {
    if let last, last.package.data?.upperBound == body.count - last.after.count, body.has(last.before, at: 0),
      body.has(last.after, at: body.count - last.after.count)
    {
      return last.package
    }
    let package = try Package.decode(body: body, limits: limits)
    remember(package, body)
    return package
  }

  /// Only where this program's own writer would have put the same bytes around the payload: then no part of the archive
  /// lies within it.
  private mutating func remember(_ package: ReceivedPackage, _ body: UnsafeRawBufferPointer) {
    guard let payload = package.data, payload.count >= Self.longPayload else { return }
    let frame = ChunkFrame(
      kind: package.kind, intent: package.intent, word: package.word, name: package.name, isLast: package.isLast,
      payloadCount: payload.count, className: package.className)
    let before = Array(frame.prefix.dropFirst(FrameDecoder.headerLength))
    guard payload == before.count..<(body.count - frame.suffix.count), body.has(before, at: 0),
      body.has(frame.suffix, at: payload.upperBound)
    else { return }
    last = (package, before, frame.suffix)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes are at `offset`, where there is room for them; compared eight at a time.
  fileprivate func has(_ expected: [UInt8], at offset: Int) -> Bool {
    expected.withUnsafeBytes { expected in
      var position = 0
      while position + 8 <= expected.count {
        guard
          loadUnaligned(fromByteOffset: offset + position, as: UInt64.self)
            == expected.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        else { return false }
        position += 8
      }
      while position < expected.count {
        guard self[offset + position] == expected[position] else { return false }
        position += 1
      }
      return true
    }
  }
}
