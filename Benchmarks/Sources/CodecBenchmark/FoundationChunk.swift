import Foundation

/// The same chunk in Foundation's keyed archiver.
final class FoundationChunk {
  private let model: ArchivedModel
  private let archived: Data

  init(payloadCount: Int) {
    model = ArchivedModel(data: Data(repeating: 0x5a, count: payloadCount))
    archived = Self.archive(model)
  }

  func archive() -> Data { Self.archive(model) }

  func unarchive() -> Data? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: archived) else { return nil }
    unarchiver.requiresSecureCoding = false
    return (unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? ArchivedModel)?.data
  }

  private static func archive(_ model: ArchivedModel) -> Data {
    (try? NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: false)) ?? Data()
  }
}

/// What is archived; Foundation wants a class at the top level.
final class ArchivedModel: NSObject, NSCoding {
  let data: Data?
  init(data: Data) { self.data = data }
  init?(coder: NSCoder) { data = coder.decodeObject(forKey: "data") as? Data }
  func encode(with coder: NSCoder) { coder.encode(data, forKey: "data") }
}
