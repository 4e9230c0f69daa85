/// The lines of an SVG file: those of the `d` of its `path` elements, on a screen as large as its `viewBox`.
///
/// It is no reader of SVG: groups, transformations and styles count for nothing, `stroke` and `stroke-width` of the path
/// itself do.
public enum SVGDrawing {
  /// Why a file has no lines.
  public enum Problem: Error, Sendable, Hashable {
    case noPath
    case path
    case stroke(Stroke.Refusal)
  }

  /// The paths of a file at most.
  private static let maximumPaths = 1_024

  /// Reads the lines of a file.
  public static func strokes(in bytes: [UInt8], erases: Bool) throws(Problem) -> [Stroke] {
    let text = bytes[...]
    let screen = screen(element("svg", in: text)?.attributes)
    var strokes: [Stroke] = []
    var rest = text
    var paths = 0
    while let found = element("path", in: rest), paths < maximumPaths {
      rest = text[found.end...]
      paths += 1
      guard let data = attribute("d", in: found.attributes) else { continue }
      let lines: [[Stroke.Point]]
      do throws(SVGPath.Problem) { lines = try SVGPath.lines(of: data) } catch { throw .path }
      let width = attribute("stroke-width", in: found.attributes).flatMap(number) ?? 5.5
      let color = attribute("stroke", in: found.attributes).flatMap(color) ?? .black
      for line in lines {
        do throws(Stroke.Refusal) {
          strokes.append(
            try Stroke(points: line, width: width, color: color, screen: screen, erases: erases))
        } catch {
          throw .stroke(error)
        }
      }
    }
    if strokes.isEmpty { throw .noPath }
    return strokes
  }

  private static func screen(_ attributes: ArraySlice<UInt8>?) -> Stroke.Screen {
    let usual = Stroke.Screen(width: 1_024, height: 1_024)
    guard let attributes else { return usual }
    if let box = attribute("viewBox", in: attributes) {
      let values = box.split(whereSeparator: { $0 <= 0x20 || $0 == UInt8(ascii: ",") }).compactMap { number($0) }
      if values.count == 4 { return Stroke.Screen(width: values[2], height: values[3]) }
    }
    guard let width = attribute("width", in: attributes).flatMap(number),
      let height = attribute("height", in: attributes).flatMap(number)
    else { return usual }
    return Stroke.Screen(width: width, height: height)
  }

  /// The nearest of the four colours, from a name or `#rrggbb`.
  private static func color(_ bytes: ArraySlice<UInt8>) -> Stroke.Color? {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    switch text {
    case "red": return .red
    case "blue": return .blue
    case "green": return .green
    default: break
    }
    guard text.hasPrefix("#"), text.utf8.count == 7, let value = Int(text.dropFirst(), radix: 16) else { return .black }
    let (red, green, blue) = (value >> 16, value >> 8 & 255, value & 255)
    guard let most = [red, green, blue].max(), most > 96, red + green + blue < 2 * most else { return .black }
    return most == red ? .red : most == blue ? .blue : .green
  }

  /// A number, whatever unit stands behind it.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    let digits = bytes.prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
    }
    return Double(String(decoding: digits, as: UTF8.self))
  }

  /// The next element of that name: what stands between its name and its end.
  private static func element(
    _ name: String, in bytes: ArraySlice<UInt8>
  ) -> (attributes: ArraySlice<UInt8>, end: Int)? {
    let mark = Array("<\(name)".utf8)
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let behind = start + mark.count
      if bytes[start...].starts(with: mark), behind < bytes.endIndex, bytes[behind] <= 0x20 {
        guard let end = bytes[behind...].firstIndex(of: UInt8(ascii: ">")) else { return nil }
        return (bytes[behind..<end], end + 1)
      }
      place = start + 1
    }
    return nil
  }

  /// The value of an attribute, in either kind of quotes.
  private static func attribute(_ name: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let mark = Array("\(name)=".utf8)
    var place = bytes.startIndex
    while place + mark.count < bytes.endIndex {
      let quote = place + mark.count
      if bytes[place...].starts(with: mark), place == bytes.startIndex || bytes[place - 1] <= 0x20,
        bytes[quote] == UInt8(ascii: "\"") || bytes[quote] == UInt8(ascii: "'")
      {
        guard let end = bytes[(quote + 1)...].firstIndex(of: bytes[quote]) else { return nil }
        return bytes[(quote + 1)..<end]
      }
      place += 1
    }
    return nil
  }
}
