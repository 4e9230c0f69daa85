public import SessionCore
import Dispatch
import Synchronization
import Sys

/// How a session takes the files that come.
public struct ReceptionOptions: Sendable, Equatable {
  /// What is taken, by name and size.
  public var rules = AcceptRules()
  /// Whether the user is asked about a whole list before a byte of it is sent.
  public var asksFirst = false
  /// A descriptor that one file is written to as it comes, and the session ends with it; nil to store files.
  ///
  /// Borrowed.
  public var output: Int32?

  /// Whether songs are played as they come.
  public var plays = false

  /// A value of these fields.
  public init() {}
}

/// What a peer is going to send, for somebody who is asked whether it may.
public struct OfferedList: Sendable, Equatable {
  /// What the peer is called.
  public var peer: String
  /// Untrusted.
  public var entries: [ListedEntry]

  /// A list of a peer's.
  public init(peer: String, entries: [ListedEntry]) {
    self.peer = peer
    self.entries = entries
  }
}

/// How a running session takes files: what it lets in, whom it asks, where it goes.
struct Reception: Sendable {
  var rules = AcceptRules()
  /// Who is asked first; nil where nobody is.
  var questions: Questions?
  /// Where the session's one file goes; nil to store files.
  var output: OutputFile?
  /// What plays the songs that come; nil where nothing does.
  var jukebox: Jukebox?

  /// A session that takes everything and stores it.
  init() {}

  /// What the options ask for; `end` is called when the output has had its file.
  init(
    _ options: ReceptionOptions, ask: Node.Asker?, events: @escaping Node.Sink, end: @escaping @Sendable () -> Void
  ) throws(Failure) {
    rules = options.rules
    if options.plays {
      guard let player = Player.find() else { throw Failure(.noPlayer) }
      jukebox = Jukebox(player, events: events)
    }
    if options.asksFirst { questions = ask.map { Questions($0) } }
    guard let number = options.output else { return }
    do throws(SystemError) {
      output = OutputFile(try UnownedDescriptor(number).duplicate(), onEnd: end)
    } catch {
      throw Failure(.unwritable, "-", detail: error.message)
    }
  }

  /// What the session says in its greeting that it wants.
  var features: [String] { questions == nil ? [] : [Hello.askFeature] }
}

/// Asks the user one thing at a time, on a thread that may wait, and each thing once: who is lost and comes back with the
/// same files has its answer.
final class Questions: Sendable {
  private let queue = DispatchQueue(label: "socketplay.questions")
  private let ask: Node.Asker
  private let agreements = Mutex(KeptAgreements())

  init(_ ask: @escaping Node.Asker) {
    self.ask = ask
  }

  /// `then` is told the answer, on whatever queue, now or later; nobody is asked what has become idle before its turn.
  ///
  /// - Parameter owner: whose key the peer has proven; nil where nobody knows who it is.
  func ask(_ list: OfferedList, of owner: String?, then: @escaping @Sendable (Bool) -> Void) -> Inquiry {
    let inquiry = Inquiry()
    if isAgreed(list, of: owner) {
      then(true)
      return inquiry
    }
    queue.async {
      guard !inquiry.isDropped else { return }
      // The peer may have been lost, and have come back, while somebody thought about it.
      if self.isAgreed(list, of: owner) { return then(true) }
      let answer = self.ask(list)
      if answer, inquiry.isLost, let owner { self.keep(list.entries, of: owner) }
      then(answer)
    }
    return inquiry
  }

  /// A peer is lost that was allowed to send these entries: they may come when it is back.
  func keep(_ entries: [ListedEntry], of owner: String) {
    agreements.withLock { $0.keep(entries, of: owner) }
  }

  private func isAgreed(_ list: OfferedList, of owner: String?) -> Bool {
    guard let owner else { return false }
    return agreements.withLock { $0.covers(list.entries, of: owner) }
  }
}

/// A question that waits for its turn, or for its answer.
final class Inquiry: Sendable {
  private enum State { case open, dropped, lost }
  private let state = Mutex(State.open)

  /// Whether the answer is of no interest any more.
  var isDropped: Bool { state.withLock { $0 != .open } }
  /// Whether it may be of interest again: who wanted to send was lost, and may come back.
  var isLost: Bool { state.withLock { $0 == .lost } }

  /// Nobody needs to be asked: who wanted to send has given it up, or is gone.
  func drop(isLost: Bool = false) { state.withLock { $0 = isLost ? .lost : .dropped } }
}
