import Security
import SessionCore
import Sys
import Transport

/// The peers of one running `host`, `join` or one-shot send, and what can be asked of them.
actor LiveSession {
  /// What does not change while it runs.
  struct Identity: Sendable {
    var session: String
    var hello: Hello
    var name: String
    var places: Places
    var store: String?
    var preferences: PreferencesService?
    var isReadOnly = false
    var reception = Reception()
    /// Whether preferences of every plain peer are applied to the store too: of a host that is joined so.
    var appliesPlain = false
    var farewell: Farewell
  }

  let identity: Identity
  let roster: Roster
  let events: Node.Sink
  /// Who comes back, and who waits for that.
  nonisolated let returns: Returns
  private let acquaintances: Acquaintances
  /// Ends the session; called for a client of the control socket.
  private let stop: @Sendable () -> Void
  private var peers: [Peer] = []
  /// The listening port, and the name that is advertised now.
  var port: Int?
  var advertised: String?

  /// `stop` is called when a client of the control socket asks for the end.
  ///
  /// Where a peer that is lost is not expected back, neither are sends kept for it.
  init(
    _ identity: Identity, roster: Roster, credentials: Credentials, expectsReturns: Bool, events: @escaping Node.Sink,
    stop: @escaping @Sendable () -> Void
  ) {
    acquaintances = Acquaintances(credentials, events: events)
    returns = Returns(isExpected: expectsReturns)
    self.identity = identity
    self.roster = roster
    self.events = events
    self.stop = stop
  }

  /// A peer to be.
  func add(_ entrant: Entrant) -> Peer {
    // What anybody on the network could send is saved, and changes no store.
    let isTrusted = entrant.identity != nil || entrant.appliesPlain || identity.appliesPlain
    let store = isTrusted ? identity.store : nil
    // What is saved came from others too: only who is proven looks at it, or the store that plain is let at.
    let maySee = (entrant.identity != nil || store != nil) && entrant.may.contains(.preferences)
    let peer = Peer(
      PeerSettings(
        hello: identity.hello, name: entrant.name, address: entrant.address, identity: entrant.identity,
        isOwn: entrant.isOwn, may: entrant.may, session: entrant.session,
        announcement: entrant.announcement, visit: entrant.visit,
        places: identity.places, store: store, preferences: maySee ? identity.preferences : nil,
        isReadOnly: identity.isReadOnly, reception: identity.reception, roster: roster, returns: returns,
        acquaintances: acquaintances, farewell: identity.farewell, events: events))
    peers.append(peer)
    entrant.visit?.onGiveWay { [weak peer] in peer?.onQueue { $0.giveWay() } }
    return peer
  }

  /// Serves a connection until it ends.
  func serve(_ peer: Peer, over channel: Handover<Channel>) async -> PeerEnd {
    let end = await peer.run(over: channel)
    peers.removeAll { $0 === peer }
    return end
  }

  /// Serves a connection until it ends.
  func serve(_ entrant: Entrant) async -> PeerEnd {
    await serve(add(entrant), over: entrant.channel)
  }

  /// Sends away the caller who has said nothing for longest, of the source that has most such callers.
  func makeRoom() async {
    var silent: [(source: String, peer: Peer)] = []
    for peer in peers {
      guard case .provisional = await peer.phase else { continue }
      silent.append((peer.settings.source, peer))
    }
    let counts = silent.reduce(into: [:]) { $0[$1.source, default: 0] += 1 }
    guard let most = counts.values.max() else { return }
    await silent.first { counts[$0.source] == most }?.peer.giveWay()
  }

  /// Carries out a command at one peer, or at all of them (`everybody`), and waits until they have it.
  func perform(
    _ command: Command, peer name: String?, input: SocketBox?, events: @escaping Node.Sink
  ) async throws(Failure) -> PreferencesAnswer? {
    let chosen = name == Self.everybody ? try await everyone(for: command) : [try await choose(name)]
    let taps = try FanOut.taps(of: command, input, for: chosen.count)
    let takers = FanOut.takers(of: command, taps, for: chosen.count)
    return try await FanOut.perform(at: chosen, taps, takers, events: events) { (peer, tap, taker) throws(Failure) in
      try await self.perform(command, at: peer, input: tap, taker: taker, events: events)
    }
  }

  /// The name that stands for all peers.
  static let everybody = "all"

  /// All peers there are; what is answered by one is asked of one.
  private func everyone(for command: Command) async throws(Failure) -> [Peer] {
    var admitted: [(name: String, peer: Peer)] = []
    for peer in peers { if case .admitted(let name) = await peer.phase { admitted.append((name, peer)) } }
    if admitted.isEmpty { throw Failure(.notConnected) }
    switch command {
    case .preferences, .watchPreferences:
      if admitted.count > 1 {
        throw Failure(.ambiguousPeer, detail: admitted.map(\.name).sorted().joined(separator: ", "))
      }
    case .say, .start, .sendPreferences, .sendFiles, .status, .stop: break
    }
    return admitted.map(\.peer)
  }

  /// Carries out a command at a peer, and waits until the other end has it.
  ///
  /// Files survive the loss of their peer: they go on when it has come back.
  func perform(
    _ command: Command, at first: Peer, input: InputTap?, taker: BlockTaker? = nil, events: @escaping Node.Sink
  ) async throws(Failure) -> PreferencesAnswer? {
    guard case .sendFiles(let files) = command else {
      return try await first.perform(command, store: identity.store, events: events)
    }
    var peer = first
    var rest = SendRest(files, taker: taker)
    while case .lost(let left, let failure) = try await peer.send(rest, input: input, events: events) {
      guard let key = await peer.comesBackAs, !returns.isClosed else { throw failure }
      events(.warning(Failure(.waiting, failure.subject)))
      guard let next = await returns.next(after: peer, as: key) else {
        throw Task.isCancelled ? Failure(.interrupted) : failure
      }
      (peer, rest) = (next, left)
    }
    return nil
  }

  /// Ends the session.
  func requestStop() {
    stop()
  }

  func setPort(_ port: Int) { self.port = port }
  func setAdvertised(_ name: String?) { advertised = name }

  /// How the session stands.
  func status() async -> SessionStatus {
    var status = SessionStatus(
      session: identity.session, role: identity.hello.role.rawValue, name: identity.name, port: port,
      advertised: advertised, directory: identity.places.receive, peers: [], transfers: [])
    for peer in peers {
      guard var standing = await peer.status() else { continue }
      standing.peer.revision = await peer.revisionThere()
      status.peers.append(standing.peer)
      status.transfers += standing.transfers
    }
    status.revision = await identity.preferences?.revision()
    return status
  }

  /// The peer of that name, or the only one; a caller that has said nothing yet (an original waiting to be spoken to)
  /// counts where there is no other.
  private func choose(_ name: String?) async throws(Failure) -> Peer {
    var admitted: [(name: String, peer: Peer)] = []
    var waiting: [Peer] = []
    for peer in peers {
      switch await peer.phase {
      case .admitted(let name): admitted.append((name, peer))
      case .provisional: if await peer.isOriginal { waiting.append(peer) }
      case .leaving, .ended: break
      }
    }
    if let name {
      // A known peer's petname is its key's, whatever its connections are called here.
      let key = acquaintances.key(named: name)
      let named = admitted.filter { key == nil ? $0.name == name : $0.peer.settings.identity == key }
      guard let found = named.first(where: { $0.name == name }) ?? named.first else {
        throw Failure(.noSuchPeer, name)
      }
      return found.peer
    }
    if admitted.count > 1 {
      throw Failure(.ambiguousPeer, detail: admitted.map(\.name).sorted().joined(separator: ", "))
    }
    // What is said must not go to whichever stranger came first.
    if admitted.isEmpty, waiting.count > 1 {
      throw Failure(.ambiguousPeer, detail: waiting.map(\.settings.address).joined(separator: ", "))
    }
    guard let peer = admitted.first?.peer ?? waiting.first else { throw Failure(.notConnected) }
    return peer
  }
}

/// A descriptor on its way to whoever owns it next.
typealias SocketBox = Handover<FileDescriptor>
