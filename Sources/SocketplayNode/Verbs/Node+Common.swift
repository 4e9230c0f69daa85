import Discovery
import SessionCore
import Synchronization
import Sys
import Transport

extension Node {
  /// What this end says of itself: its name, and an id that stays the same from start to start where it can be kept.
  func hello(name: String, role: Hello.Role, features: [String] = []) -> Hello {
    Hello(
      instance: InstanceID.load(in: places.state), name: name, features: features + [Hello.preferencesFeature],
      role: role)
  }

  /// The name of this machine's user for a peer that it joins.
  var ownName: String { Environment.hostName }

  /// A sink that is never called twice at once, whatever queue an event comes from.
  func orderedSink(_ sink: @escaping Sink) -> Sink {
    let turn = Mutex(())
    return { event in turn.withLock { _ in sink(event) } }
  }

  /// The addresses under which a listener can be reached from elsewhere; the loopback ones where there are no others.
  func reachableAddresses(_ bound: SocketAddress) -> [String] {
    guard bound.isAny else { return [bound.host] }
    let interfaces = ((try? NetworkInterface.all()) ?? []).filter(\.isUp)
    let outside = interfaces.filter { !$0.isLoopback }.flatMap(\.addresses)
    let all = outside.isEmpty ? interfaces.flatMap(\.addresses) : outside
    return (all.filter { !$0.isLinkLocal } + all.filter(\.isLinkLocal)).map(\.host)
  }
}

/// The random id of this machine's user: 32 hexadecimal digits in a file of the state folder, made on first use.
enum InstanceID {
  /// The id that is kept in a folder; where none can be kept, one for this run.
  static func load(in folder: String) -> String {
    let path = folder + "/instance"
    if let kept = read(path) { return kept }
    let made = Random.hexadecimal(bytes: 16)
    if (try? Directory(makingPath: folder, mode: 0o700)) != nil {
      try? WholeFile.replace(path, with: Array(made.utf8), mode: 0o600)
    }
    return made
  }

  /// The id that was kept; nil where there is none, or something else stands there.
  private static func read(_ path: String) -> String? {
    guard let bytes = try? WholeFile.read(path, maximumSize: 64) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.count == 32 && text.allSatisfy(\.isHexDigit) ? text : nil
  }
}
