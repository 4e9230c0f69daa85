import Documents
import KeyedArchive
import SessionCore

/// What `dconf dump` printed: a key file of keys and their GVariant texts, by folder.
struct DconfDump {
  /// The values by their path below the store's own, `window/width`.
  private(set) var values: [(path: [String], value: GVariantValue)] = []

  /// The dump of these values.
  init(_ values: [(path: [String], value: GVariantValue)]) {
    self.values = values
  }

  /// The folders there are: each path that others begin with.
  var folders: Set<[String]> {
    Set(values.flatMap { value in (1..<value.path.count).map { Array(value.path.prefix($0)) } })
  }

  /// The key file that `dconf load` takes, for some of the values or others.
  static func keyFile(of values: [(path: [String], value: GVariantValue)]) -> [UInt8] {
    var text = ""
    for (folder, values) in Dictionary(grouping: values, by: { $0.path.dropLast() }) {
      text += folder.isEmpty ? "[/]\n" : "[\(folder.joined(separator: "/"))]\n"
      for value in values { text += "\(value.path[value.path.count - 1])=\(value.value.text)\n" }
    }
    return Array(text.utf8)
  }

  /// Reads it; nil where a line is none of a key file, or a value none of GVariant's.
  init?(_ bytes: [UInt8]) {
    var folder: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
        let name = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
        folder = name == "/" ? [] : name.split(separator: "/").map(String.init)
        continue
      }
      guard let end = line.firstIndex(of: UInt8(ascii: "=")),
        let value = try? GVariantValue(text: Array(line[(end + 1)...])), folder.count < PreferencePath.maximumComponents
      else { return nil }
      values.append((folder + [String(decoding: line[..<end], as: UTF8.self)], value))
    }
  }

  /// The values as dictionaries in one another, one for each folder; where a key and a folder have one name, the folder counts.
  var keys: PropertyListDictionary {
    let root = Folder()
    for (path, value) in values { root.add(value, at: path[...]) }
    return root.dictionary
  }

  /// A folder while it is being filled.
  private final class Folder {
    var order: [String] = []
    var values: [String: GVariantValue] = [:]
    var folders: [String: Folder] = [:]

    func add(_ value: GVariantValue, at path: ArraySlice<String>) {
      guard let name = path.first else { return }
      if values[name] == nil, folders[name] == nil { order.append(name) }
      guard path.count > 1 else {
        values[name] = value
        return
      }
      let folder = folders[name] ?? Folder()
      folders[name] = folder
      folder.add(value, at: path.dropFirst())
    }

    var dictionary: PropertyListDictionary {
      PropertyListDictionary(
        order.compactMap { name in
          if let folder = folders[name] { return (name, .dictionary(folder.dictionary)) }
          return values[name].map { (name, $0.propertyList) }
        })
    }
  }
}
