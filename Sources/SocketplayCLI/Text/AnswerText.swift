/// What a server has answered, as people read it: its lines are lines and its tabs are tabs, and everything else that a terminal
/// would act on is written out.
enum AnswerText {
  /// The columns of a line: more than anybody reads, less than fills a terminal's memory.
  private static let longLine = 64 << 10

  /// The whole answer, for a terminal; it ends in a line's end where the answer does.
  static func whole(_ answer: [UInt8]) -> String {
    let ends = answer.last == UInt8(ascii: "\n")
    return lines(answer).joined(separator: "\n") + (ends ? "\n" : "")
  }

  /// The answer to one of several requests: the lines behind its first are indented, so that none looks like another's.
  static func numbered(_ answer: [UInt8], _ number: Int) -> String {
    let front = "\(number): "
    return front + lines(answer).joined(separator: "\n" + String(repeating: " ", count: front.count))
  }

  private static func lines(_ answer: [UInt8]) -> [String] {
    let body = answer.last == UInt8(ascii: "\n") ? answer.dropLast() : answer[...]
    return body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return text.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { printable(bytes: Array($0), columns: longLine) }.joined(separator: "\t")
    }
  }
}
