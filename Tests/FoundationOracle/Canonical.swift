import Foundation

/// A property list as a line: one letter of type for each value, numbers by their bits.
func canonical(_ value: Any) -> String {
  switch value {
  case let number as NSNumber:
    switch String(cString: number.objCType) {
    case "c", "B": return number.boolValue ? "t" : "f"
    case "f", "d": return "r" + bits(number.doubleValue)
    default: return "i\(number)"
    }
  case let date as Date: return "d" + bits(date.timeIntervalSinceReferenceDate)
  case let data as Data: return "b" + hex(data)
  case let string as String: return "s" + hex(string.utf8)
  case let array as [Any]: return "[" + array.map(canonical).joined(separator: ",") + "]"
  case let dictionary as [String: Any]:
    let entries = dictionary.map { canonical($0.key) + ":" + canonical($0.value) }
    return "{" + entries.sorted().joined(separator: ",") + "}"
  default: return "unknown \(type(of: value))"
  }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
}

private func bits(_ number: Double) -> String {
  let digits = String(number.bitPattern, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
