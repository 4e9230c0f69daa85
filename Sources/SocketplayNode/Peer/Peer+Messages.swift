import Documents
import Framing
import KeyedArchive
import Security
import SessionCore
import Stores
import Sys

/// A text, a start signal or preferences that wait for their receipt.
struct PendingDelivery {
  var what: Delivery.What
  var events: Node.Sink
  var finish: @Sendable (Result<Void, Failure>) -> Void
}

extension Failure.Reason {
  /// Whether it is about what was sent, not about the other end.
  fileprivate var concernsWhatWasSent: Bool {
    switch self {
    case .noSpaceThere, .storeFailedThere, .notAllowed: true
    default: false
    }
  }
}

/// Texts, start signals and whole preferences, both ways.
extension Peer {
  // MARK: Out

  /// Sends a package that wants a receipt; toward an original there is none, and it is done once it is written.
  ///
  /// The key under which it waits; nil where it has failed already.
  func deliver(
    _ what: Delivery.What, _ package: Package, events: @escaping Node.Sink,
    finish: @escaping @Sendable (Result<Void, Failure>) -> Void
  ) -> String? {
    guard isOpen, admit() else {
      finish(.failure(Failure(.lost, peerName)))
      return nil
    }
    let id: String
    var package = package
    if isOriginal {
      // A key of this end alone: no receipt's id begins so.
      nextWritten += 1
      id = "written \(nextWritten)"
    } else {
      guard let receipt = receipts.makeID() else {
        finish(.failure(Failure(.busy, peerName)))
        return nil
      }
      id = receipt
      package.name = id
    }
    deliveries[id] = PendingDelivery(what: what, events: events, finish: finish)
    send(package)
    if isOriginal { afterWriting { [self] in deliveredInSilence(id) } }
    flush()
    return id
  }

  /// A package for an original is written: that is all there is to know.
  private func deliveredInSilence(_ id: String) {
    guard let delivery = deliveries.removeValue(forKey: id) else { return }
    delivery.events(.delivered(Delivery(what: delivery.what, peer: peerName, result: .sent)))
    delivery.finish(.success(()))
  }

  /// Waits no longer for what became of a package.
  func giveUpDelivery(_ id: String) {
    _ = receipts.settle(id)
    deliveries.removeValue(forKey: id)?.finish(.failure(Failure(.interrupted)))
  }

  /// The other end tells what became of a package.
  func receivedReceipt(_ receipt: Receipt) {
    guard receipts.settle(receipt.id), let delivery = deliveries.removeValue(forKey: receipt.id) else { return }
    let result: Delivery.Result
    var applied: (changes: [KeyChange], count: Int) = ([], 0)
    switch receipt.outcome {
    case .delivered: result = .delivered
    case .stored: result = .stored
    case .applied(let changes, let count):
      result = .applied
      applied = (changes, count)
    case .failed(let problem):
      var failure = Failure(problem: problem, subject: peerName)
      if failure.reason.concernsWhatWasSent { failure.subject = "" }
      return delivery.finish(.failure(failure))
    case .refused(let problem): return delivery.finish(.failure(Failure(problem: problem, peer: peerName)))
    }
    delivery.events(
      .delivered(
        Delivery(
          what: delivery.what, peer: peerName, result: result, applied: applied.changes, count: applied.count)))
    delivery.finish(.success(()))
  }

  // MARK: In

  func receivedText(_ package: ReceivedPackage) {
    guard let text = package.word else { return }
    inOrder(text.utf8.count) { [self] in
      settings.events(.text(peer: peerName, text: text))
      acknowledge(package, .delivered)
    }
  }

  func receivedStart(_ package: ReceivedPackage, _ data: UnsafeRawBufferPointer?) {
    let text = data.map { String(decoding: $0.prefix(ProductLimits.package.maximumText), as: UTF8.self) } ?? ""
    inOrder(text.utf8.count) { [self] in
      settings.events(.start(peer: peerName, text: text))
      acknowledge(package, .delivered)
    }
  }

  /// Saves whole preferences, or applies them to the store key by key; what is no dictionary is refused.
  func receivedPreferences(_ package: ReceivedPackage, _ data: UnsafeRawBufferPointer?) {
    guard let data else { return }
    let size = data.count
    do throws(Failure) {
      guard settings.may.contains(.preferences) else { throw editRefusal }
      let dictionary = try PreferencesDocument.dictionary(of: data, subject: peerName)
      if let store = settings.store {
        guard mayEdit, let preferences = settings.preferences else { throw editRefusal }
        return inOrder(size) { [self] in apply(dictionary, size: size, of: package, to: store, through: preferences) }
      }
      let path = try save(data)
      PulledCopy.wasReceived(dictionary, places: settings.places)
      settings.events(
        .preferences(
          PreferencesReceived(peer: peerName, bytes: size, keys: dictionary.count, path: path, applied: nil)))
      acknowledge(package, .stored)
    } catch {
      inOrder(0) { [self] in
        report(error)
        acknowledge(package, .failed(error.problem))
      }
    }
  }

  /// Sets the keys one by one, with the store's history, and then goes on with what has come since.
  private func apply(
    _ dictionary: PropertyListDictionary, size: Int, of package: ReceivedPackage, to store: String,
    through preferences: PreferencesService
  ) {
    let edits: [PreferenceEdit]
    do throws(StoreError) {
      edits = try PreferenceEdit.each(of: dictionary)
    } catch {
      return refused(package, Failure(store: error, store))
    }
    isApplying = true
    let keys = dictionary.count
    preferences.ask(.edit(PreferenceEdits(edits)), author: author) { [settings, peerName] result in
      if case .success(.outcome(let made)) = result {
        settings.events(
          .preferences(
            PreferencesReceived(
              peer: peerName, bytes: size, keys: keys, path: store, applied: made.changes,
              isUndoable: made.isRecorded && made.isUndoable)))
      }
      self.onQueue { peer in
        switch result {
        case .success(.outcome(let made)):
          peer.acknowledge(package, .applied(changes: made.changes, count: made.count))
        case .success: preconditionFailure("edits are answered with an outcome")
        case .failure(let failure): peer.refused(package, failure)
        }
        peer.applied()
      }
    }
  }

  /// The store does not take a list.
  private func refused(_ package: ReceivedPackage, _ failure: Failure) {
    report(failure)
    acknowledge(package, .refused(failure.preferencesProblem))
  }

  private func save(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> String {
    do throws(ReceiveError) {
      try openFolder()
      return try folder?.savePreferences(Array(bytes)) ?? ""
    } catch {
      throw error.failure("prefer.plist")
    }
  }

  /// Answers a package that carries a receipt's id; an original's carries none.
  private func acknowledge(_ package: ReceivedPackage, _ outcome: Receipt.Outcome) {
    guard !isOriginal, let id = package.name else { return }
    send(ControlMessage.got(Receipt(id: id, outcome: outcome)))
  }
}
