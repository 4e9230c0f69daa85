import Dispatch
import Framing
import SessionCore
import Sys
import Transport

/// One connection to a peer: the machines of SessionCore, wired to a socket, a clock, files and the user.
///
/// Everything happens on the actor's own serial queue. The socket's readiness handlers and the timer run on it already,
/// so bytes go from the socket through the machines to the disk without a hop. Syncing and storing, which may take long,
/// happen at the `StoreDesk` and come back as messages.
actor Peer {
  nonisolated let executor = QueueExecutor(label: "socketplay.peer")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// How far the connection has come.
  enum Phase: Equatable {
    /// Connected, and not known to be a peer: no place taken, nothing told.
    case provisional
    /// A peer, called by this name.
    case admitted(String)
    /// Saying goodbye: what waits is written, then the socket is closed.
    case leaving(String?, until: Moment)
    case ended(PeerEnd)
  }

  /// The frames taken from a peer: 16 MiB, room for the largest preferences of an original.
  static let maximumFrame = ProductLimits.frameLength
  /// Small packets that may wait for a peer that does not read: one full preferences frame, and as much again.
  static let maximumOutbox = 2 * maximumFrame
  /// Bad packets taken from one peer before it is sent away.
  static let maximumBadPackets = 100
  /// Complete files of an original that may wait to be on disk, each with an open descriptor.
  static let maximumStores = 256
  /// Seconds a farewell may take.
  static let farewellTime = 2.0

  let settings: PeerSettings
  var phase = Phase.provisional
  /// The place it has taken among the session's peers.
  var place: Roster.Place?
  private var hasGreeted = false
  var connection: Connection?
  var presence: Presence
  /// How fast frames are to come; nil for somebody proven, who has the pings.
  var pace: FramePace?
  var outgoing: OutgoingTransfers
  var incoming: IncomingTransfers
  var originals = OriginalFiles()
  var receipts = PendingReceipts()
  var sizer = ChunkSizer()

  var jobs: [SendJob] = []
  /// The jobs whose lists the other end has not agreed to yet.
  var listing: [TransferID: Listing] = [:]
  /// The other end's lists, where this one is asked first.
  var lists: IncomingLists
  /// What the user is asked, or is going to be.
  var inquiries: [TransferID: Inquiry] = [:]
  /// The other end's files that were not taken.
  var notTaken = RefusedFiles()
  /// The file that goes to the session's output.
  var piped: PipedFile?
  var outgoingFiles: [TransferID: OutgoingFile] = [:]
  var incomingFiles: [TransferID: ReceivedFile] = [:]
  var originalFiles: [OriginalFiles.Key: ReceivedFile] = [:]
  /// Files that were given up by their sender's user: their parts stay.
  var partial: [String] = []
  /// Files that are complete and wait to be on disk, each with what to tell then.
  var storing: [TransferID: (file: ReceivedFile, end: (StoredFile) -> FileEnd)] = [:]
  /// What the desk was asked to store and has not answered yet.
  var storesUnderWay = 0
  /// The last words of a connection that has ended while the desk was still storing.
  var whenStored: (() -> Void)?
  /// Folders of trees that were offered and are not confirmed.
  var folderPaths: [TransferID: RelativePath] = [:]
  var folder: ReceiveFolder?
  /// Where it was when it was opened.
  var folderPath = ""
  var desk: StoreDesk?
  /// The journals of parts, once one was needed.
  var journals: JournalFolder?
  /// Whether the state folder turned out to be unusable.
  var hasNoJournals = false
  /// Files that were offered and are here already.
  var alreadyStored: [TransferID: AlreadyStored] = [:]
  /// Bytes that are being read again, on either side, before a transfer begins.
  var checks: [TransferID: FileCheck] = [:]
  let hashDesk = HashDesk()
  var decoder = PackageDecoder()
  let partPrefix = Random.hexadecimal(bytes: 4)
  var originalCount = 0
  /// The same for files of an original, which have no number but this end's.
  var storingOriginals: [Int: (StoredFile) -> FileEnd] = [:]
  var originalStores = 0
  var deliveries: [String: PendingDelivery] = [:]
  var whenKnown: [() -> Void] = []
  /// What is to be done once so many bytes are written, in their order.
  var whenWritten: [(mark: Int64, action: () -> Void)] = []
  /// Deliveries to an original, which have no receipt to name them.
  var nextWritten = 0
  var badPackets = 0
  /// What was told of its vain questions and edits.
  var reports = ReportLimit()

  /// Questions that may be answered at once; each may hold a whole store's bytes.
  static let maximumQuestions = 64
  /// Questions to the other end's store that wait, by their ids.
  var questions: [Int64: PendingQuestion] = [:]
  var nextQuestion: Int64 = 0
  /// Questions of the other end whose answers are not all written, and the bytes that these answers hold.
  var questionsUnderWay = 0
  var answerBytes = 0
  /// Whether the store is taking a whole list, and what has come since and waits for that, each with its size.
  var isApplying = false
  var waiting: [(size: Int, action: () -> Void)] = []
  var waitingBytes = 0
  /// Edits that the store has not made yet: what becomes of them is told before the end is.
  var editsBeingMade = 0
  /// Bytes that answers hold at once: what the other end puts together at once, too.
  static let maximumAnswerBytes = PreferencesPart.maximumTotal
  /// Edits that the other end is sending, and values that it answers with.
  var editsUnderWay = PreferencesAssembly()
  var valuesUnderWay = PreferencesAssembly()
  /// Whoever here is told what changes there, and the number under which the other end is told what changes here.
  var watchers: [Int: PreferencesWatcher] = [:]
  var nextWatcher = 0
  /// The id under which the other end says whether it tells.
  var watchQuestion: Int64?
  var watching: Int?
  /// The other end sends nothing more, and this one finishes what it sends.
  var isHalfClosed = false
  /// What tasks wait for, so that cancelling one finds it.
  var tickets: [Int: Ticket] = [:]
  var nextTicket = 0
  let connectedAt = Time.secondsSince1970()

  /// By which the known peers are looked at no longer.
  var acquaintance: Int?

  var timer: (any DispatchSourceTimer)?
  var armed: Moment?
  var ended: CheckedContinuation<PeerEnd, Never>?

  init(_ settings: PeerSettings) {
    self.settings = settings
    let now = Moment.now
    presence = Presence(
      now: now, isProven: settings.identity != nil, isAnnounced: settings.announcement == .socketplay)
    if settings.identity == nil { pace = FramePace() }
    outgoing = OutgoingTransfers(role: settings.hello.role, dialect: .socketplay)
    incoming = IncomingTransfers(role: settings.hello.role)
    lists = IncomingLists(role: settings.hello.role)
  }

  // MARK: Life

  /// Serves the connection until it ends.
  ///
  /// Cancelling says goodbye first.
  func run(over channel: Handover<Channel>) async -> PeerEnd {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ended = continuation
        start(channel)
      }
    } onCancel: {
      onQueue { $0.leave($0.settings.farewell.goodbye) }
    }
  }

  /// Runs `body` on the peer's queue, soon: how other threads reach it without an ownerless task.
  nonisolated func onQueue(_ body: @escaping @Sendable (isolated Peer) -> Void) {
    executor.queue.async { self.assumeIsolated { body($0) } }
  }

  private func start(_ channel: Handover<Channel>) {
    // Cancelled before it began: there is nobody to say goodbye to.
    guard case .provisional = phase, let channel = channel.take() else { return end(.lost) }
    let connection = Connection(
      channel, queue: executor.queue,
      limits: Connection.Limits(
        maximumFrame: Self.maximumFrame, maximumOutbox: Self.maximumOutbox, maximumChunk: ChunkSizer.largest),
      onReadable: { [weak self] in self?.assumeIsolated { $0.readable() } },
      onWritable: { [weak self] in self?.assumeIsolated { $0.flush() } })
    self.connection = connection
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.tick() } }
    timer.resume()
    self.timer = timer
    lookAfter()
    connection.activate()
    // Who comes in vain is not greeted, and so never believes to be connected. Only somebody proven may come beside its own
    // connection: that it says in its greeting.
    if !settings.roster.isFull { greet() } else if settings.identity == nil { return leave(.busy) }
    flush()
  }

  /// Says who this end is, once.
  func greet() {
    guard !hasGreeted else { return }
    hasGreeted = true
    send(ControlMessage.hello(settings.hello))
  }

  /// The socket has bytes, or its end.
  func readable() {
    guard let connection, isOpen || isLeaving, !isHalfClosed else { return }
    presence.heard(at: .now)
    let before = connection.received
    var endsFrame = false
    let outcome = connection.receive { body in
      endsFrame = true
      received(body)
      return isOpen || isLeaving
    }
    pace?.received(
      Int(connection.received - before), endsFrame: endsFrame, isUnderWay: connection.isInFrame, at: .now)
    switch outcome {
    case .open: break
    case .ended:
      // What it asked for before it closed is answered: it may still read.
      flush()
      streamEnded()
    case .broken(let error) where error.isTruncation: end(.lost, Failure(stream: .truncated, peer: peerName))
    case .broken(let error): broken(error)
    case .lost(let error): end(.lost, Failure(stream: error, peer: peerName))
    }
    flush()
  }

  /// The other end sends nothing more.
  private func streamEnded() {
    connection?.stopReading()
    if isLeaving {
      end(.goodbye)
    } else if case .unknown = presence.peer {
      end(.goodbye)
    } else {
      // What came is stored and answered, and what is being sent is finished: it may have closed its half only.
      isHalfClosed = true
    }
  }

  private func broken(_ error: FrameError) {
    let failure = Failure(frame: error, peer: peerName)
    settings.events(.error(failure))
    end(.broken, failure)
  }
}

extension Moment {
  /// Now, by the kernel's monotonic clock.
  static var now: Moment { Moment(nanoseconds: Time.monotonicNanoseconds()) }

  /// Now, by the kernel's clock that goes on while the machine sleeps: no moment of it compares with one of `now`.
  static var sinceBoot: Moment { Moment(nanoseconds: Time.sinceBootNanoseconds()) }
}
