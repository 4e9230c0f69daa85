import KeyedArchive
import SocketplayNode

extension Runner {
  func doctor(_ node: Node, _ output: Output) async throws(Complaint) {
    let findings = await node.doctor()
    for finding in findings {
      let text = FindingText(finding)
      let remedy = text.remedy.map { ["      \($0)"] } ?? []
      output.object(finding.fields(remedy: text.remedy), orLines: [text.line] + remedy)
    }
    if findings.contains(where: { $0.verdict == .bad }) { throw .said(.failed) }
  }
}

extension Finding {
  fileprivate func fields(remedy: String?) -> PropertyListDictionary {
    [
      "check": .string(check.rawValue), "verdict": .string(verdict.rawValue), "detail": .string(detail),
      "remedy": remedy.map { .string($0) } ?? .null,
    ]
  }
}
