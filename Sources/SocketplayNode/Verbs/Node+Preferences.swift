public import SessionCore
import Stores

extension Node {
  /// Asks a store of preferences something, here or at the other end, within `timeout` seconds.
  ///
  /// A conflict is an outcome and no failure. `through` is told the name of the running session that is used, where one is.
  public func preferences(
    _ question: PreferencesQuestion, at place: PreferencesPlace, timeout: Double?,
    through: @escaping @Sendable (String) -> Void = { _ in }, events sink: @escaping Sink
  ) async throws(Failure) -> PreferencesAnswer {
    switch place {
    case .store(let name):
      return try StoreOpener.keeper(of: name, places: places).answer(question, author: ownName)
    case .peer:
      throw Failure(.notAllowed)
    }
  }
}
