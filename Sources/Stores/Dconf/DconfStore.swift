import Documents
public import KeyedArchive
public import SessionCore
import Sys

/// The keys below a path of GNOME's dconf as a store of preferences, through the `dconf` program.
///
/// A folder is a dictionary. GVariant has types that a property list lacks: a key keeps the one it has (docs/STORES.md has the
/// table). Keys that are set are set in one step; keys that are removed go one by one behind that.
public struct DconfStore: PreferenceStore {
  /// Seconds that the program has: it answers in milliseconds, unless its service hangs.
  private static let timeout = 10.0

  /// The path, which begins and ends with a slash.
  public let path: String
  /// What is read of it.
  public let limits: PropertyListLimits

  /// The store below `path`; nil where that is none of dconf's folders.
  public init?(path: String, limits: PropertyListLimits) {
    guard path.hasPrefix("/"), path.hasSuffix("/"), !path.utf8.contains(0),
      path == "/"
        || path.dropFirst().dropLast().split(separator: "/", omittingEmptySubsequences: false).allSatisfy({
          !$0.isEmpty
        })
    else { return nil }
    self.path = path
    self.limits = limits
  }

  /// `dconf:/path/`.
  public var name: String { "dconf:" + path }

  /// `dconf watch` tells.
  public var changes: StoreChanges {
    Program.find("dconf").map { .program($0, ["watch", path]) } ?? .unknown
  }

  /// A digest of what is there: dconf keeps all programs' settings in one file, whose own stamp says nothing of these.
  public func stamp() throws(StoreError) -> StoreStamp {
    Self.stamp(of: try dump())
  }

  /// The keys and values.
  public func load() throws(StoreError) -> StoreContent {
    try content(of: try dump())
  }

  /// Makes edits.
  public func edit(
    known: StoreContent?, _ plan: (PropertyListDictionary) -> [PreferenceEdit]?
  ) throws(StoreError) -> StoreEdit {
    let bytes = try dump()
    let before = try content(of: bytes)
    guard let edits = plan(before.keys), let dump = DconfDump(bytes) else {
      return StoreEdit(changes: [], content: before)
    }
    var keys = before.keys
    do { _ = try keys.apply(edits) } catch { throw .edit(error) }
    guard let way = DconfPlan(from: dump, to: keys) else { throw .noForm }
    if !way.writes.isEmpty { _ = try run(["load", path], input: way.keyFile) }
    for key in way.resets { _ = try run(["reset", path + key.joined(separator: "/")]) }
    // As dconf holds it, which may be another type.
    let after = try load()
    return StoreEdit(changes: PreferencesDiff.changes(from: before.keys, to: after.keys), content: after)
  }
}

extension DconfStore {
  private func dump() throws(StoreError) -> [UInt8] { try run(["dump", path]) }

  private func content(of bytes: [UInt8]) throws(StoreError) -> StoreContent {
    guard let dump = DconfDump(bytes) else { throw .program("dconf", detail: "what it printed cannot be read") }
    let keys = dump.keys
    guard PropertyList.dictionary(keys).isWithin(limits) else { throw .outgrown(limit: limits.maximumNodes) }
    return StoreContent(keys: keys, stamp: Self.stamp(of: bytes), form: .binary)
  }

  /// Two sums of 64 bits (FNV-1a, from both ends) and the size.
  private static func stamp(of bytes: [UInt8]) -> StoreStamp {
    func sum(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    return StoreStamp(inode: sum(bytes), size: Int64(bytes.count), modified: Int64(bitPattern: sum(bytes.reversed())))
  }

  private func run(_ arguments: [String], input: [UInt8] = []) throws(StoreError) -> [UInt8] {
    guard let program = Program.find("dconf") else { throw .noDconf }
    let result: ProgramOutput
    do throws(SystemError) {
      result = try Program.run(
        program, arguments, input: input, maximumOutput: limits.maximumSize, timeout: Self.timeout)
    } catch {
      throw .program("dconf", detail: error.message)
    }
    if result.end == .exited(0) { return result.output }
    // The first line says what; its usage may follow.
    let line = String(decoding: result.error.prefix { $0 != 0x0A }.prefix(500), as: UTF8.self)
    throw .program("dconf", detail: line.hasPrefix("error: ") ? String(line.dropFirst(7)) : line)
  }
}
