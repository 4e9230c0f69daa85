import KeyedArchive
import SessionCore
import Stores

extension PreferenceKeeper {
  /// Warns of a history that was damaged, or that a change could not be put into.
  func warn(_ events: @escaping Node.Sink) {
    onDamage { [name = store.name] path in events(.warning(Failure(.historyDamaged, name, detail: path))) }
    onLoss { [name = store.name] error in events(.warning(Failure(store: error, name))) }
  }

  /// Answers a question; `author` is who asks, for the history.
  ///
  /// Blocks.
  func answer(_ question: PreferencesQuestion, author: String) throws(Failure) -> PreferencesAnswer {
    do throws(StoreError) {
      switch question {
      case .read(let paths):
        let (revision, keys) = try read()
        guard let paths else { return .values(revision: revision, keys) }
        var values = PropertyListDictionary()
        for path in paths { values[path.text] = keys[path] }
        return .values(revision: revision, values)
      case .edit(let edits):
        return .outcome(try edit(edits.edits, base: edits.base, expected: edits.expected, author: author))
      case .history(let limit):
        return .history(try entries(last: limit))
      case .undo(let count, let isTrial):
        return .outcome(try undo(count, author: author, isTrial: isTrial))
      }
    } catch {
      throw Failure(store: error, store.name)
    }
  }
}
