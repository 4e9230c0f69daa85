import KeyedArchive
import SessionCore
import SocketplayNode

extension Runner {
  /// Lists what broke off, or removes it.
  func transfers(_ parsed: Parsed, _ node: Node, _ output: Output) throws(Complaint) {
    switch parsed.operands.first {
    case nil: show(try list(node), output)
    case "clean"?: try clean(parsed, node, output)
    case let word?:
      throw .text(FailureText(UsageError("transfers takes clean or nothing, not \(quoted(word))")))
    }
  }

  private func list(_ node: Node) throws(Complaint) -> [PartialTransfer] {
    do throws(Failure) {
      return try node.transfers()
    } catch {
      throw .failure(error)
    }
  }

  private func show(_ transfers: [PartialTransfer], _ output: Output) {
    if transfers.isEmpty { output.line(.talk("nothing has broken off")) }
    if output.modes.json {
      for transfer in transfers { output.object(transfer.fields) }
    } else {
      for line in Table.lines(transfers.map(Self.row), right: [2, 3]) { output.line(.answer(line)) }
    }
  }

  private func clean(_ parsed: Parsed, _ node: Node, _ output: Output) throws(Complaint) {
    let going = try list(node).filter { $0.state != .underWay }
    if going.isEmpty { return output.line(.talk("there is nothing to remove")) }
    if !parsed.has(.yes) {
      guard console.inputIsTerminal, console.talkIsTerminal else {
        throw .text(
          FailureText(UsageError("what is removed is gone", hint: "socketplay transfers clean --yes")))
      }
      for line in Table.lines(going.map(Self.row), right: [2, 3]) { console.talk(Array((line + "\n").utf8)) }
      let answer = interruption.prompting { () -> String? in
        console.talk(Array("remove \(Units.count(going.count, "part"))? [y/N] ".utf8))
        return console.readAnswer()
      }
      guard ["y", "yes"].contains(answer?.lowercased() ?? "") else { return output.line(.talk("nothing was removed")) }
    }
    let removed: [PartialTransfer]
    do throws(Failure) {
      removed = try node.removeTransfers()
    } catch {
      throw .failure(error)
    }
    if output.modes.json {
      for transfer in removed { output.object(transfer.fields) }
    }
    let bytes = removed.reduce(Int64(0)) { $0 + $1.bytes }
    output.line(.talk("removed \(Units.count(removed.count, "part")), \(Units.bytes(bytes))"))
  }

  private static func row(_ transfer: PartialTransfer) -> [String] {
    let from = transfer.peer.map { "from \(printable($0, columns: 63))" } ?? "-"
    let size = transfer.size.map { "of \(Units.bytes($0))" } ?? ""
    return [
      printable(transfer.name, columns: 60), from, Units.bytes(transfer.bytes), size,
      "\(Units.clock(transfer.age)) old", words(transfer.state),
    ]
  }

  private static func words(_ state: PartialTransfer.State) -> String {
    switch state {
    case .resumable: "goes on when it is sent again"
    case .unfinished: "cannot go on"
    case .setAside: "set aside: its digest was wrong"
    case .underWay: "under way"
    }
  }
}

extension PartialTransfer {
  fileprivate var fields: PropertyListDictionary {
    [
      "name": .string(name), "peer": peer.map { .string($0) } ?? .null, "bytes": .integer(Int128(bytes)),
      "size": size.map { .integer(Int128($0)) } ?? .null, "age": .real(age), "state": .string(state.rawValue),
      "resumable": .bool(state == .resumable), "path": .string(path),
    ]
  }
}
