import SessionCore

/// Who the other end is: nobody yet, then a peer by a name.
extension Peer {
  var isOpen: Bool {
    switch phase {
    case .provisional, .admitted: true
    case .leaving, .ended: false
    }
  }

  var isLeaving: Bool { if case .leaving = phase { true } else { false } }

  var isOriginal: Bool { presence.peer == .original }

  /// Whether that is a guess.
  ///
  /// Whoever comes to a host and says nothing is none of this program, which greets first; and some advertise what they are.
  var isGuess: Bool {
    settings.hello.role == .join && settings.announcement != .original && presence.isGuess
  }

  /// What the peer is called: its admitted name, also behind its end, or the one it would get.
  var peerName: String { place?.name ?? settings.name }

  /// Who has made what this peer changes: the petname of its key, also where a second connection has another name here.
  var author: String { settings.identity == nil || settings.isOwn ? peerName : settings.name }

  /// Whose bytes come here: what parts and records are kept under, and proofs given to; nil for a peer that is not known.
  var owner: String? {
    settings.identity.map { "\($0)" }
  }

  /// What the peer would be called: its petname, or what one of this user's own says of itself.
  private var wishedName: String {
    if settings.isOwn, case .socketplay(let hello) = presence.peer { return hello.name }
    return settings.name
  }

  /// Who takes the peer's place.
  private var guest: Roster.Guest {
    var isErrand = false
    if case .socketplay(let hello) = presence.peer { isErrand = hello.features.contains(Hello.errand) }
    return Roster.Guest(
      identity: settings.identity, session: settings.session, isErrand: isErrand,
      giveWay: { [weak self] in self?.onQueue { $0.end(.lost) } })
  }

  /// What makes a peer the same one when it comes back; nil for an original, which is never expected to.
  var comesBackAs: String? {
    if case .socketplay(let hello) = presence.peer { owner ?? "plain " + hello.instance } else { nil }
  }

  /// Takes a place for the peer, once; false where none is left, and then the peer is sent away.
  func admit() -> Bool {
    guard case .provisional = phase else { return isOpen }
    // The petname of a known peer is only its own; they are read before the roster is locked.
    let isAnothers = settings.acquaintances.petnames(besides: settings.identity)
    guard let place = settings.roster.admit(wishedName, as: guest, isAnothers: isAnothers) else {
      leave(.busy)
      return false
    }
    self.place = place
    phase = .admitted(place.name)
    settings.visit?.end(wasAdmitted: true)
    greet()
    settings.events(
      .connected(
        peer: place.name, address: settings.address, security: settings.security, original: isOriginal,
        isGuess: isGuess))
    return true
  }

  /// Acts on what the presence machine found.
  ///
  /// `hasSpoken`: whether a package told it, not silence.
  func changed(_ change: Presence.Change, hasSpoken: Bool = false) {
    switch change {
    case .nothing: break
    case .waits: settings.events(.warning(Failure(.notLetIn, peerName)))
    case .foundOriginal, .greeted:
      outgoing = OutgoingTransfers(role: settings.hello.role, dialect: isOriginal ? .original : .socketplay)
      // A caller that has said nothing is no peer of a host yet; what a joiner called is one.
      if !isOriginal || settings.hello.role == .join {
        guard admit() else { return }
      } else if case .provisional = phase, !hasSpoken {
        settings.events(.warning(Failure(.silentCaller, settings.address)))
      }
      if let key = comesBackAs { settings.returns.came(self, as: key) }
      for waiting in whenKnown { waiting() }
      whenKnown = []
    case .upgraded:
      upgrade()
    case .ping(let token): send(ControlMessage.ping(token: token))
    case .lost: end(.lost, Failure(.lost, peerName))
    case .notGreeted:
      let failure = Failure(.protocolBroken, peerName, detail: "it did not greet")
      settings.events(.error(failure))
      end(.broken, failure)
    }
  }
}
