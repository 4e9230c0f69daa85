import Foundation

/// The model of the original apps as they encode it.
final class Package: NSObject, NSCoding {
  var data: Data?
  var type = 0
  var word: String?
  var name: String?
  var toTheEnd = false
  var kind = 0

  init(kind: Int, type: Int, word: String? = nil, name: String? = nil, toTheEnd: Bool = false, data: Data? = nil) {
    self.kind = kind
    self.type = type
    self.word = word
    self.name = name
    self.toTheEnd = toTheEnd
    self.data = data
  }

  func encode(with coder: NSCoder) {
    coder.encode(data, forKey: "data")
    coder.encode(type, forKey: "type")
    coder.encode(word, forKey: "word")
    coder.encode(name, forKey: "name")
    coder.encode(toTheEnd, forKey: "toTheEnd")
    coder.encode(kind, forKey: "kind")
  }

  init?(coder: NSCoder) {
    data = coder.decodeObject(forKey: "data") as? Data
    type = coder.decodeInteger(forKey: "type")
    word = coder.decodeObject(forKey: "word") as? String
    name = coder.decodeObject(forKey: "name") as? String
    toTheEnd = coder.decodeBool(forKey: "toTheEnd")
    kind = coder.decodeInteger(forKey: "kind")
  }

  static func samples() -> [Package] {
    [
      Package(kind: 1, type: 0, data: Data("<plist/>".utf8)),
      Package(kind: 1, type: 1, data: Data("start".utf8)),
      Package(kind: 2, type: 0, word: "say \"hi\" 嗯"),
      Package(kind: 3, type: 0, name: "a song e\u{301}.mp3", data: Data(repeating: 120, count: 1000)),
      Package(kind: 3, type: 0, name: "a.mp3", toTheEnd: true, data: Data()),
      Package(kind: 4, type: -1, word: "songs", name: "songs", toTheEnd: true, data: Data([1])),
    ]
  }

  static func line(of archive: Data) -> String {
    do {
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archive)
      unarchiver.requiresSecureCoding = false
      for name in ["socketG.Package", "socketD.Package", "Package"] {
        unarchiver.setClass(Package.self, forClassName: name)
      }
      guard let package = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Package else {
        return "error no package"
      }
      return package.line
    } catch {
      return "error \(error)"
    }
  }

  /// Kind, type, word, name, toTheEnd and data: texts and data in hex, `-` for nil.
  var line: String {
    [
      "\(kind)", "\(type)", word.map { hex($0.utf8) } ?? "-", name.map { hex($0.utf8) } ?? "-", "\(toTheEnd)",
      data.map(hex) ?? "-",
    ].joined(separator: "|")
  }
}
