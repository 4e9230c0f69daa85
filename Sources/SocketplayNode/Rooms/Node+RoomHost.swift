import Dispatch
import Discovery
import Security
public import SessionCore
import Sys
import Transport

extension Node {
  /// What happens to a running room.
  private enum RoomHappening: Sendable {
    case entered(Entrant)
    case called(SocketBox, OriginalDialect, from: String)
    case discovery(Advertiser.State)
    case quit
  }

  /// Hosts a room until cancelled, or until its user quits.
  ///
  /// `lines` are what the host's user types: the room's operator. Of `questions`, a code may be shown, and whether a plain
  /// caller is to be let in may be asked; whatever is typed as an answer is none of `lines`.
  public func hostRoom(
    _ options: RoomHostOptions, lines: @escaping LineSource, questions: EntranceQuestions = EntranceQuestions(),
    events sink: @escaping Sink
  ) async throws(Failure) {
    let events = orderedSink(sink)
    let name = options.name ?? Environment.hostName
    OpenFiles.raiseLimit()
    let credentials = try Credentials(places)
    let room = try RoomHost(
      name: name, settings: try roomSettings(options), folder: places.receive,
      acquaintances: Acquaintances(credentials, events: events), events: events)
    let (happenings, mailbox) = AsyncStream.makeStream(of: RoomHappening.self)
    let trouble: @Sendable (Failure) -> Void = { events(.warning($0)) }
    let door = try Doorkeeper(
      roomDoor(options, name: name, credentials, questions, events: events) { mailbox.yield(.entered($0)) })
    defer { door.close() }
    let listener = try roomListener(options.bind, options.port, trouble: trouble) { socket, address in
      door.called(socket, from: address)
    }
    var others: [(OriginalDialect, Listener)] = []
    for wanted in options.listen {
      let listener = try roomListener(options.bind, wanted.port, trouble: trouble) { socket, address in
        mailbox.yield(.called(socket, wanted.dialect, from: "\(address)"))
      }
      others.append((wanted.dialect, listener))
    }
    defer { for listener in [listener] + others.map(\.1) { listener.cancel() } }
    events(
      .room(
        .listening(
          name: name, port: Int(listener.address.port), addresses: reachableAddresses(listener.address),
          dialect: "room")))
    for (dialect, listener) in others {
      events(
        .room(
          .listening(
            name: name, port: Int(listener.address.port), addresses: reachableAddresses(listener.address),
            dialect: dialect.rawValue)))
    }
    let advertiser = options.advertise ? Advertiser() : nil
    do throws(DiscoveryError) {
      try advertiser?.advertise(
        Advertisement(
          name: name, port: listener.address.port, text: [("v", "1"), ("id", credentials.hint)],
          interfaces: options.interfaces, type: .room))
    } catch {
      throw Failure(discovery: error, name: name)
    }
    let feed = LineFeed(lines)
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        if let advertiser {
          group.addTask { for await state in advertiser.states { mailbox.yield(.discovery(state)) } }
        }
        group.addTask {
          for await line in feed.lines {
            let goesOn = await room.type(line)
            if !goesOn {
              mailbox.yield(.quit)
              return
            }
            feed.next()
            if Task.isCancelled { return }
          }
          // The end of input is not the end of a room: a service has none.
        }
        var advertised: String?
        var warned = false
        serving: for await happening in happenings {
          switch happening {
          case .entered(let entrant): await room.take(entrant)
          case .called(let socket, let dialect, let address): await room.take(socket, dialect, from: address)
          case .discovery(.established(let name)):
            advertised = name
            events(.advertised(name: name))
          case .discovery(.withdrawn(let name)):
            advertised = nil
            events(.withdrawn(name: name))
          case .discovery(.unavailable(let error)):
            advertised = nil
            if !warned { events(.warning(Failure(discovery: error))) }
            warned = true
          case .quit: break serving
          }
        }
        for listener in [listener] + others.map(\.1) { listener.cancel() }
        door.close()
        advertiser?.withdraw()
        if let advertised { events(.withdrawn(name: advertised)) }
        await room.close(farewell.goodbye == .restart ? .restart : .goodbye)
        group.cancelAll()
      }
    } onCancel: {
      mailbox.yield(.quit)
    }
  }

  /// The door of a room: the room itself counts its members, so the door's roster stays empty.
  private func roomDoor(
    _ options: RoomHostOptions, name: String, _ credentials: Credentials, _ questions: EntranceQuestions,
    events: @escaping Sink, enter: @escaping @Sendable (Entrant) -> Void
  ) -> DoorSettings {
    var shown = EntranceQuestions()
    shown.show = questions.show
    shown.letIn = questions.letIn
    return DoorSettings(
      credentials: credentials, petname: Petname(madeFrom: name), allowPlain: options.allowPlain, questions: shown,
      pairAtOnce: options.pair, callersSpeakFirst: true, codeFile: options.codeFile,
      roster: Roster(capacity: RoomSettings().maximumMembers, onChange: { _ in }), events: events, enter: enter)
  }

  private func roomSettings(_ options: RoomHostOptions) throws(Failure) -> RoomSettings {
    var settings = RoomSettings()
    settings.hostNick = options.nick
    settings.history = options.history
    guard let path = options.words else { return settings }
    let bytes: [UInt8]
    do throws(SystemError) {
      // A word list of a megabyte has a hundred thousand words.
      bytes = try WholeFile.read(path, maximumSize: 1 << 20)
    } catch {
      throw Failure(local: error, path: path)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.malformed, path, detail: "it is not UTF-8")
    }
    settings.words = GuessingGame.words(in: text)
    if settings.words.isEmpty { throw Failure(.malformed, path, detail: "it has no word to draw") }
    return settings
  }

  private func roomListener(
    _ bind: String?, _ port: UInt16, trouble: @escaping @Sendable (Failure) -> Void,
    called: @escaping @Sendable (SocketBox, SocketAddress) -> Void
  ) throws(Failure) -> Listener {
    let address = bind.map { SocketAddress($0, port: port) }
    if let bind, address == .some(nil) {
      throw Failure(.usage, bind, detail: "an address to listen on is numeric")
    }
    do throws(SystemError) {
      return try Listener(
        on: address ?? nil, port: port, backlog: 1_024, queue: DispatchQueue(label: "socketplay.listener"),
        trouble: { trouble(Failure(.failed, "port \(port)", detail: $0.message)) },
        handler: { connection in
          try? SocketTuning.apply(to: connection.socket)
          guard let address = connection.peer else { return }
          called(SocketBox(connection.socket), address)
        })
    } catch {
      throw Failure(.failed, "port \(port)", detail: error.message)
    }
  }
}
