extension Failure {
  /// An edit that leads nowhere.
  public init(edit error: PreferenceEditError) {
    switch error {
    case .notAContainer(let path): self.init(.notAContainer, path.text)
    case .noSuchPosition(let path): self.init(.noSuchKey, path.text)
    }
  }

  /// Changes that cannot be taken back.
  public init(undo error: History.UndoError) {
    switch error {
    case .tooFew(let count): self.init(.nothingToUndo, String(count))
    case .incomplete(let revision): self.init(.notUndoable, String(revision))
    }
  }
}
