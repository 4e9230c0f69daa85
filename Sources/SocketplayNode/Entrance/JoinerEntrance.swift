import Security
import SessionCore
import Sys
import Transport

/// How this end comes in at a host: TLS or plain, decided from its own flags and known peers before the first byte, and never
/// changed by what the other end does.
struct JoinerEntrance: Sendable {
  let credentials: Credentials
  let context: TLSContext
  var options: EntranceOptions
  var questions: EntranceQuestions
  let events: Node.Sink
  /// What this end would be called.
  let petname: Petname
  /// The same over all connections of a session, so that the host knows its ghost.
  let session: [UInt8]
  /// The code that was handed over in a file.
  var code: PairingCode?

  /// Seconds that the host has to answer, at most: it may hold a caller for ten, and has ten more.
  static let patience = 20.0

  /// The way in with what is kept in `places`; a code file is read here.
  init(
    _ places: Places, options: EntranceOptions, questions: EntranceQuestions, name: String, events: @escaping Node.Sink
  ) throws(Failure) {
    credentials = try Credentials(places)
    context = TLSContext(credentials.identity, role: .joiner)
    self.options = options
    self.questions = questions
    self.events = events
    petname = Petname(madeFrom: name)
    session = Random.bytes(JoinerHello.sessionCount)
    code = try options.codeFile.map(CodeFile.read)
  }

  /// The way in for coming back to a host: nobody is asked any more, and what was plain by consent stays so.
  func coming(back first: Entrant) -> JoinerEntrance {
    var again = self
    again.questions = EntranceQuestions()
    again.options.pair = false
    again.options.plain = first.identity == nil
    again.code = nil
    return again
  }

  /// Comes in at a host; `bound` is the key it had before, where it is come back to.
  func enter(_ destination: Destination, bound: PeerID?, timeout: Double) async throws(Failure) -> Entrant {
    let known = try credentials.known()
    let expected = options.name.flatMap { known.named($0) }
    let namesake = expected ?? destination.service.flatMap { known.named($0) }
    if options.plain || destination.isOriginal {
      // Who is known speaks TLS: whatever else answers under the name is not it.
      guard namesake == nil, bound == nil, code == nil else { throw Failure(.plainRefused, destination.name) }
      return try await plain(destination, timeout: timeout)
    }
    if let code {
      if let namesake, !code.isOf(namesake.id) { throw Failure(.keyChanged, namesake.petname.text) }
      return try await pair(code, at: destination, timeout: timeout)
    }
    if options.pair, bound == nil, namesake == nil { return try await ask(destination) }
    let ours = Set(known.all.map(\.id) + [credentials.identity.id])
    // Forgotten since it was joined.
    if let bound, !ours.contains(bound) { throw Failure(.forgotten, destination.name) }
    let pin = (bound ?? expected?.id).map { Pin.one($0) } ?? .anyOf(ours)
    switch await introduce(at: destination, pin: pin, .known, timeout: timeout) {
    case .success(let outcome):
      switch outcome.ready.status {
      case .ready: return try entrant(outcome, at: destination)
      case .notPaired where bound == nil: return try await meet(destination)
      default: throw failure(outcome.ready.status, destination)
      }
    case .failure(.introduction(.tls(.otherKey))):
      // Somebody else has the name of a known peer: no code mends that.
      if let namesake { throw Failure(.keyChanged, namesake.petname.text) }
      guard bound == nil else { throw Failure(.keyChanged, destination.name) }
      return try await meet(destination)
    case .failure(let problem): throw failure(problem, destination)
    }
  }

  // MARK: The two ways

  private func plain(_ destination: Destination, timeout: Double) async throws(Failure) -> Entrant {
    if !options.plain {
      guard let ask = questions.joinPlain else { throw Failure(.plainRefused, destination.name) }
      let name = destination.name
      guard await BlockingQuestion.ask({ ask(name) }) else { throw Failure(.plainRefused, destination.name) }
    }
    let reached = try await Reaching.connect(to: destination, timeout: timeout)
    guard let socket = reached.socket.take() else { throw Failure(.interrupted) }
    var entrant = Entrant.plain(socket, name: destination.name, address: reached.address)
    entrant.announcement = Announcement(destination)
    return entrant
  }

  /// Why an attempt came to nothing.
  enum AttemptProblem: Error {
    case reaching(Failure)
    case introduction(Introduction.Problem)
  }

  /// Connects, and introduces this end to a host whose key `pin` takes.
  func introduce(
    at destination: Destination, pin: Pin, _ kind: JoinerHello.Kind, timeout: Double
  ) async -> Result<Introduced, AttemptProblem> {
    let reached: Reached
    do throws(Failure) {
      reached = try await Reaching.connect(to: destination, timeout: timeout)
    } catch {
      return .failure(.reaching(error))
    }
    let hello = JoinerHello(kind: kind, session: session, petname: petname)
    let outcome = await Introduction.run(
      over: reached.socket, context, pin: pin, hello, timeout: min(Self.patience, timeout))
    switch outcome {
    case .success(let outcome):
      return .success(
        Introduced(channel: outcome.channel, host: outcome.host, ready: outcome.ready, address: reached.address))
    case .failure(let problem): return .failure(.introduction(problem))
    }
  }

  /// The host is ready: who it is to this end.
  func entrant(_ introduced: Introduced, at destination: Destination) throws(Failure) -> Entrant {
    let known = try credentials.known()[introduced.host]
    let isOwn = introduced.host == credentials.identity.id
    return Entrant(
      channel: introduced.channel, address: introduced.address,
      name: known?.petname.text ?? introduced.ready.petname.text, identity: introduced.host,
      isOwn: isOwn && known == nil, may: isOwn ? .all : known?.may ?? [], session: session)
  }

  // MARK: What went wrong

  func failure(_ status: HostReady.Status, _ destination: Destination) -> Failure {
    switch status {
    case .ready: preconditionFailure("a host that is ready is no failure")
    case .busy: Failure(.busy, destination.name)
    case .notPaired: Failure(.notTrusted, destination.name)
    case .codeWrong: Failure(.codeRefused, destination.name)
    case .version: Failure(.protocolBroken, destination.name, detail: "it is of another version")
    }
  }

  func failure(_ problem: AttemptProblem, _ destination: Destination) -> Failure {
    switch problem {
    case .reaching(let failure): return failure
    case .introduction(.tls(let error)): return Failure(tls: error, name: destination.name)
    case .introduction(.closed):
      return Failure(.lost, destination.name, detail: "it closed the connection without a word")
    case .introduction(.malformed): return Failure(.protocolBroken, destination.name)
    case .introduction(.timedOut):
      return Failure(.timedOut, destination.name, detail: "it does not answer, as an original app would not")
    case .introduction(.cancelled): return Failure(.interrupted)
    }
  }
}

/// A host that has answered.
struct Introduced: Sendable {
  let channel: Handover<Channel>
  var host: PeerID
  var ready: HostReady
  var address: String
}
