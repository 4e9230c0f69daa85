import Foundation

/// A directory of its own for a test, removed with everything in it when the test lets go of it.
public final class TemporaryDirectory: Sendable {
  /// Its absolute path.
  public let path: String

  /// Makes it, under `parent` where one is given, else where temporary files go.
  public init(under parent: String? = nil) throws {
    let parent = parent ?? NSTemporaryDirectory()
    path = URL(fileURLWithPath: parent).appendingPathComponent("socketplay-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in it.
  public func file(_ name: String) -> String { path + "/" + name }

  /// Every path in it, relative, sorted, with its kind, mode and bytes: equal before and after means untouched.
  public func snapshot() throws -> [String] {
    let manager = FileManager.default
    return try manager.subpathsOfDirectory(atPath: path).sorted().map { name in
      let attributes = try manager.attributesOfItem(atPath: file(name))
      let kind = attributes[.type] as? FileAttributeType ?? .typeUnknown
      // Foundation leaks a page for each empty file it reads, which the address sanitizer then reports.
      let isEmpty = attributes[.size] as? Int == 0
      let bytes = kind == .typeRegular && !isEmpty ? manager.contents(atPath: file(name)) ?? Data() : Data()
      return "\(name) \(kind.rawValue) \(attributes[.posixPermissions] ?? 0) \(bytes.base64EncodedString())"
    }
  }
}
