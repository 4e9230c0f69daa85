import Discovery
import Framing
import SessionCore
import Sys
import Transport

extension Failure {
  /// A file of this machine that could not be read.
  init(local error: SystemError, path: String) {
    let reason: Reason = error.isNotFound ? .noSuchFile : error.isTooLarge ? .tooLarge : .unreadable
    self.init(reason, path, detail: error.isNotFound ? "" : error.message)
  }

  /// A connection that is gone.
  init(stream error: StreamError, peer: String) {
    switch error {
    case .system(let error): self.init(.lost, peer, detail: error.message)
    case .truncated: self.init(.lost, peer, detail: "cut short")
    case .broken(let words): self.init(.lost, peer, detail: "TLS: \(words)")
    }
  }

  /// A stream of frames that cannot be told apart any more.
  init(frame error: FrameError, peer: String) {
    switch error {
    case .lengthExceedsLimit: self.init(.frameTooLong, peer)
    case .truncatedHeader, .truncatedBody: self.init(.truncated, peer)
    default: self.init(.protocolBroken, peer)
    }
  }

  /// A package that is none of ours.
  init(package error: PackageError, peer: String) {
    switch error {
    case .gameDemo: self.init(.gameDemo, peer)
    case .foreignClass(let name): self.init(.foreignClass, peer, detail: name)
    default: self.init(.protocolBroken, peer, detail: error.code)
    }
  }

  /// What the other end says of a transfer.
  init(refusal reason: RefusalReason, subject: String) {
    let mapped: Reason =
      switch reason {
      case .exists: .declined
      case .user: .cancelled
      case .noSpace: .noSpaceThere
      case .name: .nameRefused
      case .notAllowed: .notAllowed
      case .busy: .busy
      case .changed: .changed
      case .unreadable: .cancelled
      case .tooLong: .moreThanOffered
      case .digest: .digestMismatch
      case .storeFailed: .storeFailedThere
      case .notOffered, .incomplete, .other: .protocolBroken
      }
    self.init(mapped, subject)
  }

  /// What this end refuses to take.
  init(declining path: String, because reason: RefusalReason) {
    switch reason {
    case .name: self.init(.nameUnusable, path)
    case .notAllowed: self.init(.notTaken, path)
    default: self.init(refusal: reason, subject: path)
    }
  }

  /// What the other end says of a text, a start signal or preferences.
  init(problem: Receipt.Problem, subject: String) {
    let reason: Reason =
      switch problem {
      case .notADictionary: .notADictionary
      case .malformed: .malformed
      case .notAllowed: .notAllowed
      case .noSpace: .noSpaceThere
      case .failed: .storeFailedThere
      }
    self.init(reason, subject)
  }

  /// What the other end is told: that its preferences were not kept, not where this end keeps things.
  var problem: Receipt.Problem {
    switch reason {
    case .notADictionary: .notADictionary
    case .malformed, .tooLarge: .malformed
    case .noSpace: .noSpace
    case .mayNotEdit, .readOnly: .notAllowed
    default: .failed
    }
  }

  /// Hosts can be neither announced nor found, or not this one.
  init(discovery error: DiscoveryError, name: String = "") {
    switch error {
    case .noSystemBus: self.init(.noDiscovery, name, detail: "no D-Bus system bus")
    case .noDaemon: self.init(.noDiscovery, name, detail: "no avahi-daemon")
    case .notFound: self.init(.noSuchPeer, name)
    case .nameInvalid: self.init(.usage, name, detail: "a service name has 1 to 63 bytes")
    case .noSuchInterface(let interface): self.init(.noSuchInterface, interface)
    case .cancelled: self.init(.interrupted)
    case .other(_, let text): self.init(.noDiscovery, name, detail: text)
    }
  }

  /// No connection came about.
  init(connect error: ConnectError, name: String) {
    func told(_ attempts: [ConnectError.Attempt]) -> String {
      attempts.map { "\($0.address): \($0.error.message)" }.joined(separator: "; ")
    }
    switch error {
    case .noAddress: self.init(.noSuchPeer, name, detail: "it has no address")
    case .failed(let attempts):
      let isRefused = attempts.contains { $0.error.isRefused }
      self.init(isRefused ? .refused : .unreachable, name, detail: told(attempts))
    case .timedOut(let attempts): self.init(.timedOut, name, detail: told(attempts))
    case .cancelled: self.init(.interrupted)
    }
  }
}
