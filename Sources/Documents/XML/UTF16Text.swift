import KeyedArchive

/// A text that was UTF-16 with a byte order mark, turned into UTF-8 for the reader.
struct UTF16Text {
  private var utf8: [UInt8] = []

  /// The text of `bytes`; nil where they do not start with the mark.
  init?(_ bytes: UnsafeRawBufferPointer) throws(TextPropertyListError) {
    guard bytes.count >= 2 else { return nil }
    let (high, low): (Int, Int)
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): (high, low) = (0, 1)
    case (0xFF, 0xFE): (high, low) = (1, 0)
    default: return nil
    }
    guard bytes.count.isMultiple(of: 2) else { throw TextPropertyListError(.truncated, line: 1) }
    let units = stride(from: 2, to: bytes.count, by: 2).lazy.map {
      UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
    }
    utf8.reserveCapacity(bytes.count / 2)
    let failed = transcode(
      units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true, into: { utf8.append($0) })
    if failed {
      let line = utf8.withUnsafeBytes { XMLCursor($0).lines(before: $0.count) }
      throw TextPropertyListError(.character, line: line)
    }
  }

  func read(limits: XMLPropertyListLimits) throws(TextPropertyListError) -> PropertyList {
    try utf8.withUnsafeBufferPointer { (bytes) throws(TextPropertyListError) in
      try PropertyList.read(UnsafeRawBufferPointer(bytes), wide: true, limits: limits)
    }
  }
}
