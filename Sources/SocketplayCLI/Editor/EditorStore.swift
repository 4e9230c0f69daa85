import KeyedArchive
import SessionCore
import SocketplayNode

/// The store that an editor edits, with everything it says kept from the screen.
struct EditorStore: Sendable {
  /// What it held at first.
  struct Content: Sendable {
    var revision: Int64
    var keys: PropertyListDictionary
  }

  /// Seconds between two attempts to hear of changes again.
  private static let pause = 1.0

  let node: Node
  let place: PreferencesPlace
  let timeout: Double?

  /// What people call it (untrusted).
  var title: String {
    switch place {
    case .store(let name): name
    case .peer(_, let name?): name
    case .peer(.name(let name), nil), .peer(.host(let name, _), nil): name
    case .peer(.address(let endpoint), nil): endpoint.description
    case .peer(.session(let session?), nil): "the other end of \(session)"
    case .peer(.session(nil), nil): "the other end"
    }
  }

  /// Asks it something.
  func ask(_ question: PreferencesQuestion) async -> Result<PreferencesAnswer, Failure> {
    do throws(Failure) {
      return .success(try await node.preferences(question, at: place, timeout: timeout, events: { _ in }))
    } catch {
      return .failure(error)
    }
  }

  /// Tells its changes until it is cancelled, and tries again where the connection is lost.
  func watch(_ mailbox: EditorMailbox) async {
    while !Task.isCancelled {
      let failure: Failure
      do throws(Failure) {
        try await node.watchPreferences(at: place) { event in
          switch event {
          case .preferences(let received): mailbox.post(.heard(received))
          case .watching(_, let revision): mailbox.post(.watching(revision))
          default: break
          }
        }
        failure = Failure(.lost)
      } catch {
        failure = error
      }
      if Task.isCancelled { return }
      mailbox.post(.lost(failure))
      try? await Task.sleep(for: .seconds(Self.pause))
    }
  }
}
