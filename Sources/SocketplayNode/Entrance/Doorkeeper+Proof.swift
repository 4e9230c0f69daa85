import Framing
import Security
import SessionCore
import Sys
import Transport

/// Callers under TLS: their key, what they want, and what they are told.
extension Doorkeeper {
  /// Begins the handshake.
  func secure(_ id: CallerID) {
    guard let visitor = visitors[id] else { return }
    try? visitor.watch.descriptor.setReceiveLowWater(bytes: 1)
    visitor.exchange = TLSExchange(TLSStream(context, over: visitor.watch.descriptor, pin: .anyone))
    visitor.stage = .proving
    advance(id, visitor)
  }

  /// Goes on with the handshake, the caller's hello, or this end's answer.
  func advance(_ id: CallerID, _ visitor: Visitor) {
    while true {
      let progress: TLSExchange.Progress?
      do throws(TLSError) {
        progress = try visitor.exchange?.advance()
      } catch {
        return end(id, .failed)
      }
      switch progress {
      case .wantRead?:
        if comesSoon(visitor) { continue }
        return visitor.watch.watch(reading: true, writing: false)
      case .wantWrite?: return visitor.watch.watch(reading: false, writing: true)
      case .proven(let peer)?:
        visitor.peer = peer
        visitor.exchange?.read(JoinerHello.byteCount)
      case .read(let bytes)?:
        // Who says more than it may, before it is told that it is in, is not one of us.
        guard let peer = visitor.peer, let hello = JoinerHello(bytes: bytes), visitor.exchange?.hasMore == false else {
          return end(id, .failed)
        }
        let answer = judge(peer, hello, visitor)
        visitor.stage = .answering(answer)
        visitor.exchange?.write(HostReady(status: answer.status, petname: settings.petname).bytes)
      case .written?:
        guard case .answering(let answer) = visitor.stage else { return end(id, .failed) }
        return conclude(id, visitor, answer)
      case .closed?, .idle?, nil: return end(id, .failed)
      }
    }
  }

  /// How a caller stands that has proven a key.
  private func judge(_ peer: PeerID, _ hello: JoinerHello, _ visitor: Visitor) -> Visitor.Answer {
    let known: KnownPeer?
    do throws(Failure) {
      known = try settings.credentials.known()[peer]
    } catch {
      settings.events(.warning(error))
      return Visitor.Answer(status: .notPaired)
    }
    let isOwn = peer == settings.credentials.identity.id
    switch hello.kind {
    case .knock:
      knocked(visitor)
      return Visitor.Answer(status: .notPaired)
    case .known:
      guard isOwn || known != nil else { return Visitor.Answer(status: .notPaired) }
    case .pair(let token):
      guard settings.roster.mayEnter(peer, hello.session) else { return Visitor.Answer(status: .busy) }
      let verdict = desk.judge(token, at: .sinceBoot)
      if verdict != .wrong { removeCodeFile() }
      guard verdict == .right else { return Visitor.Answer(status: .codeWrong) }
      if isOwn || known != nil { break }
      return pair(peer, hello)
    }
    guard settings.roster.mayEnter(peer, hello.session) else { return Visitor.Answer(status: .busy) }
    return Visitor.Answer(
      status: .ready,
      entrant: Admission(
        peer: peer, name: known?.petname.text ?? hello.petname.text, isOwn: isOwn && known == nil,
        may: isOwn ? .all : known?.may ?? [], session: hello.session))
  }

  /// The right code came: the caller is known from now on, on disk before it is told so.
  private func pair(_ peer: PeerID, _ hello: JoinerHello) -> Visitor.Answer {
    do throws(Failure) {
      let known = try settings.credentials.pair(peer, wished: hello.petname)
      settings.events(.paired(peer: known.petname.text, id: "\(peer)"))
      return Visitor.Answer(
        status: .ready,
        entrant: Admission(
          peer: peer, name: known.petname.text, isOwn: false, may: known.may, session: hello.session))
    } catch {
      settings.events(.error(error))
      return Visitor.Answer(status: .notPaired)
    }
  }

  /// Somebody wants to be shown a code.
  private func knocked(_ visitor: Visitor) {
    guard settings.canPair else {
      // With a code in a file, whoever is meant has it.
      if settings.codeFile == nil { settings.events(.warning(Failure(.stranger, visitor.address.host))) }
      return
    }
    let token = Random.bytes(PairingCode.tokenCount)
    guard let code = desk.issue(host: settings.credentials.identity.id, token: token, at: .sinceBoot) else { return }
    settings.questions.show?("\(code)")
  }

  /// The caller has its answer: it comes in, or goes.
  private func conclude(_ id: CallerID, _ visitor: Visitor, _ answer: Visitor.Answer) {
    guard let admission = answer.entrant, let stream = visitor.exchange.take()?.finish() else {
      // Who is busy knows whom it tells.
      guard answer.status == .busy else { return end(id, .failed) }
      visitors[id] = nil
      visitor.exchange?.sayGoodbye()
      visitor.watch.close()
      return perform(gate.admitted(id, at: .now))
    }
    visitors[id] = nil
    settings.roster.replaceGhost(of: admission.peer, admission.session)
    let (address, enter) = ("\(visitor.address)", settings.enter)
    let tls = Handover(stream)
    visitor.watch.release { socket in
      guard let tls = tls.take() else { return }
      try? SocketTuning.apply(to: socket)
      enter(
        Entrant(
          channel: Handover(Channel(socket, tls: tls)), address: address, name: admission.name,
          identity: admission.peer, isOwn: admission.isOwn, may: admission.may, session: admission.session))
    }
    perform(gate.admitted(id, at: .now))
  }
}
