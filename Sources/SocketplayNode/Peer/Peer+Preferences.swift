import Dispatch
import Framing
import KeyedArchive
import SessionCore
import Stores
import Sys

/// Single preferences, both ways: the other end's questions to this end's store, and this end's to the other's.
extension Peer {
  // MARK: In

  /// Takes a message about preferences.
  func received(_ message: PreferencesMessage) {
    switch message {
    case .ask(let id, let question): answer(id, question)
    case .set(let part): receivedSet(part)
    case .watch(let id, let isOn): watch(isOn, id: id)
    case .values(let part): receivedValues(part)
    case .result(let id, let result) where id == watchQuestion: watchAnswered(result)
    case .result(let id, let result):
      settle(id, result.map { .outcome($0) }.mapError { Failure(problem: $0, peer: peerName) })
    case .changed(let entry): tellChange(entry)
    }
  }

  private func receivedSet(_ part: PreferencesPart) {
    // Refused at once, and the rest of it passed over.
    guard mayEdit else {
      if part.isLast { refuseEdit(part.id) }
      return
    }
    switch editsUnderWay.add(part) {
    case .incomplete: break
    case .refused: send(.result(id: part.id, .failure(.tooLarge)))
    case .contradicted: send(.result(id: part.id, .failure(.malformed)))
    case .complete(let bytes, let revision):
      let expected = revision >= 0 ? revision : nil
      guard let fields = try? PropertyList(binary: bytes, limits: StoreOpener.limits(for: bytes.count)).dictionaryValue,
        let edits = PreferenceEdits(fields: fields, expected: expected)
      else { return send(.result(id: part.id, .failure(.malformed))) }
      answer(part.id, .edit(edits), size: bytes.count)
    }
  }

  /// Answers a question from this end's store; its answers come back in the order of the questions.
  private func answer(_ id: Int64, _ question: PreferencesQuestion, size: Int = 0) {
    let (isEdit, isTrial) =
      switch question {
      case .read, .history: (false, false)
      case .edit: (true, false)
      case .undo(_, let isTrial): (true, isTrial)
      }
    if isEdit, !mayEdit { return refuseEdit(id) }
    guard let preferences = settings.preferences else { return send(.result(id: id, .failure(.notAllowed))) }
    guard questionsUnderWay < Self.maximumQuestions else { return send(.result(id: id, .failure(.failed))) }
    questionsUnderWay += 1
    if isEdit { editsBeingMade += 1 }
    // Behind the whole lists that came before it.
    inOrder(size) { [self] in
      preferences.ask(question, author: author) { [weak self, settings, peerName] result in
        // What was made is told, though whoever has made it may have gone.
        if case .success(.outcome(let outcome)) = result, outcome.count > 0, !isTrial {
          settings.tell(outcome, by: peerName, size: size)
        }
        self?.onQueue { peer in
          if isEdit { peer.editsBeingMade -= 1 }
          peer.answered(id, result)
          peer.tellEndIfStored()
          peer.flush()
        }
      }
    }
  }

  /// Refuses edits: who sits here is told why, the other end that it may not.
  private func refuseEdit(_ id: Int64) {
    report(editRefusal)
    send(.result(id: id, .failure(.notAllowed)))
  }

  private func answered(_ id: Int64, _ result: Result<PreferencesAnswer, Failure>) {
    // That is of interest here, too, where nobody waits for it any more.
    if case .failure(let failure) = result { report(failure) }
    guard isOpen else { return }
    switch result {
    case .success(.encoded(let revision, let bytes)):
      // One answer may be of any size; further ones wait beside it only within the limit.
      guard answerBytes == 0 || answerBytes + bytes.count <= Self.maximumAnswerBytes else {
        send(.result(id: id, .failure(.failed)))
        break
      }
      answerBytes += bytes.count
      return sendParts(id, revision, bytes, as: { .values($0) }) { [self] in
        answerBytes -= bytes.count
        questionsUnderWay -= 1
      }
    case .success(.outcome(let outcome)): send(.result(id: id, .success(outcome)))
    case .success(.values), .success(.history): preconditionFailure("a service answers with bytes")
    case .failure(let failure):
      send(.result(id: id, .failure(failure.preferencesProblem)))
    }
    // Who does not read its answers may ask no further questions.
    afterWriting { [self] in questionsUnderWay -= 1 }
  }

