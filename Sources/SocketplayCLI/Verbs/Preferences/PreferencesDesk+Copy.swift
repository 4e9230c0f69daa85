import KeyedArchive
import SessionCore
import SocketplayNode

extension PreferencesDesk {
  /// Saves the other end's preferences as `prefer.plist` of the receive folder.
  func pull() async throws(Complaint) {
    let keys = try await everything()
    let path = node.pulledPath
    if isTrial {
      output.line(.talk("nothing was saved: --dry-run"))
    } else {
      try local { () throws(Failure) in try node.savePulled(keys) }
      remember(keys)
    }
    output.object(
      ["path": .string(path), "keys": .integer(Int128(keys.count)), "dryRun": .bool(isTrial)],
      orLines: ["pulled \(Units.count(keys.count, "key")) to \(printable(path: path))"])
  }

  /// Shows how the pulled copy, or another file, differs from what the other end has.
  func diff(_ file: String?) async throws(Complaint) {
    let copy: PropertyListDictionary
    if let file {
      copy = try local { () throws(Failure) in try node.readPreferences(absolute(file)) }
    } else {
      copy = try found(try local { () throws(Failure) in try node.pulledKeys() })
    }
    let present = PulledCopy.held(try await everything())
    let changes = PreferencesDiff.changes(from: present, to: copy)
    for change in changes { output.object(change.eventFields, orLines: [EventText.change(change)]) }
    if changes.isEmpty { output.line(.talk("no difference")) }
  }

  /// Sends what was edited in the pulled copy since, and nothing else.
  func push() async throws(Complaint) {
    let pulled = try pulled()
    let edits = try local { () throws(Failure) in try pulled.edits() }
    if edits.edits.isEmpty {
      output.object(
        PreferencesText.object(PreferenceOutcome(revision: 0, changes: []), isTrial: isTrial), orLines: [])
      return output.line(.talk("nothing was edited since it was pulled"))
    }
    do throws(Complaint) {
      try await make(edits.edits, base: edits.base)
    } catch {
      guard case .failure(let failure) = error, failure.reason == .noPreferences else { throw error }
      return try await pushWhole(edits, pulled)
    }
    if isTrial { return }
    var base = pulled.base
    _ = try? base.apply(edits.edits)
    remember(base)
  }

  /// Remembers what the copy is: where that cannot be, what was done stays done.
  private func remember(_ keys: PropertyListDictionary) {
    do throws(Failure) { try node.rememberPulled(keys) } catch { output.line(.warning(FailureText(error))) }
  }

  /// An original app takes whole preferences, and removes no key.
  private func pushWhole(_ edits: PreferenceEdits, _ pulled: PulledCopy) async throws(Complaint) {
    guard case .peer(let route, let peer) = place else { return }
    let removed = edits.edits.filter { $0.value == nil }
    if !removed.isEmpty {
      let keys = removed.map { quoted($0.path.text) }.joined(separator: ", ")
      output.line(
        .warning(
          FailureText(
            status: .done, message: "keys cannot be removed there, so these stay: \(keys)",
            hint: "an original app sets the keys it is sent, and keeps the others")))
    }
    if isTrial { return output.line(.talk("nothing was changed: --dry-run")) }
    try await asked { () async throws(Failure) in
      try await node.send(
        .sendPreferences(path: node.pulledPath), route: route, peer: peer, timeout: timeout, input: nil,
        through: output.isOf(session:), events: output.tell)
    }
    remember(pulled.copy)
  }

  private func pulled() throws(Complaint) -> PulledCopy {
    try found(try local { () throws(Failure) in try node.pulledCopy() })
  }

  private func found<Copy>(_ pulled: Copy?) throws(Complaint) -> Copy {
    guard let pulled else {
      throw .text(
        FailureText(
          status: .localFile, message: "nothing was pulled yet to \(printable(path: node.pulledPath))",
          hint: "socketplay prefs pull"))
    }
    return pulled
  }

  /// Runs what works with files of this machine.
  func local<Value>(_ body: () throws(Failure) -> Value) throws(Complaint) -> Value {
    do throws(Failure) { return try body() } catch { throw .failure(error) }
  }

  /// Tells every change until it is interrupted.
  func watch(at clock: @escaping @Sendable () -> Double) async throws(Complaint) {
    do throws(Failure) {
      try await node.watchPreferences(at: place, through: output.isOf(session:)) { event in
        guard case .preferences(let received) = event, !output.modes.json else { return output.tell(event) }
        for line in PreferencesText.lines(received, at: clock()) { output.line(.answer(line)) }
      }
    } catch {
      if error.reason != .interrupted { throw .failure(error) }
    }
  }
}
