import SessionCore

extension Failure {
  /// A line that asks for nothing.
  init(line problem: RoomLine.Problem) {
    switch problem {
    case .emptyText: self.init(.emptyText)
    case .nickMissing(let command): self.init(.lineUnclear, command, detail: "a nick is missing")
    case .fileMissing(let command): self.init(.lineUnclear, command, detail: "a file is missing")
    case .operand(let command): self.init(.lineUnclear, command)
    case .unknown(let command): self.init(.lineUnknown, command)
    }
  }

  /// Something a room does not do for this member.
  init(denial: RoomDenial) {
    switch denial {
    case .emptyText: self.init(.emptyText)
    case .nobody: self.init(.noSuchNick)
    default: self.init(.roomDenied, denial.rawValue)
    }
  }

  /// A room that does not let this member in.
  init(refusal: RoomRefusal, nick: String) {
    switch refusal {
    case .nick(let reason): self.init(.nickRefused, nick, detail: reason.rawValue)
    case .full: self.init(.busy)
    case .kicked: self.init(.roomClosed, detail: RoomFarewell.kicked.rawValue)
    }
  }
}
