import Security
import SessionCore
import Sys
import Transport

/// A caller at the door, on the door's queue.
final class Visitor {
  /// What is being done with it.
  enum Stage {
    /// It waits unread, or a question about it stands.
    case waiting
    /// Its first bytes are awaited.
    case looking
    /// Its handshake, or its `JoinerHello`.
    case proving
    /// It is being told how it stands; let in where `entrant` is there.
    case answering(Answer)
    /// It is served as one who says nothing.
    case served(Visit)
  }

  /// How a caller stands.
  struct Answer {
    var status: HostReady.Status
    /// What it comes in as, where it does.
    var entrant: Admission?
  }

  let address: SocketAddress
  let watch: SocketWatch
  var stage = Stage.waiting
  var exchange: TLSExchange?
  var peer: PeerID?
  /// Whether it may speak the original protocol, as far as that is known beforehand.
  let mayBePlain: Bool
  /// How often its next bytes may be waited for yet, instead of being told of: once each for its first, its key and its hello.
  var waits = 3
  /// Whether its first bytes, taken as a length, are beyond the limit.
  var isTooLong = false

  init(_ address: SocketAddress, _ watch: SocketWatch, mayBePlain: Bool) {
    self.address = address
    self.mayBePlain = mayBePlain
    self.watch = watch
  }
}

/// As whom a caller with a proven key comes in.
struct Admission: Sendable {
  var peer: PeerID
  var name: String
  var isOwn: Bool
  var may: Rights
  var session: [UInt8]
}
