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

/// Asks the user one thing at a time, on a thread that may wait.
final class Questions: Sendable {
  private let queue = DispatchQueue(label: "socketplay.questions")
  private let ask: Node.Asker

  init(_ ask: @escaping Node.Asker) {
    self.ask = ask
  }

  /// `then` is told the answer, on the questions' queue; nobody is asked what has become idle before its turn.
  func ask(_ list: OfferedList, then: @escaping @Sendable (Bool) -> Void) -> Inquiry {
    let inquiry = Inquiry()
    queue.async {
      if !inquiry.isDropped { then(self.ask(list)) }
    }
    return inquiry
  }
}

/// A question that waits for its turn.
final class Inquiry: Sendable {
  private let state = Mutex(false)

  /// Whether the answer is of no interest any more.
  var isDropped: Bool { state.withLock { $0 } }

  /// Nobody needs to be asked: who wanted to send has given it up, or is gone.
  func drop() { state.withLock { $0 = true } }
}
