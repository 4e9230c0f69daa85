import Security
import SessionCore
import Sys
import Transport

/// Somebody who was let in: a connection, and what is known of who is at its other end.
struct Entrant: Sendable {
  /// The connection.
  let channel: Handover<Channel>
  /// ADDRESS:PORT of the other end.
  var address: String
  /// What it is called: its petname, or ADDRESS:PORT; one of this user's own is called what its `hello` says.
  var name: String
  /// Whose key it has proven; nil on a plain connection.
  var identity: PeerID?
  /// Whether that key is this user's own.
  var isOwn = false
  /// What it may send beyond texts.
  var may: Rights = .all
  /// The session that the connection is of, the same when it comes again; nil on a plain one.
  var session: [UInt8]?
  /// Who hears of an original that waits for this end to speak; nil for everybody else.
  var visit: Visit?
  /// What it says of itself where it is advertised: a hint.
  var announcement = Announcement.none
  /// Whether its preferences change the store though it is plain: its network was named for that.
  var appliesPlain = false

  /// Somebody on a plain connection, called `name`.
  static func plain(_ socket: consuming FileDescriptor, name: String, address: String) -> Entrant {
    Entrant(channel: Handover(Channel(socket)), address: address, name: name)
  }
}

/// What a host's advertisement says of it.
enum Announcement: Sendable {
  /// It was reached without one, or has called.
  case none
  case original
  case socketplay

  /// That of a place to connect to.
  init(_ destination: Destination) {
    self = destination.service == nil ? .none : destination.isOriginal ? .original : .socketplay
  }
}
