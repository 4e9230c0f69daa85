#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The bytes kept under Tests/Fixtures and Fuzz.
public enum Fixtures {
  /// The package's folder, found from this file's place in it.
  public static let packageRoot: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// The bytes of a file whose path is relative to Tests/Fixtures.
  public static func bytes(_ path: String) throws -> [UInt8] {
    try file(packageRoot + "/Tests/Fixtures/" + path)
  }

  /// The names of the files in a folder whose path is relative to the package, sorted; none where there is no folder.
  public static func names(inPackageFolder path: String) -> [String] {
    guard let folder = opendir(packageRoot + "/" + path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// The names of the files in a folder whose path is relative to Tests/Fixtures, sorted.
  public static func names(in path: String, suffix: String = "") -> [String] {
    names(inPackageFolder: "Tests/Fixtures/" + path).filter { $0.hasSuffix(suffix) }
  }

  /// The bytes of any file.
  public static func file(_ path: String) throws -> [UInt8] {
    guard let stream = fopen(path, "rb") else { throw MissingFile(path: path) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&piece, 1, piece.count, stream)
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  /// A file that a test needs is not there.
  public struct MissingFile: Error {
    /// Where it should be.
    public var path: String
  }
}
