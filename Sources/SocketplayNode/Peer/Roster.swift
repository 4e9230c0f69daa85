import SessionCore
import Synchronization

/// The peers of a session: how many there may be, and what each is called.
///
/// A place is taken the moment a connection turns out to be a peer, on whatever queue that happens, so two that come at
/// once cannot share the last one.
final class Roster: Sendable {
  /// A place that was taken.
  struct Place: Sendable, Equatable {
    /// What its peer is called.
    let name: String
    fileprivate let number: Int
  }

  /// Who takes a place.
  struct Guest: Sendable {
    /// Whose key it has proven; nil on a plain connection.
    var identity: PeerID?
    /// The session that its connection is of.
    var session: [UInt8]?
    /// Whether it comes for one errand only, beside a connection of the same key.
    var isErrand = false
    /// Ends its connection: the same session has come again.
    var giveWay: @Sendable () -> Void = {}
  }

  private struct Entry {
    var name: String
    var guest: Guest
    /// Whether it takes one of the places there are.
    var counts: Bool
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var last = 0
    var taken: Int { entries.values.count { $0.counts } }
  }

  /// Errands of one key that may run at once beside its connection.
  private static let maximumErrands = 16

  private let capacity: Int
  private let state = Mutex(State())
  private let onChange: @Sendable (_ isFull: Bool) -> Void

  /// No peer yet, `capacity` at most.
  ///
  /// `onChange` is told of each change, under the lock, so in their order: it must not call back.
  init(capacity: Int, onChange: @escaping @Sendable (_ isFull: Bool) -> Void) {
    self.capacity = capacity
    self.onChange = onChange
  }

  /// Whether no place is left.
  var isFull: Bool { state.withLock { $0.taken >= capacity } }

  /// Whether somebody with this key, in this session, may hope for a place: there is one, or its own ghost has it, or it
  /// comes for an errand beside its connection.
  func mayEnter(_ identity: PeerID, _ session: [UInt8]) -> Bool {
    state.withLock { state in
      state.taken < capacity || state.entries.values.contains { $0.guest.identity == identity }
    }
  }

  /// Ends the connection that this session of this key still seems to have: it has come again.
  func replaceGhost(of identity: PeerID, _ session: [UInt8]) {
    let ghosts = state.withLock { state in
      let ghosts = state.entries.filter { $0.value.guest.identity == identity && $0.value.guest.session == session }
      for number in ghosts.keys { state.entries[number] = nil }
      if !ghosts.isEmpty { onChange(state.taken >= capacity) }
      return ghosts.values.map(\.guest)
    }
    for ghost in ghosts { ghost.giveWay() }
  }

  /// Takes a place: what to call the peer (`wished`, or `wished-2`, …), or nil where all are taken.
  ///
  /// A name that `isAnothers` is passed over: who is called by it would get what is meant for somebody else.
  func admit(_ wished: String, as guest: Guest = Guest(), isAnothers: (String) -> Bool = { _ in false }) -> Place? {
    state.withLock { state in
      let ofKey = state.entries.values.filter { guest.identity != nil && $0.guest.identity == guest.identity }
      let isBeside = guest.isErrand && !ofKey.isEmpty
      guard isBeside ? ofKey.count <= Self.maximumErrands : state.taken < capacity else { return nil }
      let names = Set(state.entries.values.map(\.name))
      var name = wished
      var number = 2
      while names.contains(name) || isAnothers(name) {
        name = "\(wished)-\(number)"
        number += 1
      }
      state.last += 1
      state.entries[state.last] = Entry(name: name, guest: guest, counts: !isBeside)
      onChange(state.taken >= capacity)
      return Place(name: name, number: state.last)
    }
  }

  /// Gives a place back.
  func leave(_ place: Place) {
    state.withLock { state in
      guard state.entries.removeValue(forKey: place.number) != nil else { return }
      onChange(state.taken >= capacity)
    }
  }
}
