public import SessionCore

/// The peers that this machine's user has accepted, in the order in which they came: the content of `known_peers`.
///
/// Each id and each petname stands there once.
public struct KnownPeers: Sendable {
  /// How many there may be: the file stays under 1 MiB.
  public static let maximumCount = 4096

  /// The peers.
  public private(set) var all: [KnownPeer] = []
  /// Where in `all` each stands: a host looks somebody up for every caller that proves a key.
  private var places: [PeerID: Int] = [:]
  private var names: [Petname: Int] = [:]

  /// None.
  public init() {}

  /// Reads the file's bytes; any line that is not of the form makes all of it wrong.
  public init(text bytes: [UInt8]) throws(KnownPeersError) {
    var number = 0
    var rest = bytes[...]
    while !rest.isEmpty {
      number += 1
      // A last line without its end may have been cut off, in its rights even.
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")),
        let line = String(validating: rest[..<end], as: UTF8.self), let peer = KnownPeer(line: line)
      else { throw .badLine(number) }
      guard number <= Self.maximumCount else { throw .tooMany }
      guard self[peer.id] == nil, self[peer.petname] == nil else { throw .repeated(number) }
      append(peer)
      rest = rest[(end + 1)...]
    }
  }

  /// The file's bytes.
  public var text: [UInt8] { all.flatMap { Array(($0.line + "\n").utf8) } }

  /// The peer of that key; nil where it is not known.
  public subscript(id: PeerID) -> KnownPeer? { places[id].map { all[$0] } }

  /// The peer of that name; nil where none has it.
  public subscript(petname: Petname) -> KnownPeer? { names[petname].map { all[$0] } }

  /// The peer of the name that a user typed, or that a service has; nil where none has it.
  public func named(_ name: String) -> KnownPeer? { Petname(name).flatMap { self[$0] } }

  /// The name that a new peer gets: `wished`, or the first free one of `wished-2` and so on.
  public func freeName(_ wished: Petname) -> Petname { wished.unique { self[$0] != nil } }

  /// Takes a peer in.
  public mutating func add(_ peer: KnownPeer) throws(KnownPeersError) {
    if let known = self[peer.id] { throw .alreadyKnown(known.petname) }
    if self[peer.petname] != nil { throw .nameTaken(peer.petname) }
    guard all.count < Self.maximumCount else { throw .tooMany }
    append(peer)
  }

  private mutating func append(_ peer: KnownPeer) {
    places[peer.id] = all.count
    names[peer.petname] = all.count
    all.append(peer)
  }

  /// Takes in a peer that has just paired, under a free name made of the one it wished for; one that is known already
  /// keeps its name and rights.
  public mutating func pair(_ id: PeerID, wished: Petname, at time: String) throws(KnownPeersError) -> KnownPeer {
    if let known = self[id] { return known }
    let peer = KnownPeer(id: id, petname: freeName(wished), added: time, origin: .code, may: .all)
    try add(peer)
    return peer
  }

  /// Forgets the peer of that name.
  public mutating func remove(_ petname: Petname) throws(KnownPeersError) {
    guard let index = names[petname] else { throw .notKnown(petname) }
    let rest = all[(index + 1)...]
    names[petname] = nil
    places[all[index].id] = nil
    all.removeSubrange(index...)
    for peer in rest { append(peer) }
  }
}

extension KnownPeers: Equatable {
  /// Whether the same peers stand there in the same order.
  public static func == (left: KnownPeers, right: KnownPeers) -> Bool { left.all == right.all }
}
