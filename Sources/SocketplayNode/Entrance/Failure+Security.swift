import Security
import SessionCore
import Sys

extension Failure {
  /// A file or folder of secrets is open to others.
  init(_ reason: Reason, _ path: String, mode: UInt32) {
    self.init(reason, path, detail: "its mode is \(String(mode, radix: 8))")
  }

  /// The file at a path, or what was typed where there is none, is no pairing code.
  init(code problem: PairingCode.Problem, in path: String) {
    let detail =
      switch problem {
      case .length(let count): "it has \(count) characters, and a code 30"
      case .character(let character, _): "no code has the character '\(character)'"
      case .checksum: "a character is wrong, or no host has made it"
      }
    self.init(.codeMalformed, path, detail: detail)
  }

  /// There is no identity to use.
  init(identity error: IdentityError) {
    switch error {
    case .notOwned(let path): self.init(.identityUnusable, path, detail: "it belongs to another user")
    case .open(let path, let mode): self.init(.openToOthers, path, mode: mode)
    case .openFolder(let path, let mode): self.init(.folderOpenToOthers, path, mode: mode)
    case .notAFile(let path): self.init(.identityUnusable, path, detail: "it is no regular file")
    case .damaged(let path): self.init(.identityDamaged, path)
    case .system(let error): self.init(.identityUnusable, error.subject, detail: error.message)
    }
  }

  /// The known peers cannot be read or changed.
  init(knownPeers error: KnownPeersError, path: String) {
    switch error {
    case .badLine(let line): self.init(.knownPeersUnusable, path, detail: "line \(line) is malformed")
    case .repeated(let line):
      self.init(.knownPeersUnusable, path, detail: "line \(line) repeats an id or a name of an earlier one")
    case .tooMany: self.init(.knownPeersUnusable, path, detail: "there are more than \(KnownPeers.maximumCount)")
    case .mode(let mode): self.init(.openToOthers, path, mode: mode)
    case .folderMode(let mode): self.init(.folderOpenToOthers, Path.split(path).parent, mode: mode)
    case .foreign: self.init(.knownPeersUnusable, path, detail: "it belongs to another user")
    case .notAFile: self.init(.knownPeersUnusable, path, detail: "it is no regular file")
    case .locked:
      self.init(.knownPeersUnusable, path, detail: "another program is changing it and does not come to an end")
    case .system(let error): self.init(.knownPeersUnusable, path, detail: error.message)
    case .alreadyKnown(let petname): self.init(.peerExists, petname.text, detail: "that key is known by this name")
    case .nameTaken(let petname): self.init(.peerExists, petname.text)
    case .notKnown(let petname): self.init(.noSuchKnownPeer, petname.text)
    }
  }

  /// A connection under TLS did not come about, toward the host of that name.
  init(tls error: TLSError, name: String) {
    switch error {
    case .otherKey: self.init(.notTrusted, name)
    case .otherProtocol: self.init(.notSecure, name, detail: "it speaks another protocol")
    case .alert(let number): self.init(.notSecure, name, detail: "it sent alert \(number)")
    case .broken(let words): self.init(.notSecure, name, detail: words)
    case .tooMuch: self.init(.protocolBroken, name)
    case .truncated: self.init(.lost, name, detail: "it closed the connection without a word")
    case .system(let error): self.init(.lost, name, detail: error.message)
    }
  }
}
