/// What stands behind an ESC.
extension KeyDecoder {
  mutating func escape(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    guard let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "["): return sequence(rest.dropFirst()).map { ($0 + 1, $1) }
    case UInt8(ascii: "O"):
      guard let final = rest.dropFirst().first else { return nil }
      return (2, Self.key(final: final))
    case UInt8(ascii: "_"): return report(rest.dropFirst()).map { ($0 + 1, $1) }
    case 0x0D, 0x0A: return (1, .lineBreak)
    // A key that was pressed soon after Escape, on a slow line; or with Alt, which means nothing here.
    default: return (0, .escape)
    }
  }

  /// An answer, up to the string terminator.
  private mutating func report(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    let text = rest.prefix { $0 != 0x1B }
    guard text.count <= Self.maximumReport else {
      skipped = .report
      return (text.count, nil)
    }
    guard let terminator = rest.dropFirst(text.count + 1).first else { return nil }
    guard terminator == UInt8(ascii: "\\") else { return (text.count, nil) }
    return (text.count + 2, .report(String(decoding: text, as: UTF8.self)))
  }

  /// A control sequence: parameters, and a final byte; another ESC breaks it off.
  private mutating func sequence(_ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    let body = rest.prefix { !Self.endsSequence($0) }
    guard body.count <= Self.maximumSequence else {
      skipped = .sequence
      return (body.count, nil)
    }
    guard let final = rest.dropFirst(body.count).first else { return nil }
    if final == 0x1B { return (body.count, nil) }
    let length = body.count + 1
    let parameters = String(decoding: body, as: UTF8.self)
    if parameters.first == "<", [UInt8(ascii: "M"), UInt8(ascii: "m")].contains(final) {
      let report = MouseReport(parameters.dropFirst(), isRelease: final == UInt8(ascii: "m"))
      return (length, report.map { .mouse($0) })
    }
    guard final == UInt8(ascii: "~") else { return (length, Self.key(final: final)) }
    // A modifier may follow, behind a semicolon.
    switch parameters.prefix(while: { $0 != ";" }) {
    case "1", "7": return (length, .home)
    case "3": return (length, .delete)
    case "4", "8": return (length, .end)
    case "5": return (length, .pageUp)
    case "6": return (length, .pageDown)
    case "200":
      beginPaste()
      return (length, nil)
    default: return (length, nil)
    }
  }

  private static func endsSequence(_ byte: UInt8) -> Bool { byte == 0x1B || (0x40...0x7E).contains(byte) }

  /// Passes over what was too long, up to its end.
  mutating func skip(_ what: Skipped, _ rest: ArraySlice<UInt8>) -> (Int, Key?)? {
    let body = rest.prefix { what == .sequence ? !Self.endsSequence($0) : $0 != 0x1B }
    guard let end = rest.dropFirst(body.count).first else { return (body.count, nil) }
    switch what {
    case .sequence:
      skipped = nil
      return (body.count + (end == 0x1B ? 0 : 1), nil)
    case .report:
      guard let terminator = rest.dropFirst(body.count + 1).first else {
        return body.isEmpty ? nil : (body.count, nil)
      }
      skipped = nil
      return (body.count + (terminator == UInt8(ascii: "\\") ? 2 : 0), nil)
    }
  }

  private static func key(final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "M"): .enter
    default: nil
    }
  }
}