  /// A question, or edits, that cannot be read: whoever waits for an answer is told.
  func receivedUnreadable(verb: String, data: UnsafeRawBufferPointer) {
    // One of a verb that is not known is of a later version; nobody waits for it.
    guard PreferencesMessage.isQuestion(verb) else { return }
    guard let id = PreferencesMessage.idOfUnreadable(data) else { return badPacket(Failure(.malformed, peerName)) }
    editsUnderWay.drop(id)
    report(Failure(.malformed, peerName))
    send(.result(id: id, .failure(.malformed)))
  }

  // MARK: Out

  /// Asks the other end's store; the key under which the answer is waited for, nil where it has failed already.
  func ask(
    _ question: PreferencesQuestion, finish: @escaping @Sendable (Result<PreferencesAnswer, Failure>) -> Void
  ) -> Int64? {
    guard isOpen, admit() else {
      finish(.failure(Failure(.lost, peerName)))
      return nil
    }
    guard speaksPreferences else {
      finish(.failure(noPreferences))
      return nil
    }
    nextQuestion += 1
    let id = nextQuestion
    if case .edit(let edits) = question {
      guard let bytes = try? PropertyList.dictionary(edits.fields).binary(), bytes.count <= PreferencesPart.maximumTotal
      else {
        finish(.failure(Failure(.tooLarge)))
        return nil
      }
      questions[id] = PendingQuestion(finish: finish)
      sendParts(id, edits.expected ?? -1, bytes, as: { .set($0) })
    } else {
      questions[id] = PendingQuestion(finish: finish)
      send(.ask(id: id, question))
    }
    flush()
    return id
  }

  /// The revision of the other end's store; nil where it has none, may not be seen, or does not say it soon.
  func revisionThere() async -> Int64? {
    guard isOpen, speaksPreferences else { return nil }
    return await withCheckedContinuation { (continuation: CheckedContinuation<Int64?, Never>) in
      let question = ask(.read([])) { result in
        if case .success(.encoded(let revision, _)) = result {
          continuation.resume(returning: revision)
        } else {
          continuation.resume(returning: nil)
        }
      }
      guard let question else { return }
      executor.queue.asyncAfter(deadline: .now() + 0.5) { [weak self] in
        self?.onQueue { $0.giveUpQuestion(question) }
      }
    }
  }

  private func receivedValues(_ part: PreferencesPart) {
    guard questions[part.id] != nil else { return valuesUnderWay.drop(part.id) }
    switch valuesUnderWay.add(part) {
    case .incomplete: break
    case .refused, .contradicted: settle(part.id, .failure(Failure(.protocolBroken, peerName)))
    case .complete(let bytes, let revision): settle(part.id, .success(.encoded(revision: revision, bytes)))
    }
  }

  private func settle(_ id: Int64, _ result: Result<PreferencesAnswer, Failure>) {
    questions.removeValue(forKey: id)?.finish(result)
  }

  /// Waits no longer for an answer.
  func giveUpQuestion(_ id: Int64) {
    settle(id, .failure(Failure(.interrupted)))
  }

  /// The connection has ended: nothing is answered or told any more.
  func endPreferences(_ failure: Failure) {
    endWatching(failure)
    for question in questions.values { question.finish(.failure(failure)) }
    questions = [:]
  }

  // MARK: Both

  /// Whether the other end may change this end's preferences.
  var mayEdit: Bool { settings.preferences != nil && !settings.isReadOnly }

  /// Why it may not.
  var editRefusal: Failure {
    Failure(settings.preferences != nil && settings.isReadOnly ? .readOnly : .mayNotEdit, peerName)
  }

