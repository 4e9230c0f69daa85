import Dispatch
import Discovery
import Security
public import SessionCore
import Sys
import Transport

extension Node {
  /// What happens to a running host.
  ///
  /// Its queue is unbounded; what feeds it is not: one entry for each caller that the door lets in, at its rate, and a few
  /// for each of a bounded number of peers.
  private enum Happening: Sendable {
    case entered(Entrant)
    case roster(isFull: Bool)
    case left(PeerEnd)
    case discovery(Advertiser.State)
    case stop
  }

  /// Connections that may be open without being a peer (yet); for a further one, an earlier one goes.
  private static let maximumCallers = 16

  /// Listens, advertises and serves peers until cancelled, stopped, or (with `once`) the first peer has left.
  ///
  /// `ask` is asked about what a peer wants to send, where the options want that; `questions` says who can be shown a pairing
  /// code, and asked about a caller that speaks without encryption.
  public func host(
    _ options: HostOptions, ask: Asker? = nil, questions: EntranceQuestions = EntranceQuestions(),
    events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    try Self.check(options.interfaces)
    let (happenings, mailbox) = AsyncStream.makeStream(of: Happening.self)
    let name = options.name ?? Environment.hostName
    let roster = Roster(capacity: options.once ? 1 : options.peers) { isFull in
      mailbox.yield(.roster(isFull: isFull))
    }
    let reception = try Reception(options.reception, ask: ask, events: events, end: { mailbox.yield(.stop) })
    let credentials = try Credentials(places)
    let door = try Doorkeeper(
      DoorSettings(
        credentials: credentials, petname: Petname(madeFrom: name), allowPlain: options.allowPlain,
        questions: questions, pairAtOnce: options.pair, codeFile: options.codeFile, roster: roster, events: events,
        enter: { mailbox.yield(.entered($0)) }))
    defer { door.close() }
    let session = LiveSession(
      .init(
        session: options.session, hello: hello(name: name, role: .host, features: reception.features), name: name,
        places: places, store: options.store,
        preferences: try PreferencesService.of(store: options.store, places: places, events: events),
        isReadOnly: options.isReadOnly, reception: reception, farewell: farewell),
      roster: roster, credentials: credentials, expectsReturns: !options.once, events: events,
      stop: {
        // It may be songs that are waited for.
        reception.jukebox?.stop()
        mailbox.yield(.stop)
      })
    let control = try ControlServer(name: options.session, places: places, session: session)
    defer { control.close() }
    // On the door's own queue: what comes needs no thread but one.
    let listener = try listen(options, on: door.executor.queue, trouble: { events(.warning($0)) }) {
      door.called($0, from: $1)
    }
    defer { listener.cancel() }
    await session.setPort(Int(listener.address.port))
    events(.listening(name: name, port: Int(listener.address.port), addresses: reachableAddresses(listener.address)))

    let advertisement = Advertisement(
      name: name, port: listener.address.port, text: [("v", "1"), ("id", credentials.hint)],
      interfaces: options.interfaces)
    let advertiser = options.advertise ? Advertiser() : nil
    do throws(DiscoveryError) {
      try advertiser?.advertise(advertisement)
    } catch {
      throw Failure(discovery: error, name: name)
    }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        if let advertiser {
          group.addTask { for await state in advertiser.states { mailbox.yield(.discovery(state)) } }
        }
        var callers = 0
        var isFull = false
        var warned = false
        serving: for await happening in happenings {
          switch happening {
          case .entered(let entrant):
            if callers >= options.peers + Self.maximumCallers { await session.makeRoom() }
            callers += 1
            group.addTask {
              mailbox.yield(.left(await session.serve(entrant)))
            }
          case .roster(let full):
            guard full != isFull else { continue }
            isFull = full
            if full { advertiser?.withdraw() } else if !options.once { try? advertiser?.advertise(advertisement) }
          case .left(let end):
            callers -= 1
            if options.once, end.wasAdmitted {
              await reception.jukebox?.finish()
              break serving
            }
          case .discovery(.established(let name)):
            await session.setAdvertised(name)
            events(.advertised(name: name))
          case .discovery(.withdrawn(let name)):
            await session.setAdvertised(nil)
            events(.withdrawn(name: name))
          case .discovery(.unavailable(let error)):
            await session.setAdvertised(nil)
            if !warned { events(.warning(Failure(discovery: error))) }
            warned = true
          case .stop:
            break serving
          }
        }
        // Nobody is to come while the last ones leave.
        advertiser?.withdraw()
        if let name = await session.advertised { events(.withdrawn(name: name)) }
        reception.jukebox?.stop()
        group.cancelAll()
      }
    } onCancel: {
      mailbox.yield(.stop)
    }
    session.returns.close()
    await control.settle()
    if let failure = reception.output?.failure { throw failure }
  }

  /// An interface that is not there is a slip of the pen, told before anything is started.
  private static func check(_ interfaces: [String]) throws(Failure) {
    let known = Set(((try? NetworkInterface.all()) ?? []).map(\.name))
    for name in interfaces where !known.contains(name) {
      throw Failure(.noSuchInterface, name)
    }
  }

  private func listen(
    _ options: HostOptions, on queue: DispatchQueue, trouble: @escaping @Sendable (Failure) -> Void,
    called: @escaping @Sendable (SocketBox, SocketAddress) -> Void
  ) throws(Failure) -> Listener {
    let port = options.port
    let address = options.bind.map { SocketAddress($0, port: port) }
    if let bind = options.bind, address == .some(nil) {
      throw Failure(.usage, bind, detail: "an address to listen on is numeric")
    }
    do throws(SystemError) {
      return try Listener(
        on: address ?? nil, port: port, backlog: 64, queue: queue,
        trouble: { trouble(Failure(.failed, "port \(port)", detail: $0.message)) },
        handler: { connection in
          guard let address = connection.peer else { return }
          called(SocketBox(connection.socket), address)
        })
    } catch {
      throw Failure(.failed, options.bind ?? "port \(port)", detail: error.message)
    }
  }
}
