import Security
public import SessionCore
import Sys

extension Node {
  /// This user's id, made on first use: `sha256:` and 64 digits.
  public func id() throws(Failure) -> String { "\(try Credentials(places).identity.id)" }

  /// The known peers, by name.
  public func knownPeers() throws(Failure) -> [PeerEntry] {
    try Credentials(places).known().all.map { PeerEntry($0) }.sorted { $0.name < $1.name }
  }

  /// Makes a peer known: what it is called, its id, and what it may send (`prefs,files`, `prefs`, `files`, `none`; nil for
  /// both).
  public func trust(_ name: String, id: String, may: String?) throws(Failure) -> PeerEntry {
    guard let petname = Petname(name) else {
      throw Failure(.usage, name, detail: "a petname is 1 to 32 of A-Z a-z 0-9 . _ -, not beginning with . or -")
    }
    guard let id = PeerID(id) else { throw Failure(.noSuchID, id) }
    guard let may = may.map({ Rights($0) }) ?? .all else {
      throw Failure(.usage, may ?? "", detail: "--may takes prefs,files, prefs, files or none")
    }
    let credentials = try Credentials(places)
    if id == credentials.identity.id {
      throw Failure(.usage, name, detail: "that is this user's own id, which is known")
    }
    let peer = KnownPeer(
      id: id, petname: petname, added: Time.utc(Time.secondsSince1970()), origin: .manual, may: may)
    try change(credentials.knownPeers) { (peers) throws(KnownPeersError) in try peers.add(peer) }
    return PeerEntry(peer)
  }

  /// Forgets the known peer of that name.
  public func forget(_ name: String) throws(Failure) -> PeerEntry {
    guard let petname = Petname(name) else { throw Failure(.noSuchKnownPeer, name) }
    let file = KnownPeersFile(folder: places.configuration)
    return try change(file) { (peers) throws(KnownPeersError) in
      let peer = peers[petname]
      try peers.remove(petname)
      guard let peer else { throw .notKnown(petname) }
      return PeerEntry(peer)
    }
  }

  private func change<R>(
    _ file: KnownPeersFile, _ body: (inout KnownPeers) throws(KnownPeersError) -> R
  ) throws(Failure) -> R {
    do throws(KnownPeersError) {
      return try file.change(body)
    } catch {
      throw Failure(knownPeers: error, path: file.path)
    }
  }
}

extension PeerEntry {
  init(_ peer: KnownPeer) {
    self.init(
      name: peer.petname.text, id: "\(peer.id)", added: peer.added, via: peer.origin.rawValue, may: "\(peer.may)")
  }
}
