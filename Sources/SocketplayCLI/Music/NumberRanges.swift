/// Numbers as people write several: `2`, `1,4-6`, `1 4-6`.
enum NumberRanges {
  /// The numbers in order, each once; nil for another form, or a number that is none of `valid`.
  static func parse(_ text: String, in valid: ClosedRange<Int>) -> [Int]? {
    var numbers: Set<Int> = []
    let words = text.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" })
    for word in words {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = number(ends[0]), let last = number(ends[ends.count - 1]),
        first <= last, valid.contains(first), valid.contains(last)
      else { return nil }
      numbers.formUnion(first...last)
    }
    return words.isEmpty ? nil : numbers.sorted()
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { $0.isDigit } ? Int(text) : nil
  }
}
