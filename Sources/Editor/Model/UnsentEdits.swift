public import KeyedArchive
import SessionCore

/// What was edited and has not arrived, as somebody needs it who goes on with it later.
public struct UnsentEdits: Sendable, Equatable {
  /// What the store holds, as far as is known.
  public var base: PropertyListDictionary
  /// The same with the edits made in it.
  public var edited: PropertyListDictionary

  /// Edits of `base`.
  public init(base: PropertyListDictionary, edited: PropertyListDictionary) {
    self.base = base
    self.edited = edited
  }
}

extension EditorModel {
  /// The edits that were not sent, the value that is being typed among them where it is one; nil where there are none.
  public var unsent: UnsentEdits? {
    var ahead = self
    if case .typing = ahead.mode { _ = ahead.press(.enter) }
    var edited = ahead.draft.keys
    for edit in ahead.draft.toSend.edits { _ = try? edited.apply(edit) }
    return edited == ahead.draft.keys ? nil : UnsentEdits(base: ahead.draft.keys, edited: edited)
  }
}