  /// Why a peer that does not speak of preferences is asked nothing.
  var noPreferences: Failure {
    Failure(.noPreferences, peerName, detail: isGuess ? "it has said nothing yet" : "")
  }

  /// Whether the other end knows these verbs.
  var speaksPreferences: Bool {
    if case .socketplay(let hello) = presence.peer { hello.features.contains(Hello.preferencesFeature) } else { false }
  }

  /// Sends a list in parts, each once the one before it is written: other packets go between, and no more than one waits.
  private func sendParts(
    _ id: Int64, _ revision: Int64, _ bytes: [UInt8], from start: Int = 0, part: Int = 0,
    as message: @escaping (PreferencesPart) -> PreferencesMessage, whenWritten done: @escaping () -> Void = {}
  ) {
    let end = min(bytes.count, start + PreferencesPart.maximumSize)
    let isLast = end == bytes.count
    send(
      message(
        PreferencesPart(id: id, revision: revision, part: part, isLast: isLast, data: Array(bytes[start..<end]))))
    guard !isLast else { return afterWriting(0, done) }
    afterWriting { [self] in
      guard isOpen else { return }
      sendParts(id, revision, bytes, from: end, part: part + 1, as: message, whenWritten: done)
    }
  }

  func send(_ message: PreferencesMessage) {
    if let package = message.package { return send(package) }
    if case .result(let id, _) = message { send(.result(id: id, .failure(.tooLarge))) }
  }
}

extension PeerSettings {
  /// Tells what a peer has changed in this end's store, by a list of so many bytes.
  fileprivate func tell(_ outcome: PreferenceOutcome, by peer: String, size: Int) {
    events(
      .preferences(
        PreferencesReceived(
          peer: peer, bytes: size, keys: outcome.count, path: preferences?.keeper.store.name ?? "",
          applied: outcome.changes, isUndoable: outcome.isRecorded && outcome.isUndoable)))
  }
}

/// A question that waits for its answer.
struct PendingQuestion {
  var finish: @Sendable (Result<PreferencesAnswer, Failure>) -> Void
}

extension Failure {
  /// What the other end says of a question about its preferences.
  init(problem: PreferencesProblem, peer: String) {
    func there(_ reason: Reason) -> Failure {
      Failure(.preferencesFailedThere, reason.rawValue, detail: problem.detail)
    }
    self =
      switch problem.reason {
      case .notAllowed: Failure(.notAllowed)
      case .noSuchKey: Failure(.notAContainer)
      case .nothingToUndo: Failure(.nothingToUndo)
      case .notUndoable: Failure(.notUndoable, problem.detail)
      case .noHistory: Failure(.noHistoryThere)
      case .tooLarge: Failure(.tooLarge)
      case .malformed: Failure(.malformed)
      case .storeUnreadable: there(.unreadable)
      case .storeUnwritable: there(.unwritable)
      case .storeMalformed: there(.malformed)
      case .storeNoDictionary: there(.notADictionary)
      case .storeTooLarge: there(.tooLarge)
      case .storeLocked: there(.storeLocked)
      case .failed: Failure(.preferencesFailedThere)
      }
  }

  /// What the other end is told of this end's store: what is wrong with it, not where it is.
  var preferencesProblem: PreferencesProblem {
    switch reason {
    case .notAllowed: .notAllowed
    case .noSuchKey, .notAContainer: PreferencesProblem(.noSuchKey)
    case .nothingToUndo: PreferencesProblem(.nothingToUndo)
    case .notUndoable: PreferencesProblem(.notUndoable, detail: subject)
    case .historyUnusable: PreferencesProblem(.noHistory)
    case .unreadable: PreferencesProblem(.storeUnreadable, detail: detail)
    case .unwritable: PreferencesProblem(.storeUnwritable, detail: detail)
    case .malformed: PreferencesProblem(.storeMalformed, detail: detail)
    case .notADictionary: PreferencesProblem(.storeNoDictionary)
    case .tooLarge: PreferencesProblem(.storeTooLarge)
    case .storeLocked: PreferencesProblem(.storeLocked)
    default: .failed
    }
  }
}
