public import KeyedArchive
public import SessionCore
import Documents

extension PreferenceStore {
  /// Sets each key of whole preferences and tells which changed, in their order; keys that are not named stay.
  public func apply(_ preferences: PropertyListDictionary) throws(StoreError) -> [KeyChange] {
    let edits = try PreferenceEdit.each(of: preferences)
    return try edit(known: nil) { _ in .edits(edits) }.changes
  }
}

extension PreferenceEdit {
  /// The edits that set each key of whole preferences.
  public static func each(of preferences: PropertyListDictionary) throws(StoreError) -> [PreferenceEdit] {
    var edits: [PreferenceEdit] = []
    for entry in preferences {
      guard case .string(let key) = entry.key else { throw .unwritable(.xml(.key)) }
      edits.append(PreferenceEdit(PreferencePath(key: key), to: entry.value))
    }
    return edits
  }
}
