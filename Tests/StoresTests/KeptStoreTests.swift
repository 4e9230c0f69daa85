import Documents
import KeyedArchive
import SessionCore

@testable import Stores

/// Tests of a store of one key, in a folder of its own, with its history in the folder `state`.
protocol KeptStoreTests {
  var folder: Folder { get }
}

extension KeptStoreTests {
  static func madeFolder() throws -> Folder {
    let folder = try Folder()
    try folder.write(PropertyList.dictionary(["a": .integer(1)]).xml(), "store.plist")
    return folder
  }

  /// A keeper with a clock that stands still: what it tells apart are the store's own times.
  func keeper() -> PreferenceKeeper {
    PreferenceKeeper(
      store: PlistFile(path: folder.path("store.plist"), limits: PlistFileTests.limits),
      historyPath: folder.path("state/store.history"), clock: { 42 })
  }

  func set(_ value: Int, _ keeper: PreferenceKeeper, expected: Int64? = nil) throws -> PreferenceOutcome {
    let edit = PreferenceEdit(PreferencePath(key: "a"), to: .integer(Int128(value)))
    return try keeper.edit([edit], expected: expected, author: "p")
  }
}
