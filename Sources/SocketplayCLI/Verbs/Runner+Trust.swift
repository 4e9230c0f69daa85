import KeyedArchive
import SessionCore
import SocketplayNode

/// The verbs about who is known to whom.
extension Runner {
  func id(_ node: Node, _ output: Output) throws(Complaint) {
    let id = try told { () throws(Failure) in try node.id() }
    output.object(["id": .string(id)], orLines: [id])
  }

  func peers(_ node: Node, _ output: Output) throws(Complaint) {
    let peers = try told { () throws(Failure) in try node.knownPeers() }
    if peers.isEmpty { output.line(.talk("no peer is known yet")) }
    if output.modes.json {
      for peer in peers { output.object(peer.fields) }
    } else {
      let rows = peers.map { [$0.name, $0.id, "may=\($0.may)", "via=\($0.via)", $0.added] }
      for line in Table.lines(rows) { output.line(.answer(line)) }
    }
  }

  func trust(_ parsed: Parsed, _ node: Node, _ output: Output) throws(Complaint) {
    let peer = try told { () throws(Failure) in
      try node.trust(parsed.operands[0], id: parsed.operands[1], may: parsed[.may])
    }
    output.object(peer.fields, orLines: ["\(peer.name) is known now, may=\(peer.may)"])
  }

  func forget(_ parsed: Parsed, _ node: Node, _ output: Output) throws(Complaint) {
    let peer = try told { () throws(Failure) in try node.forget(parsed.operands[0]) }
    output.object(peer.fields, orLines: ["\(peer.name) is forgotten; connections with it end"])
  }

  private func told<Value>(_ body: () throws(Failure) -> Value) throws(Complaint) -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      throw .failure(error)
    }
  }
}

extension PeerEntry {
  fileprivate var fields: PropertyListDictionary {
    [
      "name": .string(name), "id": .string(id), "added": .string(added), "via": .string(via), "may": .string(may),
    ]
  }
}
