import SessionCore

/// One `send-file` under way: the entries still to offer, those offered, and how it went.
///
/// Confined to its peer's actor.
final class SendJob {
  let events: Node.Sink
  let digest: Offer.Digest
  let priority: Offer.Priority
  /// What it is read through where others get it too.
  var taker: BlockTaker? { rest.taker }
  /// The bytes of all that was offered: where the next entry stands in the tree.
  private(set) var offeredBytes: Int64 = 0
  /// Its share of the connection.
  let flow: Flow
  private var rest: SendRest
  private var walk: FileWalk
  /// An input, which is one entry of its own.
  private var input: (entry: FileWalk.Entry, tap: InputTap)?
  private var isExhausted = false
  private var agreement = Agreement.needless
  var underWay: Set<TransferID> = []
  /// The entries of an agreed list that are still to be offered.
  private var listed: ArraySlice<Next> = []
  private var latest = TransferID(rawValue: 0)
  private let isPipe: Bool
  private var finish: (@Sendable (Result<SendOutcome, Failure>) -> Void)?

  init(
    _ rest: SendRest, walk: FileWalk, input: (FileWalk.Entry, InputTap)?, flow: Flow, events: @escaping Node.Sink,
    finish: @escaping @Sendable (Result<SendOutcome, Failure>) -> Void
  ) {
    self.rest = rest
    self.walk = walk
    self.input = input.map { (entry: $0.0, tap: $0.1) }
    self.flow = flow
    self.events = events
    self.finish = finish
    isPipe = input != nil
    digest = rest.files.digest
    priority = rest.files.priority
  }

  /// Whether the other end wants to know all of it first.
  private enum Agreement {
    case needless
    /// Told so far, the next one last.
    case awaited(TransferID, [Next])
    case given(TransferID)
  }

  /// What is offered next.
  enum Next {
    case entry(FileWalk.Entry)
    case input(FileWalk.Entry, InputTap)
    /// A path that cannot be sent; others follow.
    case failed(Failure)
    case none

    /// The entry of a file or folder.
    var entry: FileWalk.Entry? { if case .entry(let entry) = self { entry } else { nil } }
  }

  /// The other end turned out to take whole trees: what is still to come is not cut to one level.
  func takesTrees() {
    walk.shape = .tree
  }

  /// The list that its offers are of; nil where there is none.
  var list: TransferID? { if case .given(let id) = agreement { id } else { nil } }

  /// All of it is told under this number before anything is offered.
  func isToBeListed(as id: TransferID) { agreement = .awaited(id, []) }

  /// The next entry to tell; it is offered once the list is agreed to.
  func nextToTell() -> Next {
    let entry = take()
    if case .awaited(let id, var told) = agreement {
      switch entry {
      case .entry, .input: told.append(entry)
      case .failed, .none: break
      }
      agreement = .awaited(id, told)
    }
    return entry
  }

  /// The other end agreed: the entries that were told are offered now.
  func isAgreed() {
    guard case .awaited(let id, let told) = agreement else { return }
    agreement = .given(id)
    listed = told[...]
  }

  func next() -> Next {
    if case .awaited = agreement { return .none }
    return listed.popFirst() ?? take()
  }

  private func take() -> Next {
    if let input {
      self.input = nil
      isExhausted = true
      return .input(input.entry, input.tap)
    }
    guard !isExhausted else { return .none }
    do throws(Failure) {
      if let entry = try rest.nextAgain() { return .entry(entry) }
      if let entry = try walk.next() { return .entry(entry) }
      isExhausted = true
      return .none
    } catch {
      return .failed(error)
    }
  }

  func offered(_ id: TransferID, size: Int64) {
    underWay.insert(id)
    latest = id
    offeredBytes += size
  }

  /// Whether it is to offer before another job: it has fewer under way, or as many and has waited longer.
  func isServedBefore(_ other: SendJob) -> Bool {
    (underWay.count, latest.rawValue) < (other.underWay.count, other.latest.rawValue)
  }

  func succeeded(_ id: TransferID) {
    underWay.remove(id)
    rest.succeeded += 1
  }

  func failed(_ id: TransferID?, _ failure: Failure) {
    if let id { underWay.remove(id) }
    rest.failures.append(failure)
  }

  /// Whether all that was to send is over.
  var isOver: Bool {
    if case .awaited(_, let told) = agreement, !told.isEmpty { return false }
    return isExhausted && underWay.isEmpty && listed.isEmpty
  }

  /// Whether it was told how it ended.
  var isSettled: Bool { finish == nil }

  /// Tells how it ended, once: the one failure of a single entry, or that some of several failed.
  func settle(_ failure: Failure? = nil) {
    guard let finish else { return }
    self.finish = nil
    isExhausted = true
    input?.tap.stop()
    taker?.leave()
    if walk.skipped > 0 { events(.warning(Failure(.skipped, String(walk.skipped)))) }
    let failures = rest.failures
    if let failure {
      finish(.failure(failure))
    } else if let first = failures.first {
      finish(.failure(rest.succeeded == 0 ? common(first) : Failure(.partly, String(failures.count))))
    } else {
      finish(.success(.done))
    }
  }

  /// What all entries failed of, where that is one thing.
  private func common(_ first: Failure) -> Failure {
    let failures = rest.failures
    if failures.count == 1 { return first }
    return failures.allSatisfy { $0.reason == first.reason }
      ? Failure(first.reason) : Failure(.partly, String(failures.count))
  }

  /// The connection is lost: what was offered and not confirmed, in `underWay`, goes again on the next.
  ///
  /// What is read from an input cannot.
  func suspend(_ underWay: [FileWalk.Entry], _ failure: Failure) {
    guard !isPipe else { return settle(failure) }
    guard let finish else { return }
    self.finish = nil
    let told = if case .awaited(_, let told) = agreement { told[...] } else { listed }
    // Where the rest stands in the tree is not kept, and the others need not wait for it.
    taker?.leave()
    var left = rest
    left.taker = nil
    left.walk = walk
    left.again = underWay + told.compactMap(\.entry) + rest.again
    isExhausted = true
    finish(.success(.lost(left, failure)))
  }
}
