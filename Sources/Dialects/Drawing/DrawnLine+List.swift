extension DrawnLine {
  /// The lines of a file: one object, an array of them, or several one after the other; nil where it holds anything else.
  public static func lines(json bytes: [UInt8]) -> [DrawnLine]? {
    var lines: [DrawnLine] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(where: { $0 > 0x20 }) {
      rest = rest[start...]
      var extent = JSONExtent()
      guard rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "["), let count = extent.end(in: rest) else {
        return nil
      }
      let text = Array(rest.prefix(count))
      guard let value = text.withUnsafeBytes({ try? JSONReader.read($0, limits: jsonLimits) }) else { return nil }
      for object in value.array ?? [value] {
        guard let line = DrawnLine(object) else { return nil }
        lines.append(line)
      }
      rest = rest.dropFirst(count)
    }
    return lines.isEmpty ? nil : lines
  }
}
