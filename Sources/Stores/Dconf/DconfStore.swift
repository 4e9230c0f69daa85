import Documents
public import KeyedArchive
import SessionCore
import Sys

/// The keys below a path of GNOME's dconf as a store of preferences, through the `dconf` program.
///
/// A folder is a dictionary. GVariant has types that a property list lacks: a key keeps the one it has (docs/STORES.md has the
/// table). Keys that are removed go one by one; behind that, keys that are set are set in one step. Where a step fails, those before
/// it are taken back.
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

  /// It is a digest.
  public var isDated: Bool { false }

  /// A digest of what is there: dconf keeps all programs' settings in one file, whose own stamp says nothing of these.
  public func stamp() throws(StoreError) -> StoreStamp {
    Self.stamp(of: try dump())
  }

  /// The keys and values.
  public func load() throws(StoreError) -> StoreContent {
    let bytes = try dump()
    return try content(of: try read(bytes), bytes)
  }

  /// Makes edits.
  ///
  /// dconf has no lock: what another program changes meanwhile is not taken for part of them, and found at the next look.
  public func edit(known: StoreContent?, _ plan: (StoreContent) -> StorePlan) throws(StoreError) -> StoreEdit {
    let bytes = try dump()
    let held = try read(bytes)
    let before = try content(of: held, bytes)
    let edits: [PreferenceEdit]
    let isTrial: Bool
    switch plan(before) {
    case .nothing: return StoreEdit(changes: [], content: before)
    case .edits(let planned): (edits, isTrial) = (planned, false)
    case .trial(let planned): (edits, isTrial) = (planned, true)
    }
    var keys = before.keys
    do { _ = try keys.apply(edits) } catch { throw .edit(error) }
    guard let way = DconfPlan(from: held, to: keys) else { throw .noForm }
    // As dconf will hold it, which may be another type.
    let meant = way.result(on: held).keys
    guard PropertyList.dictionary(meant).isWithin(limits) else { throw .outgrown(limit: limits.maximumNodes) }
    let changes = PreferencesDiff.changes(from: before.keys, to: meant)
    if isTrial || changes.isEmpty { return StoreEdit(changes: changes, content: before) }
    try carryOut(way, from: held, before)
    // It is done, whether or not it can be looked at.
    let after = (try? load()).flatMap { $0.keys == meant ? $0 : nil }
    return StoreEdit(
      changes: changes, content: after ?? StoreContent(keys: meant, stamp: Self.ofNoDump, form: .binary))
  }
}

extension DconfStore {
  /// Removes what is to go and sets the rest; where that fails, what was done of it is taken back in one step.
  private func carryOut(_ way: DconfPlan, from dump: DconfDump, _ before: StoreContent) throws(StoreError) {
    var touched: Set<[String]> = []
    do throws(StoreError) {
      for key in way.resets {
        touched.insert(key)
        _ = try run(["reset", path + key.joined(separator: "/")])
      }
      if !way.writes.isEmpty { _ = try run(["load", path], input: DconfDump.keyFile(of: way.writes)) }
    } catch {
      let old = dump.values.filter { touched.contains($0.path) }
      if !old.isEmpty { _ = try? run(["load", path], input: DconfDump.keyFile(of: old)) }
      // One that took too long may have been done all the same.
      let left = (try? load()).map { PreferencesDiff.changes(from: before.keys, to: $0.keys).map(\.key) } ?? []
      throw left.isEmpty ? error : .partly(changed: left, detail: error.programWords)
    }
  }

  private func dump() throws(StoreError) -> [UInt8] { try run(["dump", path]) }

  private func read(_ bytes: [UInt8]) throws(StoreError) -> DconfDump {
    guard let dump = DconfDump(bytes) else { throw .unreadableOutput("dconf") }
    return dump
  }

  private func content(of dump: DconfDump, _ bytes: [UInt8]) throws(StoreError) -> StoreContent {
    let keys = dump.keys
    guard PropertyList.dictionary(keys).isWithin(limits) else { throw .outgrown(limit: limits.maximumNodes) }
    return StoreContent(keys: keys, stamp: Self.stamp(of: bytes), form: .binary)
  }

  /// The stamp of what is known to have been there, but was dumped by nobody.
  private static let ofNoDump = StoreStamp(inode: 0, size: -1, modified: 0)

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
    let words = line.hasPrefix("error: ") ? String(line.dropFirst(7)) : line
    if arguments.first != "dump", !Self.hasSessionBus { throw .noSessionBus(detail: words) }
    throw .program("dconf", detail: words)
  }

  /// Whether a D-Bus session bus is where programs look for one.
  private static var hasSessionBus: Bool {
    if let address = Environment.variable("DBUS_SESSION_BUS_ADDRESS") {
      guard let path = address.split(separator: ",").first, path.hasPrefix("unix:path=") else { return true }
      return (try? Path.status(String(path.dropFirst("unix:path=".count))))?.kind == .socket
    }
    guard let folder = Environment.variable("XDG_RUNTIME_DIR") else { return false }
    return (try? Path.status(folder + "/bus")) != nil
  }
}

extension StoreError {
  /// What a program said; empty where none did.
  fileprivate var programWords: String {
    switch self {
    case .program(_, let detail), .noSessionBus(let detail): detail
    default: ""
    }
  }
}
