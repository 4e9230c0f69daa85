import Security
import SessionCore
import Sys

/// What proves this user to others, and whom this user has accepted.
struct Credentials: Sendable {
  let identity: Identity
  let knownPeers: KnownPeersFile

  /// Those kept in `places`, the identity made on first use.
  ///
  /// Known peers that cannot be read are an error already here: nothing starts with half of them. Blocks.
  init(_ places: Places) throws(Failure) {
    do throws(IdentityError) {
      identity = try Identity.load(in: places.configuration)
    } catch {
      throw Failure(identity: error)
    }
    knownPeers = KnownPeersFile(folder: places.configuration)
    _ = try known()
  }

  /// The first 16 hexadecimal digits of this user's id: what is announced on the network.
  var hint: String { String("\(identity.id)".dropFirst("sha256:".count).prefix(16)) }

  /// Whom this user has accepted, as of now: `trust` and `forget` concern running sessions too.
  func known() throws(Failure) -> KnownPeers {
    do throws(KnownPeersError) {
      return try knownPeers.load()
    } catch {
      throw Failure(knownPeers: error, path: knownPeers.path)
    }
  }

  /// Accepts whoever has paired just now; one that is known already stays as it is.
  func pair(_ id: PeerID, wished: Petname) throws(Failure) -> KnownPeer {
    do throws(KnownPeersError) {
      return try knownPeers.change { (peers) throws(KnownPeersError) in
        try peers.pair(id, wished: wished, at: Time.utc(Time.secondsSince1970()))
      }
    } catch {
      throw Failure(knownPeers: error, path: knownPeers.path)
    }
  }
}
