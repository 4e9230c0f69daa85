import Dispatch
import Framing
import Security
import SessionCore
import Sys
import Transport

/// What is done with a caller before it is known who it is.
extension Doorkeeper {
  /// Waits for its first bytes.
  func look(_ id: CallerID) {
    guard let visitor = visitors[id] else { return }
    // Woken once there is something to judge, not by every byte of a slow caller.
    try? visitor.watch.descriptor.setReceiveLowWater(bytes: Int32(FirstBytes.count))
    visitor.stage = .looking
    if comesSoon(visitor) { peek(id, visitor) } else { visitor.watch.watch(reading: true, writing: false) }
  }

  /// Whether something comes from a caller within a millisecond, which is waited for here.
  ///
  /// On a near network it does, at each of its steps, and a way through the event loop costs more than all else this program
  /// does for a stranger: the threads that tell, that handle, and that listen again. Who has once been waited for in vain is not
  /// again, and nobody more than three times: at 20 looks a second, others wait for that 60 ms of it at most.
  func comesSoon(_ visitor: Visitor) -> Bool {
    guard visitor.waits > 0 else { return false }
    let comes = (try? visitor.watch.descriptor.waitReadable(milliseconds: 1)) ?? false
    visitor.waits = comes ? visitor.waits - 1 : 0
    return comes
  }

  /// Looks at what is there, and takes nothing.
  func peek(_ id: CallerID, _ visitor: Visitor) {
    var bytes = [UInt8](repeating: 0, count: FirstBytes.count)
    let count: Int?
    do throws(SystemError) {
      var span = bytes.mutableSpan
      count = try span.withUnsafeMutableBytes { (room) throws(SystemError) in
        try visitor.watch.descriptor.receive(into: room, peek: true)
      }
    } catch {
      return end(id, .failed)
    }
    switch count {
    case nil: perform(gate.peeked(id, [], at: .now))
    case 0?: end(id, .silent)
    case FirstBytes.count?:
      visitor.isTooLong =
        bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) } > UInt64(ProductLimits.frameLength)
      perform(gate.peeked(id, bytes, at: .now))
      // Somebody is being asked, and the bytes would be told of for ever. Who goes on with TLS goes on being watched.
      if case .looking? = visitors[id]?.stage { visitor.watch.watch(reading: false, writing: false) }
    case let some?:
      // Too few, and yet told: it has closed behind them, or this kernel knows no low water. Not asked again at once.
      visitor.watch.watch(reading: false, writing: false)
      executor.queue.asyncAfter(deadline: .now() + .milliseconds(100)) { [weak self] in
        self?.assumeIsolated { $0.lookAgain(id) }
      }
      perform(gate.peeked(id, Array(bytes.prefix(some)), at: .now))
    }
  }

  private func lookAgain(_ id: CallerID) {
    guard let visitor = visitors[id], case .looking = visitor.stage else { return }
    visitor.watch.watch(reading: true, writing: false)
  }

  /// A caller has ended without having come in.
  func end(_ id: CallerID, _ end: Gate.End) {
    guard let visitor = visitors.removeValue(forKey: id) else { return }
    visitor.exchange?.sayGoodbye()
    visitor.watch.close()
    perform(gate.ended(id, end, at: .now))
  }

  // MARK: The original protocol

  /// Lets a caller in that speaks the original protocol, or may turn out to.
  func letIn(plain id: CallerID, visit: Visit?) {
    guard let visitor = visit == nil ? visitors.removeValue(forKey: id) : visitors[id] else { return }
    try? visitor.watch.descriptor.setReceiveLowWater(bytes: 1)
    let address = "\(visitor.address)"
    let enter = settings.enter
    let isNamed = settings.allowPlain?.contains(visitor.address) ?? false
    visitor.watch.release { socket in
      try? SocketTuning.apply(to: socket)
      var entrant = Entrant.plain(socket, name: address, address: address)
      entrant.visit = visit
      entrant.appliesPlain = isNamed
      enter(entrant)
    }
  }

  /// Has an original served that waits for this end to speak; it keeps its place at the gate until it is somebody.
  func serveSilent(_ id: CallerID) {
    let visit = Visit { [weak self] wasAdmitted in
      self?.onQueue { door in
        guard door.visitors.removeValue(forKey: id) != nil else { return }
        let now = Moment.now
        door.perform(wasAdmitted ? door.gate.admitted(id, at: now) : door.gate.ended(id, .silent, at: now))
      }
    }
    letIn(plain: id, visit: visit)
    visitors[id]?.stage = .served(visit)
  }
}
