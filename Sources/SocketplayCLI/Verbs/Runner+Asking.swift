import SessionCore
import SocketplayNode

extension Runner {
  /// Whether what was asked for can be had here.
  func check(_ options: ReceptionOptions) throws(Complaint) {
    if options.asksFirst, !(console.inputIsTerminal && console.talkIsTerminal) {
      throw .text(
        FailureText(
          UsageError(
            "--ask needs a terminal to ask on",
            hint: "--accept PATTERNS and --accept-max SIZE decide without asking")))
    }
    if options.output != nil, console.outputIsTerminal {
      throw .text(
        FailureText(
          UsageError(
            "stdout is a terminal, and --receive-to - writes a file to it",
            hint: "socketplay host --receive-to - > FILE, or | tar x")))
    }
  }

  /// Shows what a peer wants to send and asks whether it may.
  func isWanted(_ list: OfferedList, _ output: Output) -> Bool {
    for line in Self.lines(list) { output.line(.question(line)) }
    return confirm("take \(list.entries.count == 1 ? "it" : "them")", output)
  }

  /// `"laptop" wants to send 2 files, 4.2 MB:`, and a line for each.
  static func lines(_ list: OfferedList) -> [String] {
    let files = list.entries.filter { $0.kind == .file }
    let known = files.compactMap(\.size)
    // Sizes are a peer's word: their sum may be beyond any number.
    let total = known.reduce(Int64(0)) { sum, size in
      let (result, overflow) = sum.addingReportingOverflow(size)
      return overflow ? .max : result
    }
    let more = known.count < files.count ? " or more" : ""
    let rows = list.entries.map { entry in
      [
        entry.kind == .directory ? "folder" : entry.size.map { Units.bytes($0) } ?? "?",
        printable(entry.path, columns: 200),
      ]
    }
    return ["\(quoted(list.peer)) wants to send \(Units.count(files.count, "file")), \(Units.bytes(total))\(more):"]
      + Table.lines(rows, right: [0])
  }
}
